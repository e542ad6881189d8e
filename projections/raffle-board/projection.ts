// The raffles as the shop shows them. Two tables, because a raffle's facts are in two logs: its own
// (`raffle/<id>`: terms, tickets, end) and the shop's (`raffle-page/<id>`: words and picture).
import { evolveRaffle, initialRaffle, type PublishedRaffle } from '#events/raffle/evolve.ts'
import type { RaffleEvent, RafflePageEvent } from '#events/raffle/events.ts'

import { collect, idOf, logKind, states } from '../projection.ts'
import type { Part, Previous, Projection, Recorded, Table } from '../projection.ts'

export const raffleBoardLedgerTable: Table = {
  name: 'raffle_board_ledger',
  columns: { raffle_id: 'uuid', head: 'bigint', state: 'json' },
  key: ['raffle_id'],
  indexes: [],
}

export const raffleBoardPageTable: Table = {
  name: 'raffle_board_page',
  columns: { raffle_id: 'uuid', version: 'bigint', written_at: 'timestamptz', words: 'json' },
  key: ['raffle_id'],
  indexes: [],
}

/** What the raffle's own log says, at its position `head`. */
export type BoardLedger = PublishedRaffle & {
  raffleNumber: string
  licenceNumber: string
  licenceAuthority?: string | undefined
  licenceDate?: string | undefined
  staffMayEnter?: true | undefined
  publishedAt: string
}

export type BoardWords = Extract<RafflePageEvent, { type: 'RafflePageWritten' }>['data']

export const raffleBoard: Projection = {
  name: 'raffle-board',
  version: 1,
  tables: [raffleBoardLedgerTable, raffleBoardPageTable],
  reads: {
    raffle: [
      'RafflePublished',
      'RaffleAmended',
      'TicketsIssued',
      'TicketsVoided',
      'RaffleExtended',
      'RaffleClosed',
      'RaffleCancelled',
      'RegisterSealed',
      'EntropySealed',
      'OperatorRevealed',
      'BeaconRecorded',
      'DrawCompleted',
      'PrizeForfeited',
      'PrizePromoted',
      'PrizeDelivered',
      'DrawPostponed',
      'DrawAnnulled',
    ],
    shop: ['RafflePageWritten', 'RafflePageRemoved'],
  },
  loads: (page) => {
    const raffles = page.flatMap(({ logId }) => (logKind(logId) === 'raffle' ? [idOf(logId)] : []))
    return raffles.length === 0
      ? []
      : [{ table: raffleBoardLedgerTable, column: 'raffle_id', values: raffles }]
  },
  fold: (page, previous) => [...foldLedgers(page, previous), ...foldPages(page)],
}

function foldLedgers(page: readonly Recorded[], previous: Previous): Part[] {
  const raffles = states<BoardLedger>(raffleBoardLedgerTable, 'head', previous)
  for (const { logId, position, event, recordedAt } of page) {
    if (logKind(logId) !== 'raffle') continue
    raffles.apply(idOf(logId), position, (state) =>
      // The log of a raffle holds nothing but facts of that raffle.
      evolveLedger(state, event as RaffleEvent, recordedAt),
    )
  }
  const rows = collect(raffleBoardLedgerTable, ['head', 'state'])
  for (const { key, state, last } of raffles.all()) rows.set([key], [last, state])
  return rows.parts()
}

function evolveLedger(
  state: BoardLedger | undefined,
  event: RaffleEvent,
  at: Date,
): BoardLedger | undefined {
  const raffle = evolveRaffle(state ?? initialRaffle, event)
  if (raffle.status === 'unpublished') return undefined
  if (event.type !== 'RafflePublished') return raffle as BoardLedger // `evolve` copies what it got
  const { raffleNumber, licenceNumber, licenceAuthority, licenceDate, staffMayEnter } = event.data
  const stated = { raffleNumber, licenceNumber, licenceAuthority, licenceDate, staffMayEnter }
  return { ...raffle, ...stated, publishedAt: at.toISOString() }
}

/** A page is written as a whole, so the last one is all there is to know. */
function foldPages(page: readonly Recorded[]): Part[] {
  const pages = collect(raffleBoardPageTable, ['version', 'written_at', 'words'])
  for (const { streamId, version, event, recordedAt } of page) {
    if (event.type === 'RafflePageWritten')
      pages.set([idOf(streamId)], [version, recordedAt, event.data])
    if (event.type === 'RafflePageRemoved') pages.set([idOf(streamId)], [version, recordedAt, null])
  }
  return pages.parts()
}
