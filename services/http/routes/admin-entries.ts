// The tickets of one raffle with their holders, as a file (answers 124, 125).
import { Router } from 'express'

import type { CommandId } from '#events/kernel/ids.ts'
import { boardById } from '#projections/raffle-board/queries.ts'
import { registerWithHolders } from '#projections/ticket-register/queries.ts'
import type { HolderRow, RegisterFilter } from '#projections/ticket-register/queries.ts'

import { noteAct } from '../../commands/audit.ts'
import { entriesExportQuery } from '../../contract/admin-raffles.ts'
import { newId } from '../../ids.ts'
import { askOne } from '../../io/ask.ts'
import type { Database } from '../../io/database.ts'
import { csvFileName, pagesOf, sendCsv } from '../csv.ts'
import { entriesHeader, entryLines } from '../entry-rows.ts'
import { notFound } from '../problem.ts'
import { actorOf, raffleIdOf } from './admin-shared.ts'

const readers = ['owner', 'manager', 'auditor', 'regulator'] as const

/** Ranges of numbers a page; a range is one line of an order. */
const RANGES_PER_PAGE = 2_000

export type EntriesNeeds = { database: Database; now: () => Date }

export function adminEntryRoutes({ database, now }: EntriesNeeds): Router {
  const router = Router()

  router.get('/api/admin/raffles/:id/export', async (request, response) => {
    const actor = actorOf(request, response, readers)
    const raffleId = raffleIdOf(request)
    const days = entriesExportQuery.parse(request.query)
    const raffle = await askOne(database, boardById(raffleId))
    if (raffle === undefined) throw notFound()

    // Noted before it is sent: what has left the house, even half of it, stands in the trail.
    await noteAct(database, {
      subject: `raffle/${raffleId}`,
      commandId: newId<CommandId>(),
      actor,
      act: 'export entries',
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

const rangesOf = (database: Database, filter: RegisterFilter) =>
  pagesOf(async (last: HolderRow | null) => {
    const page = { ...filter, after: last?.first ?? 0, limit: RANGES_PER_PAGE }
    return (await askOne(database, registerWithHolders(page))) ?? []
  })
