// The count of a till as it is typed, with its sign: more may have gone out than came in. Pure.
import type { Till } from '#services/contract/money-desk.ts'

import { plain } from '../../lib/admin/plain.ts'

export type TypedCount = {
  dollars: string
  /** Empty: there were none. */
  pounds: string
}

export const typedCount = ({ dollars, pounds }: TypedCount): TypedCount => ({
  dollars: plain(dollars),
  pounds: plain(pounds),
})

const DOLLARS = /^-?(0|[1-9]\d{0,7})(\.\d{1,2})?$/
const POUNDS = /^(0|-?[1-9]\d{0,11})$/

/** Pounds that were taken are counted; where none were, nothing needs to be typed. */
export function wrongCount(
  { dollars, pounds }: TypedCount,
  { expectedLbp }: Pick<Till, 'expectedLbp'>,
): 'dollars' | 'pounds' | null {
  if (!DOLLARS.test(dollars)) return 'dollars'
  const isLeftOut = pounds === '' && expectedLbp === null
  return isLeftOut || POUNDS.test(pounds) ? null : 'pounds'
}
