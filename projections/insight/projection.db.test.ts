// The sums of days are the same whether facts come together or one by one: an order placed on one
// day and paid on another, and a payment of which staff say days later that nobody had made it.
import { afterEach, expect, it } from 'vitest'

import { allProjections } from '#projections/all.ts'
import { insertFacts } from '#services/bench/synthetic-shop.ts'
import { testDatabase, type TestDatabase } from '#services/testing/database.ts'
import { unpaid } from '#services/testing/sales-tale.ts'
import { customerIdOf, line, numbered, order } from '#services/testing/story.ts'
import { openProjector } from '#services/workers/projector.ts'

import { insight } from './projection.ts'

let db: TestDatabase | undefined
afterEach(async () => {
  await db?.drop()
  db = undefined
})

const taken = { orderType: 'offline', paymentMethod: 'cash' } as const
const goods = (n: number) => ({ lines: [line(n, { product: 3, raffle: null })], ...taken })
const kept = order(1, { ...goods(1), customerId: customerIdOf(1) })
const never = order(2, { ...goods(2), shippingCents: 500, customerId: customerIdOf(2) })
const byHand = { attemptId: null, method: 'cash' } as const
const [first, second, third] = ['2026-03-01', '2026-03-03', '2026-03-05'].map(
  (day) => `${day}T10:00:00.000Z`,
) as [string, string, string]
const facts = numbered([
  kept.placed(first),
  never.placed(first),
  { ...kept.paid(second, byHand), at: second },
  { ...never.paid(second, byHand), at: second },
  ...unpaid(never, { method: 'cash', paidAt: second }).map((fact) => ({ ...fact, at: third })),
])

async function told(sizes: number): Promise<Record<string, unknown[]>> {
  db = await testDatabase()
  const projector = openProjector({ database: db.database, projections: allProjections })
  for (let at = 0; at < facts.length; at += sizes) {
    await insertFacts(db.owner, facts.slice(at, at + sizes))
    await projector.catchUp()
  }
  const tables: Record<string, unknown[]> = {}
  for (const { name, key } of insight.tables) {
    const { rows } = await db.owner.query(`select * from ${name} order by ${key.join(', ')}`)
    tables[name] = rows
  }
  await db.drop()
  db = undefined
  return tables
}

it('a payment that nobody made is in no figure, and what was placed stays', async () => {
  const { insight_days, insight_products, insight_orders } = await told(facts.length)
  const none = { paid: 0, gross_cents: 0 }
  expect(insight_days).toMatchObject([
    { day: '2026-03-01', placed: 2, converted: 1, ...none },
    { day: '2026-03-03', placed: 0, converted: 0, paid: 1, gross_cents: 3_000 },
  ])
  expect(insight_products).toMatchObject([{ quantity: 1, revenue_cents: 3_000 }])
  expect(insight_orders).toMatchObject([
    { order_id: kept.id, paid_method: 'cash' },
    { order_id: never.id, paid_at: null, paid_method: null },
  ])
})

it.each([1, 3, 7])('comes to the same, %i facts at a time', async (size) => {
  expect(await told(size)).toEqual(await told(facts.length))
})
