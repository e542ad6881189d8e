// What the signed-in customer has ordered and won entries with. Another person's id does not exist.
import { Router } from 'express'
import type { Response } from 'express'

import { rafflePhase } from '#events/raffle/phase.ts'
import { customerOrdersCount, customerOrdersPage } from '#projections/customer-orders/queries.ts'
import { raffleEntriesCount, raffleEntriesPage } from '#projections/raffle-entries/queries.ts'
import type { RaffleEntryRow } from '#projections/raffle-entries/queries.ts'

import { moneyOf } from '../../commands/price-purchase.ts'
import type { RaffleEntry } from '../../contract/entries.ts'
import { pageQuerySchema } from '../../contract/shared.ts'
import { ask, askOne } from '../../io/ask.ts'
import type { Queryable } from '../../io/database.ts'
import { ordersOnWire } from '../order-rows.ts'
import { imagePath, ticketNumbers, wonTicketOf } from '../order-view.ts'
import { notYours } from '../problem.ts'
import { requireCustomer } from '../session.ts'

export type UserOrderNeeds = { database: Queryable; now: () => Date }

export function userOrderRoutes({ database, now }: UserOrderNeeds): Router {
  const router = Router()

  router.get('/api/users/:id/purchases', async (request, response) => {
    const customerId = requireOwn(request.params.id, response)
    const { page, limit } = pageQuerySchema.parse(request.query)
    const offset = (page - 1) * limit

    const [rows, total = 0] = await Promise.all([
      ask(database, customerOrdersPage({ customerId, limit, offset })),
      askOne(database, customerOrdersCount(customerId)),
    ])

    const data = await ordersOnWire(database, rows)
    response.json({ data, pagination: { hasMore: offset + rows.length < total, total } })
  })

  router.get('/api/users/:id/raffle-entries', async (request, response) => {
    const customerId = requireOwn(request.params.id, response)
    const { page, limit } = pageQuerySchema.parse(request.query)
    const offset = (page - 1) * limit

    const [rows, total = 0] = await Promise.all([
      ask(database, raffleEntriesPage({ customerId, limit, offset })),
      askOne(database, raffleEntriesCount(customerId)),
    ])

    const at = now().toISOString()
    const data = rows.map((row) => entryOnWire(row, at))
    response.json({ data, pagination: { hasMore: offset + rows.length < total, total } })
  })

  return router
}

function requireOwn(id: string, response: Response): string {
  const { person } = requireCustomer(response)
  if (id !== person.personId) throw notYours()
  return id
}

const entryOnWire = (row: RaffleEntryRow, now: string): RaffleEntry => ({
  id: row.lineId,
  raffleId: row.raffleId,
  raffleName: row.raffleName,
  raffleImage: imagePath(row.raffleImage),
  raffleValue: moneyOf(row.prizeValueCents),
  raffleStatus: row.raffleStatus,
  tickets: row.last - row.first + 1,
  ticketNumbers: ticketNumbers(row.first, row.last),
  createdAt: row.grantedAt.toISOString(),
  orderId: row.orderId,
  raffleEndsAt: row.raffleClosesAt === '' ? null : row.raffleClosesAt,
  rafflePhase: rafflePhase(
    {
      status: row.raffleStatus,
      opensAt: row.raffleOpensAt,
      closesAt: row.raffleClosesAt,
      ticketsMax: row.raffleTicketsMax,
      issued: row.raffleIssued,
      isFrozen: row.isRaffleFrozen,
    },
    now,
  ),
  voidNumbers: row.voided.flatMap(([first, last]) => ticketNumbers(first, last)),
  won: wonTicketOf(row.won),
})
