// A phone is found however it is written: `03 123 456`, `+961 3 123456`.
const DIAL_PREFIXES = /^(\+|00|0)/

/** The digits a part of a phone must have; null when the text is none. */
export function phoneDigits(text: string): string | null {
  const isPhone = /^[+\d][\d\s().-]*$/.test(text) && /\d/.test(text)
  const digits = isPhone ? text.replace(/[\s().-]/g, '').replace(DIAL_PREFIXES, '') : ''
  return digits === '' ? null : digits
}
