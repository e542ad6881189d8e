import { afterEach, expect, it } from 'vitest'

import { reactorLags } from '../workers/reactor-lag.ts'
import type { TestDatabase } from '../testing/database.ts'
import { line, order, orderIdOf, projected, rafflePublished, type Told } from '../testing/story.ts'
import { ordersOfDay, ordersUnfinishedSeconds } from './watched-figures.ts'

let db: TestDatabase
afterEach(() => db.drop())

const one = line(1, { product: 1, raffle: 1, quantity: 2 })
const bought = order(1, { lines: [one] })

/** The order as told, and a note that its tickets are still to be given out. */
async function watched(...told: Told[]): Promise<void> {
  db = await projected([...rafflePublished(1), ...told])
  await db.owner.query(
    `insert into order_contacts (order_id, name, email, phone, language, created_at, finish_due_at)
     values ($1, 'Nour', 'nour@example.com', '+96170123456', 'en', clock_now(), clock_now())`,
    [orderIdOf(1)],
  )
}

it('an order is unfinished from its payment until its tickets, and not before', async () => {
  await watched(bought.placed(), bought.attempted())
  expect(await ordersUnfinishedSeconds(db.database)).toBe(0)
})

it('says how long the oldest has waited', async () => {
  const paidAt = new Date(Date.now() - 300_000).toISOString()
  await watched(bought.placed(), bought.attempted(), bought.paid(paidAt))
  const seconds = await ordersUnfinishedSeconds(db.database)
  expect(seconds).toBeGreaterThanOrEqual(300)
  expect(seconds).toBeLessThan(360)
})

it('is silent once the tickets are there', async () => {
  await watched(bought.placed(), bought.attempted(), bought.paid(), ...bought.granted(one, 1, 4))
  expect(await ordersUnfinishedSeconds(db.database)).toBe(0)
})

it('counts the orders of the last day by what they are', async () => {
  await watched(bought.placed(), bought.attempted())
  expect(await ordersOfDay(db.database)).toEqual({
    pending: 0,
    paid: 0,
    completed: 0,
    cancelled: 0,
  })
  await db.owner.query(`update order_status_v1_1 set placed_at = clock_now()`)
  expect(await ordersOfDay(db.database)).toMatchObject({ pending: 1, paid: 0 })
})

it('a reactor is as late as the oldest fact above its mark', async () => {
  await watched(bought.placed(), bought.attempted())
  await db.owner.query(
    `insert into reactors (log_id, name, position)
     select log_id, name, case name when 'receipts' then 0 else head end
       from logs, unnest(array['receipts', 'erasures']) as named (name)`,
  )
  await db.owner.query(
    `insert into reactors (log_id, name) values ('', 'receipts'), ('', 'erasures')`,
  )
  const { receipts, erasures } = await reactorLags(db.database)
  expect(erasures).toBe(0)
  expect(receipts).toBeGreaterThan(0)
})
