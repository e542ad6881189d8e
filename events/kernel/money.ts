// Money is integer cents inside and a decimal string outside. No floating point in between.
import { assert } from './assert.ts'
import { Rejection } from './rejection.ts'

/** 99,999.99 for one unit. */
export const unitPriceCentsMax = 9_999_999

/** The most any amount may be, `cents()` of `shapes.ts`. */
const amountCentsMax = 10_000_000_000_000

const decimalPattern = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/

/** `5` → 500, `5.5` → 550, `-0.05` → -5; throws `invalid_request` for anything else. */
export function centsOf(decimal: string): number {
  const match = decimalPattern.exec(decimal.trim())
  const [, sign, units = '0', decimals = ''] = match ?? []
  const cents = Number(units) * 100 + Number(decimals.padEnd(2, '0'))
  if (match === null || cents > amountCentsMax)
    throw new Rejection('invalid_request', 'An amount has digits and at most two decimals')
  return sign === '-' && cents !== 0 ? -cents : cents
}

/** 550 → `5.50`. */
export function decimalOf(cents: number): string {
  assert(Number.isSafeInteger(cents), `${cents} is not a whole number of cents`)
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Throws `invalid_request` unless 0 … 99,999.99; `path`: the field that brings it about. */
export function requireUnitPrice(cents: number, path = 'price'): void {
  if (!Number.isSafeInteger(cents) || cents < 0 || cents > unitPriceCentsMax) {
    const message = cents < 0 ? 'brings the price below 0.00' : 'brings the price above 99999.99'
    throw new Rejection('invalid_request', 'A price lies between 0.00 and 99999.99', {
      fields: [{ path, message }],
    })
  }
}
