// Whose an order is once a customer has claimed it. It may be claimed twice: staff correct its
// phone, and its new holder has it. The two facts stand in the streams of two customers and so,
// where the shop has several logs, in logs that are read in any order. The one that was recorded
// later counts; of two of one millisecond, that of the customer with the greater id.
import { collect, idOf } from './projection.ts'
import type { Previous, Recorded, Row, Table } from './projection.ts'

type Claim = { by: string; at: Date }

/** Orders whose earlier claim a page has to know. */
export const claimedOrders = (page: readonly Recorded[]): string[] =>
  page.flatMap(({ event }) => (event.type === 'OrdersClaimed' ? event.data.orderIds : []))

/** Of a table by order, with the columns `claimed_by` and `claimed_at`. */
export function claimsOf(table: Table, previous: Previous) {
  const known = new Map<string, Claim>()
  const rows = collect(table, ['claimed_by', 'claimed_at'])
  return {
    take({ streamId, event, recordedAt }: Recorded) {
      if (event.type !== 'OrdersClaimed') return
      const claim = { by: idOf(streamId), at: recordedAt }
      for (const orderId of event.data.orderIds) {
        const earlier = known.get(orderId) ?? claimIn(previous(table, orderId))
        if (earlier !== null && counts(earlier, claim)) continue
        known.set(orderId, claim)
        rows.set([orderId], [claim.by, claim.at])
      }
    },
    parts: rows.parts,
  }
}

/** A claim whose time was not kept yet gives way to any other. */
function claimIn(row: Row | undefined): Claim | null {
  if (!row?.claimed_at) return null
  return { by: row.claimed_by as string, at: row.claimed_at as Date }
}

/** Does `one` stand against `other`? */
function counts(one: Claim, other: Claim): boolean {
  const apartMs = one.at.getTime() - other.at.getTime()
  return apartMs > 0 || (apartMs === 0 && one.by > other.by)
}
