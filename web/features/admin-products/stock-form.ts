// A change of stock as it is typed: pieces are positive, what happened gives them their sign; only
// a correction after a count brings its own.
import type { AdjustStockRequest } from '#services/contract/admin-products.ts'

import { plain } from '../../lib/admin/plain.ts'

export type StockFields = {
  reason: AdjustStockRequest['reason']
  pieces: string
  note: string
}

/** Null: no whole number other than 0, or one with a sign that does not fit what happened. */
export function stockChange({ reason, pieces, note }: StockFields): AdjustStockRequest | null {
  const typed = plain(pieces)
  if (!(reason === 'counted' ? /^[+-]?\d{1,6}$/ : /^\d{1,6}$/).test(typed)) return null
  const count = Number(typed)
  if (count === 0) return null
  const words = note.trim()
  return { reason, change: reason === 'lost' ? -count : count, note: words === '' ? null : words }
}
