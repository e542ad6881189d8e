// The tickets of one raffle with their holders, as a file (answers 124, 125).
import { Router } from 'express'

import { boardById } from '#projections/raffle-board/queries.ts'
import { lastNumberOf, registerWithHolders } from '#projections/ticket-register/queries.ts'
import type { RegisterFilter } from '#projections/ticket-register/queries.ts'

import { recordAct } from '../../commands/staff-acts.ts'
import type { ActNeeds } from '../../commands/staff-acts.ts'
import { entriesExportQuery } from '../../contract/admin-raffles.ts'
import { askOne } from '../../io/ask.ts'
import type { Database } from '../../io/database.ts'
import { csvFileName, pagesAhead, sendCsv } from '../csv.ts'
import { entriesHeader, entryLines } from '../entry-rows.ts'
import { notFound } from '../problem.ts'
import { actorOf, raffleIdOf } from './admin-shared.ts'

const readers = ['owner', 'manager', 'auditor', 'regulator'] as const

/** A page has the ranges that begin in so many numbers; a range is one line of an order. */
const NUMBERS_PER_PAGE = 2_500
/** Looking up whose a range is costs more than writing its lines: two connections do it. */
const PAGES_AHEAD = 2

export type EntriesNeeds = Pick<ActNeeds, 'store'> & { database: Database; now: () => Date }

export function adminEntryRoutes(needs: EntriesNeeds): Router {
  const router = Router()
  const { database, now } = needs

  router.get('/api/admin/raffles/:id/export', async (request, response) => {
    const actor = actorOf(request, response, readers)
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
      pages: entryLines(rangesOf(database, { raffleId, ...days })),
    })
  })

  return router
}

async function* rangesOf(database: Database, filter: RegisterFilter) {
  const last = (await askOne(database, lastNumberOf(filter.raffleId))) ?? 0
  const reads = Array.from({ length: Math.ceil(last / NUMBERS_PER_PAGE) }, (_, index) => {
    const above = index * NUMBERS_PER_PAGE
    const page = registerWithHolders({ ...filter, above, upTo: above + NUMBERS_PER_PAGE })
    return async () => (await askOne(database, page)) ?? []
  })
  yield* pagesAhead(reads, PAGES_AHEAD)
}
