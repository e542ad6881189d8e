// What the arrows of a keyboard make of an amount that is typed as text: what they would make of it
// in a field of numbers. That one is not used for amounts with a sign, see `signed` of the fields.
import { fromCents, toCents } from '../money.ts'
import { plain } from './plain.ts'

const AMOUNT = /^[+-]?\d{1,8}(\.\d{1,2})?$/

/** Nothing typed counts as none; what is no amount stays as it is. */
export function steppedMoney(typed: string, cents: number): string {
  const amount = plain(typed) || '0'
  if (!AMOUNT.test(amount)) return typed
  return fromCents(toCents(amount.replace(/^\+/, '')) + cents)
}
