// Read by the customer's dashboard and by the admin's customer detail.
import type { BoardLedger, BoardWords } from '../raffle-board/projection.ts'
import { statusOf } from '../raffle-board/queries.ts'
import type { Query } from '../sql.ts'

export type RaffleEntryRow = {
  lineId: string
  orderId: string
  raffleId: string
  raffleName: string
  raffleImage: string | null
  prizeValueCents: number
  raffleStatus: 'active' | 'completed' | 'cancelled'
  raffleOpensAt: string
  raffleClosesAt: string
  /** Of all buyers, and the most there may be: together they say when it is sold out. */
  raffleIssued: number
  raffleTicketsMax: number
  /** Ticket numbers, both included. */
  first: number
  last: number
  /** Ranges of `first` to `last` that were voided; they take no part in the draw. */
  voided: [first: number, last: number][]
  grantedAt: Date
}

const owned = `
  from customer_orders as owned
  join raffle_entries as entry using (order_id)
 where coalesce(owned.claimed_by, owned.placed_by) = $1`

const voidedRanges = `
  (select coalesce(json_agg(json_build_array(
            greatest(voids.first, entry.first), least(voids.last, entry.last))
            order by voids.first), '[]')
     from ticket_voids as voids
    where voids.raffle_id = entry.raffle_id
      and voids.first <= entry.last
      and voids.last >= entry.first) as voided`

export const raffleEntriesPage = (page: {
  customerId: string
  limit: number
  offset: number
}): Query<RaffleEntryRow> => ({
  name: 'raffle entries page',
  text: `
  with entries as (
    select entry.* ${owned}
     order by entry.granted_at desc, entry.line_id limit $2 offset $3
  )
  select entry.*, ledger.state, page.words, ${voidedRanges}
    from entries as entry
    left join raffle_board_ledger as ledger using (raffle_id)
    left join raffle_board_page as page using (raffle_id)
   order by entry.granted_at desc, entry.line_id`,
  values: [page.customerId, page.limit, page.offset],
  parse,
})

/** Read by the order's own page. */
export const raffleEntriesOfOrder = (orderId: string): Query<RaffleEntryRow> => ({
  name: 'raffle entries of order',
  text: `
  select entry.*, ledger.state, page.words, ${voidedRanges}
    from raffle_entries as entry
    left join raffle_board_ledger as ledger using (raffle_id)
    left join raffle_board_page as page using (raffle_id)
   where entry.order_id = $1`,
  values: [orderId],
  parse,
})

export const raffleEntriesCount = (customerId: string): Query<number> => ({
  name: 'raffle entries count',
  text: `select count(*) as count ${owned}`,
  values: [customerId],
  parse: (row) => row.count as number,
})

/** `state` and `words` were written by the raffle board's projection. */
function parse(row: Record<string, unknown>): RaffleEntryRow {
  const ledger = row.state as BoardLedger | null
  const words = row.words as BoardWords | null
  return {
    lineId: row.line_id as string,
    orderId: row.order_id as string,
    raffleId: row.raffle_id as string,
    raffleName: words?.name ?? ledger?.terms.prize ?? '',
    raffleImage: words?.image ?? null,
    prizeValueCents: ledger?.terms.prizeValueCents ?? 0,
    // The board may be a moment behind the grant, never the other way round for long.
    raffleStatus: ledger === null ? 'active' : statusOf(ledger),
    raffleOpensAt: ledger?.terms.opensAt ?? '',
    raffleClosesAt: ledger?.terms.closesAt ?? '',
    raffleIssued: ledger?.issued ?? 0,
    raffleTicketsMax: ledger?.terms.ticketsMax ?? 1,
    first: row.first as number,
    last: row.last as number,
    voided: row.voided as [number, number][],
    grantedAt: row.granted_at as Date,
  }
}
