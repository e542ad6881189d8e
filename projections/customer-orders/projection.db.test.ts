import { afterEach, describe, expect, it } from 'vitest'

import { insertFacts } from '#services/bench/synthetic-shop.ts'
import { ask } from '#services/io/ask.ts'
import { testDatabase, type TestDatabase } from '#services/testing/database.ts'
import {
  customerIdOf,
  line,
  numbered,
  order,
  orderIdOf,
  projected,
} from '#services/testing/story.ts'
import type { Told } from '#services/testing/story.ts'
import { until } from '#services/testing/until.ts'
import { applyPage } from '#services/workers/apply-page.ts'
import { openProjector } from '#services/workers/projector.ts'
import { rebuild } from '#services/workers/rebuild.ts'

import { insight } from '../insight/projection.ts'
import { customerOrders } from './projection.ts'
import { customerOrdersCount, customerOrdersPage } from './queries.ts'

let db: TestDatabase
afterEach(() => db.drop())

const goods = (n: number) => [line(n, { product: 1, raffle: null })]
const claim = (customer: number, ...orders: number[]): Told => ({
  stream: `customer/${customerIdOf(customer)}`,
  event: { type: 'OrdersClaimed', data: { orderIds: orders.map(orderIdOf) } },
})

const own = async (customer: number, page = { limit: 20, offset: 0 }) => {
  const customerId = customerIdOf(customer)
  const rows = await ask(db.database, customerOrdersPage({ customerId, ...page }))
  return rows.map(({ reference }) => reference)
}

it('a customer has the orders placed signed in and those claimed later, newest first', async () => {
  db = await projected([
    order(1, { lines: goods(1), customerId: customerIdOf(1) }).placed(),
    order(2, { lines: goods(2) }).placed(),
    order(3, { lines: goods(3), customerId: customerIdOf(2) }).placed(),
    claim(1, 2),
  ])

  expect(await own(1)).toEqual(['QR-000002', 'QR-000001'])
  expect(await own(2)).toEqual(['QR-000003'])
  expect(await own(1, { limit: 1, offset: 1 })).toEqual(['QR-000001'])
  expect(await ask(db.database, customerOrdersCount(customerIdOf(1)))).toEqual([2])
})

it('a claim may be read before the order it names', async () => {
  db = await projected([claim(1, 1), order(1, { lines: goods(1) }).placed()])

  expect(await own(1)).toEqual(['QR-000001'])
})

describe('of two claims in two logs', () => {
  const projections = [customerOrders, insight]
  const moment = '2026-03-02T10:00:00.000Z'
  const placed = order(1, { lines: goods(1) }).placed()

  /** The order and the first claim in one log, the second claim in another one. */
  function inTwoLogs(first: Told, second: Told) {
    const [one, two, three] = numbered([placed, first, second])
    return { own: [one!, two!], other: [{ ...three!, logId: 'shop/1', position: 1 }] }
  }

  async function expectOwner(customer: number, at: Date) {
    const claim = { claimed_by: customerIdOf(customer), claimed_at: at }
    for (const table of ['customer_orders', 'insight_orders']) {
      const { rows } = await db.owner.query(`select claimed_by, claimed_at from ${table}`)
      expect({ table, rows }).toEqual({ table, rows: [claim] })
    }
  }

  const later = inTwoLogs(claim(2, 1), claim(1, 1))
  const atOnce = inTwoLogs({ ...claim(2, 1), at: moment }, { ...claim(1, 1), at: moment })

  it.each([
    ['the later one counts', [later.own, later.other], 1],
    ['the later one counts, though it is read first', [later.other, later.own], 1],
    ['of one millisecond the greater id counts', [atOnce.own, atOnce.other], 2],
    ['of one millisecond the greater id counts, read last', [atOnce.other, atOnce.own], 2],
  ])('%s', async (_what, parts, customer) => {
    db = await testDatabase()
    const projector = openProjector({ database: db.database, projections })
    for (const part of parts) {
      await insertFacts(db.owner, part)
      await projector.catchUp()
    }
    const at = customer === 1 ? later.other[0]!.recordedAt : new Date(moment)
    await expectOwner(customer, at)

    await rebuild({ owner: db.owner, projections })
    await expectOwner(customer, at)
  })

  it('the later one stays where two projectors read them at one moment', async () => {
    const { own, other } = later
    db = await testDatabase()
    await insertFacts(db.owner, own.slice(0, 1))
    await openProjector({ database: db.database, projections }).catchUp()
    const target = { projection: customerOrders, build: { version: 1, generation: 1 } }
    const isHeldUp = async () => {
      const { rows } = await db.owner.query(
        `select
           from pg_locks
           join pg_stat_activity using (pid)
          where not granted and datname = current_database()`,
      )
      return rows.length > 0
    }
    let earlier = Promise.resolve()

    await db.database.transaction(async (tx) => {
      await applyPage(tx, target, [{ ...other[0]!, meta: {} }])
      earlier = db.database.transaction((second) =>
        applyPage(second, target, [{ ...own[1]!, meta: {} }]),
      )
      await until('the other one waits', isHeldUp)
    })
    await earlier

    const { rows } = await db.owner.query('select claimed_by from customer_orders')
    expect(rows).toEqual([{ claimed_by: customerIdOf(1) }])
  })
})
