import { afterEach, expect, it } from 'vitest'

import { ask } from '#services/io/ask.ts'
import type { TestDatabase } from '#services/testing/database.ts'
import { line, order, projected } from '#services/testing/story.ts'
import { digestReadModels } from '#services/workers/digest.ts'
import { rebuild } from '#services/workers/rebuild.ts'

import { allProjections } from '../all.ts'
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

it('a sale nobody had paid is taken back, a duty that was a mistake takes nothing', async () => {
  const [never, mistake] = [refund('returned', 2_500).due, refund('returned', 700).due]
  const undone = { cause: 'cancelled' as const, refundId: 'returned', currency: 'USD' as const }
  const cash = { amountCents: 2_500, reason: 'never_paid' as const, method: 'cash' as const }
  const slip = { amountCents: 700, reason: 'mistake' as const, method: null }
  db = await projected([
    first.placed(),
    first.paid(),
    first.tell(never),
    first.tell({ type: 'RefundWithdrawn', data: { ...undone, ...cash } }),
    second.placed(),
    second.paid(),
    second.tell(mistake),
    second.tell({ type: 'RefundWithdrawn', data: { ...undone, ...slip } }),
  ])

  const { rows } = await db.owner.query(
    'select paid_cents, method, paid_at is not null as is_back from sales_refunds order by 1',
  )
  expect(rows).toEqual([
    { paid_cents: 2_500, method: 'cash', is_back: true },
    { paid_cents: null, method: null, is_back: false },
  ])
  const balances = await ask(db.database, accountBalances())
  expect(balances.reduce((sum, { balanceCents }) => sum + balanceCents, 0)).toBe(0)
  expect(balances.find(({ account }) => account === 'refunds_due')?.balanceCents ?? 0).toBe(0)
})

it('a refund that was not paid after all takes nothing from the revenue', async () => {
  const { due, paid } = refund('returned', 700)
  const { data } = paid
  db = await projected([
    first.placed(),
    first.paid(),
    first.tell(due),
    first.tell(paid),
    first.tell({ type: 'RefundPaymentWithdrawn', data }),
  ])
  const { rows } = await db.owner.query('select paid_cents, paid_at, method from sales_refunds')
  expect(rows).toEqual([{ paid_cents: null, paid_at: null, method: null }])
  const balances = await ask(db.database, accountBalances())
  expect(balances.find(({ account }) => account === 'refunds_due')?.balanceCents).toBe(-700)
})

it('a sale and its day have the method that was corrected, all else as it was', async () => {
  const taken = { attemptId: null, method: 'whish' } as const
  const paidAt = '2026-03-01T21:59:59.999Z'
  const totals = { amountCents: first.totalCents, currency: 'USD', paidAt } as const
  db = await projected([
    first.placed(),
    first.paid(paidAt, taken),
    second.placed(),
    second.paid(paidAt, taken),
    first.tell({ type: 'PaymentMethodCorrected', data: { from: 'whish', to: 'cash', ...totals } }),
  ])

  const { rows: sold } = await db.owner.query(
    'select method, paid_at, subtotal_cents from sales_orders order by subtotal_cents',
  )
  const at = new Date(paidAt)
  expect(sold).toEqual([
    { method: 'cash', paid_at: at, subtotal_cents: 1_000 },
    { method: 'whish', paid_at: at, subtotal_cents: 3_000 },
  ])
  const { rows: days } = await db.owner.query(
    `select day::text, method, paid, gross_cents
       from insight_days where paid <> 0 order by method`,
  )
  expect(days).toEqual([
    { day: '2026-03-01', method: 'cash', paid: 1, gross_cents: 1_500 },
    { day: '2026-03-01', method: 'whish', paid: 1, gross_cents: 3_000 },
  ])
  // Sold and corrected in one page: a live projector helps itself with smaller ones, a rebuild has
  // no other.
  const live = await digestReadModels(db.owner, allProjections)
  await rebuild({ owner: db.owner, projections: allProjections })
  expect(await digestReadModels(db.owner, allProjections)).toEqual(live)
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
