// What the insight page says, held against facts that are few enough to count by hand.
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'

import { decimalOf } from '#events/kernel/money.ts'
import { insight } from '#projections/insight/projection.ts'
import { shifted } from '#projections/insight/periods.ts'

import type { Insight } from '../contract/admin-insight.ts'
import { naiveBuyers } from '../testing/naive-figures.ts'
import { dayOfTale, salesTale } from '../testing/sales-tale.ts'
import type { TestDatabase } from '../testing/database.ts'
import {
  customerIdOf,
  line,
  order,
  projected,
  raffleIdOf,
  rafflePublished,
  type Told,
} from '../testing/story.ts'
import { rebuild } from '../workers/rebuild.ts'
import { insightOf } from './insight-view.ts'

let db: TestDatabase
afterEach(() => db.drop())

const november = { timeRange: 'custom' as const, startDate: '2026-11-01', endDate: '2026-11-30' }
const NOW = new Date('2026-11-21T12:00:00.000Z')

const hasBuyers = ({ newBuyers, returningBuyers }: Insight['months'][number]) =>
  newBuyers + returningBuyers > 0

it('counts the way from cart to paid, by method, and who came back', async () => {
  const goods = (n: number) => [line(n, { product: 1, raffle: null })]
  const of = (n: number, customer: number) =>
    order(n, { lines: goods(n), customerId: customerIdOf(customer) })
  const atDesk = order(5, { lines: goods(5), orderType: 'offline', paymentMethod: 'cash' })
  db = await projected([
    of(1, 1).placed('2026-10-30T10:00:00.000Z'),
    of(1, 1).paid('2026-10-30T10:01:00.000Z'),
    of(2, 1).placed('2026-11-02T10:00:00.000Z'),
    of(2, 1).paid('2026-11-02T10:01:00.000Z', { method: 'whish', attemptId: null }),
    of(3, 2).placed('2026-11-02T11:00:00.000Z'),
    of(3, 2).paid('2026-11-02T11:01:00.000Z'),
    of(4, 2).placed('2026-11-03T10:00:00.000Z'),
    atDesk.placed('2026-11-03T11:00:00.000Z'),
    atDesk.paid('2026-11-03T11:00:00.000Z', { method: 'cash', attemptId: null }),
  ])
  await db.owner.query(`insert into tracked_counts (on_day, name, times)
    values ('2026-11-02', 'add_to_cart', 9), ('2026-11-03', 'begin_checkout', 5),
           ('2026-10-31', 'add_to_cart', 7)`)

  const answer = await insightOf(db.database, { asked: november, now: NOW })

  expect(answer.funnel.map(({ count }) => count)).toEqual([9, 5, 3, 2])
  expect(answer.methods).toEqual([
    { method: 'whishpay', placed: 3, paid: 2 },
    { method: 'cash', placed: 1, paid: 1 },
  ])
  expect(answer.kpis).toEqual({
    conversion: 0.75,
    repeatBuyers: 0.5,
    refunded: 0,
    revenuePerBuyer: '10.00',
  })
  expect(answer.months).toEqual([
    { month: '2026-10-01', newBuyers: 1, returningBuyers: 0 },
    { month: '2026-11-01', newBuyers: 1, returningBuyers: 1 },
  ])
  expect(answer.rush?.day).toBe('2026-11-02')
  expect(answer.rush?.hours.filter(({ orders }) => orders > 0)).toHaveLength(2)
})

it('shows the last twelve months of Beirut, whether anybody bought in them or not', async () => {
  const bought = (n: number, customer: number, at: string) => {
    const lines = [line(n, { product: 1, raffle: null })]
    const one = order(n, { lines, customerId: customerIdOf(customer) })
    return [one.placed(at), one.paid(at)]
  }
  db = await projected([
    ...bought(1, 1, '2025-09-15T10:00:00.000Z'),
    ...bought(2, 2, '2025-11-30T22:30:00.000Z'), // in Beirut it is December by then
    ...bought(3, 1, '2026-03-10T10:00:00.000Z'),
  ])
  const monthsAt = async (now: string) =>
    (await insightOf(db.database, { asked: november, now: new Date(now) })).months

  const months = await monthsAt('2026-11-30T21:59:59.999Z')
  expect(months.map(({ month }) => month)).toEqual([
    '2025-12-01',
    ...Array.from({ length: 11 }, (_, n) => `2026-${String(n + 1).padStart(2, '0')}-01`),
  ])
  expect(months.filter(hasBuyers)).toEqual([
    { month: '2025-12-01', newBuyers: 1, returningBuyers: 0 },
    { month: '2026-03-01', newBuyers: 0, returningBuyers: 1 },
  ])
  expect((await monthsAt('2026-11-30T22:00:00.000Z')).at(-1)?.month).toBe('2026-12-01')
})

