// Lebanese pounds at a rate, as decimal text: `89500`, pounds for one dollar.
import { grouped, toCents } from '../money.ts'
import { plain } from './plain.ts'

/** Of the contract; behind the point there are ten-thousandths. */
const rateShape = /^(\d{1,9})(?:\.(\d{1,4}))?$/
const CENTS_TIMES_PARTS = 1_000_000n // of a dollar and of a pound

/**
 * `895000`: what so many dollars are, in whole pounds, half of one upwards, as `till.ts` counts
 * them. Null: the text is no rate, or zero.
 */
export function poundsAt(amount: string, rate: string): string | null {
  const [, whole, part = ''] = rateShape.exec(typedRate(rate)) ?? []
  if (whole === undefined) return null
  const parts = BigInt(whole + part.padEnd(4, '0'))
  if (parts === 0n) return null
  const product = BigInt(toCents(amount)) * parts
  return String((product + CENTS_TIMES_PARTS / 2n) / CENTS_TIMES_PARTS)
}

/** A rate as it was typed, or copied as `readableRate` prints it, without commas of thousands. */
export function typedRate(typed: string): string {
  const rate = plain(typed)
  return groupedRate.test(rate) ? rate.replaceAll(',', '') : rate
}
const groupedRate = /^\d{1,3}(,\d{3})+(\.\d+)?$/

/** `89,500` or `89,500.25`. */
export function readableRate(rate: string): string {
  const [whole = '', part] = rate.split('.')
  return part === undefined ? grouped(whole) : `${grouped(whole)}.${part}`
}
