// What the form of the VAT begins with: who changes the percentage alone keeps the number. Pure.
import type { DatedTax } from '#services/contract/money-desk.ts'

import { heldOn } from './held-on.ts'

/** Lebanon's rate, until the shop has written down another. */
const PERCENT_DEFAULT = '11'

/** As it holds on that day, of all there are, newest first. */
export function taxOn(
  taxes: readonly DatedTax[],
  day: string,
): { percent: string; number: string } {
  const held = heldOn(taxes, day)
  return { percent: held?.vatPercent ?? PERCENT_DEFAULT, number: held?.vatNumber ?? '' }
}
