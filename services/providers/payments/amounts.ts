// Money on the providers' wire: decimal text with exactly two places. No floating point in between.
import { assert } from '#events/kernel/assert.ts'

/** 2500 → `25.00`. */
export function centsToWire(cents: number): string {
  assert(Number.isSafeInteger(cents) && cents >= 0, 'cents must be a whole number, not negative')
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * `25.00`, `25`, `25.5` → cents; a JSON number is read by its shortest decimal form. Anything else,
 * fractions of a cent included, is null: the caller then has no amount and must not guess one.
 */
export function wireToCents(amount: unknown): number | null {
  if (typeof amount !== 'string' && typeof amount !== 'number') return null
  const match = /^(\d{1,11})(?:\.(\d{1,2})0*)?$/.exec(String(amount))
  if (match === null) return null
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}
