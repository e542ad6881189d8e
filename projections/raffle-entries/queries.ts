// Read by the customer's dashboard and by the admin's customer detail.
import { isSealed } from '#events/raffle/draw-state.ts'
import type { RaffleDraw } from '#events/raffle/draw-state.ts'

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
  /** The register is sealed: nothing is issued or voided any more. */
  isRaffleFrozen: boolean
  /** Ticket numbers, both included. */
  first: number
  last: number
  /** Ranges of `first` to `last` that were voided; they take no part in the draw. */
  voided: [first: number, last: number][]
  /** The ticket of this range that holds the prize of a drawn raffle. */
  won: WonRow | null
  grantedAt: Date
}

/** `announcedAt`: of the place that holds the prize; the days of its claim count from there. */
export type WonRow = { number: number; isDelivered: boolean; announcedAt: Date | null }

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

const columns = `entry.*, ledger.state, page.words, claim.announced_at, ${voidedRanges}`

// The claim is a row beside the draw: who holds the prize is a fact, when it was told is not.
const raffle = `
    left join raffle_board_ledger as ledger using (raffle_id)
    left join raffle_board_page as page using (raffle_id)
    left join draw_claims as claim
      on claim.draw_id = ledger.state -> 'draw' ->> 'drawId'
     and claim.place = (ledger.state -> 'draw' -> 'holder' ->> 'place')::integer`

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
  select ${columns}
    from entries as entry ${raffle}
   order by entry.granted_at desc, entry.line_id`,
  values: [page.customerId, page.limit, page.offset],
  parse,
})

/** Read by the order's own page. */
export const raffleEntriesOfOrder = (orderId: string): Query<RaffleEntryRow> => ({
  name: 'raffle entries of order',
  text: `
  select ${columns}
    from raffle_entries as entry ${raffle}
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
  const draw = ledger?.draw ?? null // rows that were written before there were draws have none
  const [first, last] = [row.first as number, row.last as number]
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
    isRaffleFrozen: isSealed(draw),
    first,
    last,
    voided: row.voided as [number, number][],
    won: wonOf(draw, { first, last, announcedAt: row.announced_at as Date | null }),
    grantedAt: row.granted_at as Date,
  }
}

type Range = Pick<RaffleEntryRow, 'first' | 'last'> & Pick<WonRow, 'announcedAt'>

function wonOf(draw: RaffleDraw | null, { first, last, announcedAt }: Range): WonRow | null {
  const holder = draw?.stage === 'drawn' ? draw.holder : null
  if (holder === null || holder.state === 'forfeited') return null
  if (holder.number < first || holder.number > last) return null
  return { number: holder.number, isDelivered: holder.state === 'delivered', announcedAt }
}
