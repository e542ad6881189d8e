// A phone is found however it is written: `03 123 456`, `03/123456`, `+961 (0)3 123456`, also in
// Arabic digits.
import { latinDigits } from '#events/kernel/latin-digits.ts'

const SEPARATORS = /[\s()./-]/g
/** They come along, unseen, when a number is copied from a page in Arabic. */
const DIRECTION_MARKS = /\p{Cf}/gu
/** Zeros before a number that is dialled; a zero alone is what is looked for. */
const DIAL_PREFIXES = /^(\+|00|0)(?=\d)/
/** The zero within Lebanon, written also behind the country's code. */
const TRUNK_ZERO = /^(\+|00)9610|^9610(?=\d{7,8}$)/

/** The digits a part of a phone must have; null when the text is none. */
export function phoneDigits(text: string): string | null {
  const latin = latinDigits(text).replace(DIRECTION_MARKS, '').trim()
  if (!/^[+(\d][\d\s()./-]*$/.test(latin) || !/\d/.test(latin)) return null
  return latin.replace(SEPARATORS, '').replace(TRUNK_ZERO, '961').replace(DIAL_PREFIXES, '')
}
