// What the form of the VAT begins with: who changes the percentage alone keeps the number. Pure.
import type { MoneySettings } from '#services/contract/money-desk.ts'

type Tax = MoneySettings['taxes'][number]

/** Lebanon's rate, until the shop has written down another. */
const PERCENT_DEFAULT = '11'

/** As it holds on that day: of the newest that begins by then. They come newest first. */
export function taxOn(taxes: readonly Tax[], day: string): { percent: string; number: string } {
  const held = taxes.find((known) => known.day <= day)
  return { percent: held?.vatPercent ?? PERCENT_DEFAULT, number: held?.vatNumber ?? '' }
}
