import { afterEach, expect, it } from 'vitest'

import { ask } from '#services/io/ask.ts'
import type { TestDatabase } from '#services/testing/database.ts'
import { line, order, projected } from '#services/testing/story.ts'

import { accountBalances } from './queries.ts'

let db: TestDatabase
afterEach(() => db.drop())

const goods = (n: number, product: number) => [line(n, { product, raffle: null })]
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

it('an order was sold when it was paid, whenever that is read', async () => {
  db = await projected([
    first.placed(),
    first.paid('2026-03-01T21:59:59.999Z'),
    second.placed(),
    second.paid('2026-03-01T22:00:00.000Z'),
  ])

  const { rows } = await db.owner.query<{ paid_at: Date }>(
    'select paid_at from sales_orders order by paid_at',
  )
  expect(rows.map(({ paid_at }) => paid_at.toISOString())).toEqual([
    '2026-03-01T21:59:59.999Z',
    '2026-03-01T22:00:00.000Z',
  ])
})
