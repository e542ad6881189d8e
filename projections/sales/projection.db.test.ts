import { afterEach, expect, it } from 'vitest'

import { ask, askOne } from '#services/io/ask.ts'
import type { TestDatabase } from '#services/testing/database.ts'
import {
  attemptIdOf,
  customerIdOf,
  line,
  order,
  productIdOf,
  productListed,
  projected,
  registered,
} from '#services/testing/story.ts'

import {
  accountBalances,
  buyerFigures,
  salesByDay,
  salesByMethod,
  salesFigures,
  topProducts,
} from './queries.ts'

let db: TestDatabase
afterEach(() => db.drop())

const always = { startDate: null, endDate: null }
const onDay = (day: string) => ({ startDate: day, endDate: day })
const goods = (n: number, product: number) => [line(n, { product, raffle: null })]
const boughtBy = (customer: number, n: number) =>
  order(n, { lines: goods(n, 1), customerId: customerIdOf(customer) })
const first = order(1, { lines: goods(1, 1), shippingCents: 500, shippingMethod: 'delivery' })
const second = order(2, { lines: goods(2, 3) })

const refund = (cause: 'returned' | 'paid_twice', amountCents: number) => ({
  due: {
    type: 'RefundDue' as const,
    data: {
      refundId: cause,
      lineId: null,
      attemptId: null,
      amountCents,
      currency: 'USD' as const,
      cause,
    },
  },
  paid: {
    type: 'RefundPaid' as const,
    data: { refundId: cause, amountCents, currency: 'USD' as const, method: 'cash' as const },
  },
})

it('revenue is what was paid, on its Beirut day, less what was paid back on that day', async () => {
  const back = refund('returned', 700)
  db = await projected([
    first.placed(),
    // Half past midnight of 2 March in Beirut.
    first.paid('2026-03-01T22:30:00.000Z'),
    second.placed(),
    second.paid('2026-03-01T12:00:00.000Z', { method: 'montypay' }),
    second.tell(back.due, '2026-03-03T10:00:00.000Z'),
    second.tell(back.paid, '2026-03-04T10:00:00.000Z'),
  ])

  expect(await ask(db.database, salesByDay(always))).toEqual([
    { day: '2026-03-01', orders: 1, grossCents: 3_000, refundedCents: 0 },
    { day: '2026-03-02', orders: 1, grossCents: 1_500, refundedCents: 0 },
    { day: '2026-03-04', orders: 0, grossCents: 0, refundedCents: 700 },
  ])
  expect(await askOne(db.database, salesFigures(always))).toEqual({
    revenueCents: 3_800,
    orders: 2,
    grossCents: 4_500,
    refundedCents: 700,
  })
  const monthEnd = await askOne(db.database, salesFigures(onDay('2026-03-02')))
  expect(monthEnd).toMatchObject({ revenueCents: 1_500, orders: 1 })
  expect(await ask(db.database, salesByMethod(always))).toEqual([
    { method: 'montypay', orders: 1, revenueCents: 3_000 },
    { method: 'whishpay', orders: 1, revenueCents: 1_500 },
  ])
})

it('money on top was never revenue, so giving it back takes nothing away', async () => {
  const back = refund('paid_twice', 1_500)
  db = await projected([
    first.placed(),
    first.paid(),
    first.paid('2026-03-01T11:00:00.000Z', { attemptId: attemptIdOf(9), sale: null }),
    first.tell(back.due),
    first.tell(back.paid),
  ])

  expect(await askOne(db.database, salesFigures(always))).toEqual({
    revenueCents: 1_500,
    orders: 1,
    grossCents: 1_500,
    refundedCents: 0,
  })
})

it('the books balance after every kind of money', async () => {
  const back = refund('returned', 700)
  db = await projected([
    first.placed(),
    first.paid(),
    first.tell(back.due),
    second.placed(),
    second.paid(),
    second.tell(refund('paid_twice', 300).due),
  ])

  const balances = await ask(db.database, accountBalances())
  expect(balances.reduce((sum, { balanceCents }) => sum + balanceCents, 0)).toBe(0)
  expect(Object.fromEntries(balances.map((one) => [one.account, one.balanceCents]))).toMatchObject({
    sales: -4_000,
    shipping: -500,
    refunds_due: -1_000,
    provider_clearing: 4_500,
  })
})

it('top products earn without shipping, and only when paid', async () => {
  db = await projected([
    ...productListed(1, null),
    first.placed(),
    first.paid(),
    second.placed(),
    order(3, { lines: goods(3, 1) }).placed(),
  ])

  expect(await ask(db.database, topProducts({ ...always, limit: 3 }))).toEqual([
    { productId: productIdOf(1), name: 'Product 1', revenueCents: 1_000 },
  ])
})

it('a buyer is new in the window of his first paid order, and returning after it', async () => {
  db = await projected([
    registered(1),
    registered(2),
    registered(3, '2026-03-09T10:00:00.000Z'),
    boughtBy(1, 1).placed(),
    boughtBy(1, 1).paid('2026-03-01T10:00:00.000Z'),
    boughtBy(1, 2).placed(),
    boughtBy(1, 2).paid('2026-03-05T10:00:00.000Z'),
    boughtBy(2, 3).placed(),
    boughtBy(2, 3).paid('2026-03-05T11:00:00.000Z'),
  ])

  expect(await askOne(db.database, buyerFigures(onDay('2026-03-05')))).toEqual({
    totalCustomers: 2,
    newCustomers: 1,
    returningCustomers: 1,
  })
  expect(await askOne(db.database, buyerFigures(always))).toEqual({
    totalCustomers: 3,
    newCustomers: 2,
    returningCustomers: 0,
  })
})