it('counts buyers as a count over every fact does, also when it was made anew', async () => {
  const [told, ...days] = [
    ...(fc.sample(salesTale, { seed: 7, numRuns: 1 }) as [Told[]]),
    ...(fc.sample(dayOfTale, { seed: 7, numRuns: 6 }) as string[]),
  ] as [Told[], ...string[]]
  db = await projected(told)
  const expectHonest = async (startDate: string | null, endDate: string | null) => {
    const asked =
      startDate === null || endDate === null
        ? { timeRange: 'all' as const }
        : { timeRange: 'custom' as const, startDate, endDate }
    const { kpis, months } = await insightOf(db.database, { asked, now: NOW })
    const naive = naiveBuyers(told, { startDate, endDate })
    const share = (part: number, whole: number) =>
      whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000
    expect(kpis.repeatBuyers).toBe(share(naive.boughtAgain, naive.everybody))
    expect(kpis.revenuePerBuyer).toBe(
      naive.buyers === 0 ? null : decimalOf(Math.round(naive.cents / naive.buyers)),
    )
    const bought = months.filter(hasBuyers)
    expect(Object.fromEntries(bought.map(({ month, ...one }) => [month.slice(0, 7), one]))).toEqual(
      Object.fromEntries(
        Object.entries(naive.months).map(([month, { fresh, cameBack }]) => [
          month,
          { newBuyers: fresh, returningBuyers: cameBack },
        ]),
      ),
    )
  }

  for (const day of days) {
    await expectHonest(day, shifted(day, 9)) // few days, and many: each is asked in its own way
    await expectHonest(day, shifted(day, 90))
  }
  await expectHonest(null, null)
  await rebuild({ owner: db.owner, projections: [insight] })
  await expectHonest(null, null)
})

it('foretells a raffle on sale, and is held against one that is over', async () => {
  const days = (n: number) =>
    new Date(Date.parse('2026-11-01T10:00:00.000Z') + n * 86_400_000).toISOString()
  const sold = (raffle: number, day: number, first: number, last: number): Told => ({
    stream: `raffle/${raffleIdOf(raffle)}`,
    orderId: '00000000-0000-4000-8000-000000000000',
    at: days(day),
    event: {
      type: 'TicketsIssued',
      data: {
        first,
        last,
        channel: 'online',
        ticketsPerUnit: 1,
        orderCommit: '0'.repeat(64),
        holderCommit: '0'.repeat(64),
      },
    },
  })
  const terms = { opensAt: days(0), ticketsMax: 1_000 }
  db = await projected([
    ...rafflePublished(1, { ...terms, closesAt: '2026-12-01T22:00:00.000Z' }),
    ...rafflePublished(2, { ...terms, closesAt: '2026-11-10T22:00:00.000Z' }),
    ...Array.from({ length: 21 }, (_, n) => sold(1, n, n * 10 + 1, n * 10 + 10)),
    ...Array.from({ length: 10 }, (_, n) => sold(2, n, n * 4 + 1, n * 4 + 4)),
  ])

  const at = (now: string) =>
    insightOf(db.database, { asked: november, now: new Date(now) }).then(
      ({ forecasts }) => forecasts,
    )
  const { forecasts, past } = await insightOf(db.database, { asked: november, now: NOW })

  // Ten a day on every complete day. At 14:00 in Beirut ten hours of the 21st are left, and ten
  // days until the end, at the midnight that begins 2 December: 210 + 10 · (10 + 10/24).
  expect(forecasts).toMatchObject([
    {
      id: raffleIdOf(1),
      sold: 210,
      perDay: 10,
      byEnd: { likely: 314, least: 314, most: 314 },
      soldOut: { likely: null, soonest: null, latest: null },
    },
  ])
  // When the 21st is over the ten days alone are left, of ten tickets each; and the new day, which
  // has not sold anything yet, makes nothing less.
  for (const midnight of ['2026-11-21T21:59:59.999Z', '2026-11-21T22:00:00.000Z'])
    expect(await at(midnight)).toMatchObject([
      { perDay: 10, byEnd: { likely: 310, least: 310, most: 310 } },
    ])
  expect(past).toEqual([
    {
      id: raffleIdOf(2),
      name: 'Raffle 2',
      foretold: { likely: 40, least: 40, most: 40 },
      actual: 40,
      error: 0,
      isInside: true,
    },
  ])
})
