// Read by the catalogue (public pages, cart, checkout) and by the admin's raffles.
import { isSealed, type RaffleDraw } from '#events/raffle/draw-state.ts'
import type { UnderSoldRule } from '#events/raffle/under-sold.ts'

import type { Query } from '../sql.ts'
import type { BoardLedger, BoardWords } from './projection.ts'

export type BoardRow = {
  raffleId: string
  raffleNumber: string
  name: string
  description: string
  prizeInfo: string
  image: string | null
  prizeValueCents: number
  opensAt: string
  closesAt: string
  ticketsMax: number
  ticketsMin: number
  /** Numbers 1 … issued have been given out; voided ones stay used. */
  issued: number
  voided: number
  /** Promised to unpaid orders, live from the raffle's writer. */
  held: number
  /** issued − voided. */
  ticketsSold: number
  status: 'active' | 'completed' | 'cancelled'
  closedCause: 'ended' | 'soldOut' | null
  /** The newest draw; null until the register is sealed for the first time. */
  draw: RaffleDraw | null
  /** The register is sealed: nothing is issued or voided any more. */
  isFrozen: boolean
  underSold: UnderSoldRule
  ticketsPerPersonMax: number
  licenceNumber: string
  /** Null: not stated. */
  licenceAuthority: string | null
  licenceDate: string | null
  /** False: the owner and staff with a part in the draw cannot buy its tickets. */
  staffMayEnter: boolean
  publishedAt: string
  /** Version of the stream `raffle-page/<id>`; 0 when no page was written. */
  pageVersion: number
  /** Position in the raffle's log up to which this row is true (`held` apart). */
  head: number
}

const columns = `
  ledger.raffle_id, ledger.head, ledger.state, page.version as page_version, page.words,
  coalesce(live.held, 0) as held`

// A removed page is a removed raffle: it never had a ticket. A raffle's log is `raffle/<id>`.
const from = `
  from raffle_board_ledger as ledger
  left join raffle_board_page as page using (raffle_id)
  left join raffle_state as live on live.log_id = 'raffle/' || ledger.raffle_id
 where (page.version is null or page.words is not null)`

// Newest first; the id makes the order total, so pages neither repeat nor skip.
const order = `
 order by ledger.state ->> 'publishedAt' desc, ledger.raffle_id`

export const listBoard = (): Query<BoardRow> => ({
  name: 'board list',
  text: `select ${columns} ${from} ${order}`,
  parse,
})

export const listBoardPage = (page: { limit: number; offset: number }): Query<BoardRow> => ({
  name: 'board page',
  text: `select ${columns} ${from} ${order} limit $1 offset $2`,
  values: [page.limit, page.offset],
  parse,
})

export const boardCount = (): Query<number> => ({
  name: 'board count',
  text: `select count(*) as count ${from}`,
  parse: (row) => row.count as number,
})

export const boardById = (raffleId: string): Query<BoardRow> => ({
  name: 'board by id',
  text: `select ${columns} ${from} and ledger.raffle_id = $1`,
  values: [raffleId],
  parse,
})

/** `state` and `words` were written by this folder's projection: their types are its types. */
function parse(row: Record<string, unknown>): BoardRow {
  const { terms, issued, voided, closedCause, ...ledger } = row.state as BoardLedger
  const words = row.words as BoardWords | null
  return {
    raffleId: row.raffle_id as string,
    raffleNumber: ledger.raffleNumber,
    name: words?.name ?? terms.prize,
    description: words?.description ?? '',
    prizeInfo: words?.prizeInfo ?? '',
    image: words?.image ?? null,
    prizeValueCents: terms.prizeValueCents,
    opensAt: terms.opensAt,
    closesAt: terms.closesAt,
    ticketsMax: terms.ticketsMax,
    ticketsMin: terms.ticketsMin,
    issued,
    voided,
    held: row.held as number,
    ticketsSold: issued - voided,
    status: statusOf({ ...ledger, issued }),
    closedCause,
    draw: ledger.draw ?? null, // rows that were written before there were draws have none
    isFrozen: isSealed(ledger.draw ?? null),
    underSold: terms.underSold,
    ticketsPerPersonMax: terms.ticketsPerPersonMax,
    licenceNumber: ledger.licenceNumber,
    licenceAuthority: ledger.licenceAuthority ?? null,
    licenceDate: ledger.licenceDate ?? null,
    staffMayEnter: ledger.staffMayEnter ?? false,
    publishedAt: ledger.publishedAt,
    pageVersion: (row.page_version as number | null) ?? 0,
    head: row.head as number,
  }
}

/** Closed is not completed: that is the draw's word, or staff's for a raffle without a ticket. */
export function statusOf({
  status,
  issued,
  draw,
}: Pick<BoardLedger, 'status' | 'issued'> & { draw?: RaffleDraw | null }): BoardRow['status'] {
  if (status === 'cancelled') return 'cancelled'
  const isOver = status === 'closed' && issued === 0
  return isOver || draw?.stage === 'drawn' ? 'completed' : 'active'
}
