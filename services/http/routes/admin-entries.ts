// The tickets of one raffle as a file: with their holders, or the register.
import { Router } from 'express'

import type { RaffleId } from '#events/kernel/ids.ts'
import { boardById } from '#projections/raffle-board/queries.ts'
import {
  lastNumberOf,
  registerPage,
  registerWithHolders,
} from '#projections/ticket-register/queries.ts'
import type { RegisterFilter } from '#projections/ticket-register/queries.ts'

import { recordAct } from '../../commands/staff-acts.ts'
import type { ActNeeds } from '../../commands/staff-acts.ts'
import { entriesExportQuery } from '../../contract/admin-raffles.ts'
import { ask, askOne } from '../../io/ask.ts'
import type { Database } from '../../io/database.ts'
import { createSlots } from '../../io/slots.ts'
import type { Slots } from '../../io/slots.ts'
import { csvFileName, pagesAhead, sendCsv } from '../csv.ts'
import { entriesHeader, entryLines } from '../entry-rows.ts'
import { notFound } from '../problem.ts'
import { registerHeader, registerLines } from '../register-rows.ts'
import { actorOf, raffleIdOf } from './admin-shared.ts'

/** Names and phones of all who take part: not the regulator's (decision 38). */
const entryReaders = ['owner', 'manager', 'auditor'] as const
const registerReaders = [...entryReaders, 'regulator'] as const

/**
 * A page has the ranges that begin in so many numbers; a range is one line of an order. Small ones
 * are gone before the collector takes them for old, and memory stays where it was.
 */
const NUMBERS_PER_PAGE = 1_000
/** Looking up whose a range is costs more than writing its lines: it is done meanwhile. */
const PAGES_AHEAD = 3
/** Of all such files together: more would take the processors from who buys (F17). */
const READS_AT_ONCE = 2

export type EntriesNeeds = Pick<ActNeeds, 'store'> & { database: Database; now: () => Date }

export function adminEntryRoutes(needs: EntriesNeeds): Router {
  const router = Router()
  const { database, now } = needs
  const slots = createSlots(READS_AT_ONCE)

  router.get('/api/admin/raffles/:id/export', async (request, response) => {
    const actor = actorOf(request, response, entryReaders)
    const raffleId = raffleIdOf(request)
    const days = entriesExportQuery.parse(request.query)
    const raffle = await askOne(database, boardById(raffleId))
    if (raffle === undefined) throw notFound()

    await recordAct(needs, {
      kind: 'entries_exported',
      subject: `raffle/${raffleId}`,
      actor,
      details: days,
    })
    await sendCsv(response, {
      fileName: csvFileName(['raffle_entries', raffle.name], now()),
      header: entriesHeader,
      pages: entryLines(rangesOf({ database, slots }, { raffleId, ...days })),
    })
  })

  router.get('/api/admin/raffles/:id/register', async (request, response) => {
    const actor = actorOf(request, response, registerReaders)
    const raffleId = raffleIdOf(request)
    const raffle = await askOne(database, boardById(raffleId))
    if (raffle === undefined) throw notFound()

    await recordAct(needs, { kind: 'register_exported', subject: `raffle/${raffleId}`, actor })
    const pages = numberPages({ database, slots }, raffleId, (page) =>
      ask(database, registerPage(raffleId, page)),
    )
    await sendCsv(response, {
      fileName: csvFileName(['ticket_register', raffle.name], now()),
      header: registerHeader,
      pages: registerLines(pages),
    })
  })

  return router
}

type Reading = { database: Database; slots: Slots }

const rangesOf = (reading: Reading, filter: RegisterFilter & { raffleId: RaffleId }) =>
  numberPages(reading, filter.raffleId, async (page) => {
    const holders = await askOne(reading.database, registerWithHolders({ ...filter, ...page }))
    return holders ?? []
  })

/** Of every number that was issued, read by `read` in pages of the numbers where ranges begin. */
async function* numberPages<Range>(
  { database, slots }: Reading,
  raffleId: RaffleId,
  read: (page: { above: number; upTo: number }) => Promise<readonly Range[]>,
) {
  const last = (await askOne(database, lastNumberOf(raffleId))) ?? 0
  const reads = Array.from({ length: Math.ceil(last / NUMBERS_PER_PAGE) }, (_, index) => {
    const above = index * NUMBERS_PER_PAGE
    return () => read({ above, upTo: above + NUMBERS_PER_PAGE })
  })
  yield* pagesAhead(reads, { pages: PAGES_AHEAD, slots })
}
