import { afterEach, expect, it } from 'vitest'

import { ask } from '#services/io/ask.ts'
import type { TestDatabase } from '#services/testing/database.ts'
import { customerIdOf, line, order, orderIdOf, projected } from '#services/testing/story.ts'
import type { Told } from '#services/testing/story.ts'

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
