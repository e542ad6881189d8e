import { afterEach, expect, it } from 'vitest'

import { ask, askOne } from '#services/io/ask.ts'
import type { TestDatabase } from '#services/testing/database.ts'
import { unpaid } from '#services/testing/sales-tale.ts'
import {
  customerIdOf,
  line,
  order,
  projected,
  rafflePublished,
  raffleIdOf,
  registered,
} from '#services/testing/story.ts'

import { customerById, customersAfter, customersCount, customersPage } from './queries.ts'

let db: TestDatabase
afterEach(() => db.drop())

const customerId = customerIdOf(1)
const goods = (n: number) => [line(n, { product: n, raffle: null })]

it('totals count orders ever paid and pending manual ones, and money that stayed', async () => {
  const ticketed = line(1, { product: 1, raffle: 1, quantity: 2 })
  const paid = order(1, { lines: [ticketed], customerId })
  const completed = order(2, { lines: goods(2), customerId })
  const manual = order(3, { lines: goods(3), customerId, orderType: 'offline' })
  const abandoned = order(4, { lines: goods(4), customerId })
  const returned = order(5, { lines: goods(5), customerId })
  db = await projected([
    ...rafflePublished(1),
    registered(1),
    paid.placed(),
    paid.paid(),
    ...paid.granted(ticketed, 1, 4),
    completed.placed(),
    completed.paid(),
    completed.tell({ type: 'OrderCompleted', data: {} }),
    manual.placed(),
    returned.placed(),
    returned.paid(),
    returned.tell({ type: 'OrderCancelled', data: { reason: 'returned' } }),
    abandoned.placed('2026-03-20T10:00:00.000Z'),
    {
      stream: `raffle/${raffleIdOf(1)}`,
      event: { type: 'TicketsVoided', data: { ranges: [[4, 4]], reason: 'returned' } },
    },
  ])
  await enrol(1, null, '+96170000001')

  const customer = await askOne(db.database, customerById(customerId))

  expect(customer).toMatchObject({
    customerId,
    fullName: null,
    totalOrders: 4,
    totalSpentCents: paid.totalCents + completed.totalCents,
    completedOrders: 1,
    completedSpentCents: completed.totalCents,
    totalTickets: 3,
  })
  expect(customer?.lastOrderAt?.toISOString()).toMatch(/^2026-03-01/)
})

it('what nobody had paid is no order of theirs, and was paid at no time', async () => {
  const cash = { method: 'cash' as const, paidAt: '2026-03-01T10:00:00.000Z' }
  const never = order(1, { lines: goods(3), customerId, orderType: 'offline' })
  db = await projected([
    registered(1),
    never.placed(),
    never.paid(cash.paidAt, { attemptId: null, method: 'cash' }),
    never.tell({ type: 'OrderCancelled', data: { reason: 'staff' } }),
    ...unpaid(never, cash),
  ])
  await enrol(1, null, '+96170000001')
  expect(await askOne(db.database, customerById(customerId))).toMatchObject({
    totalOrders: 0,
    totalSpentCents: 0,
    lastOrderAt: null,
  })
  const { rows } = await db.owner.query('select status, paid_at from order_status')
  expect(rows).toEqual([{ status: 'cancelled', paid_at: null }])
})

it('customers are found by a part of their name, phone or e-mail, newest first', async () => {
  db = await projected([registered(1), registered(2), registered(3)])
  await enrol(1, 'Rana Haddad', '+96170111111')
  await enrol(2, 'Karim 50%', '+96171222222')
  await enrol(3, null, null)
  await db.owner.query(
    `insert into people (person_id, email, role, password_hash, created_at)
     values (gen_random_uuid(), 'rana@shop.example', 'cashier', 'x', now())`,
  )
  const found = async (search?: string) => {
    const rows = await ask(db.database, customersPage({ search, limit: 20, offset: 0 }))
    expect(await ask(db.database, customersCount({ search }))).toEqual([rows.length])
    const first = await ask(db.database, customersAfter({ search, limit: 1, after: null }))
    const rest = await ask(db.database, customersAfter({ search, limit: 20, after: first[0]! }))
    expect([...first, ...rest]).toEqual(rows)
    return rows.map(({ customerId: id }) => id)
  }

  expect(await found()).toEqual([customerIdOf(3), customerIdOf(2), customerIdOf(1)])
  const [rana, karim] = [[customerIdOf(1)], [customerIdOf(2)]]
  for (const part of ['haddad', 'RANA', '70 111', '+961 70-111', '070111'])
    expect(await found(part)).toEqual(rana)
  for (const part of ['٧٠١١١١١١', '۰۷۰ ۱۱۱', '+٩٦١ ٧٠', '0096170111111', '+961 070111', '70/111'])
    expect(await found(part)).toEqual(rana)
  for (const part of ['71222', '50%', '%', '2@example']) expect(await found(part)).toEqual(karim)
})

/** The row that names a customer, which no fact holds; a second later for each. */
async function enrol(n: number, name: string | null, phone: string | null): Promise<void> {
  await db.owner.query(
    `insert into people (person_id, full_name, phone, email, created_at)
     values ($1, $2, $3, $4, timestamptz '2026-03-01T00:00:00Z' + $5 * interval '1 s')`,
    [customerIdOf(n), name, phone, n === 2 ? `k${n}@example.com` : null, n],
  )
}
