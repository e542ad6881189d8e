// The figures of any range of days against a plain count over the facts themselves.
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'

import { centsOf, decimalOf } from '#events/kernel/money.ts'
import { shifted, daysIn, startsOf } from '#projections/insight/periods.ts'

import type { Analytics } from '../contract/admin-analytics.ts'
import { naiveFigures } from '../testing/naive-figures.ts'
import type { Days } from '../testing/naive-figures.ts'
import { dayOfTale, salesTale } from '../testing/sales-tale.ts'
import type { TestDatabase } from '../testing/database.ts'
import { line, order, projected, type Told } from '../testing/story.ts'
import { analyticsOf, changeOf } from './analytics-view.ts'

const TALES = 2
const RANGES = 8
const NOW = new Date('2026-11-20T12:00:00.000Z')
let db: TestDatabase | undefined
afterEach(async () => {
  await db?.drop()
  db = undefined
})

describe('the figures of any range', () => {
  it.each(Array.from({ length: TALES }, (_, seed) => seed))(
    'are those of a count over every fact (tale %i)',
    async (seed) => {
      const [told] = fc.sample(salesTale, { seed, numRuns: 1 }) as [Told[]]
      db = await projected(told)
      const ranges = fc.sample(fc.tuple(dayOfTale, dayOfTale), { seed, numRuns: RANGES })
      for (const [one, other] of ranges) {
        const [startDate, endDate] = [one, other].toSorted() as [string, string]
        await expectHonest(db, told, { startDate, endDate })
        // Of many days the buyers are counted otherwise than of few.
        await expectHonest(db, told, { startDate, endDate: shifted(endDate, 40) })
        await expectHonest(db, told, { startDate: shifted(startDate, -40), endDate })
      }
      await expectHonest(db, told, { startDate: null, endDate: null })
    },
    60_000,
  )

  it('are zero in a shop without a past, and refused for half a range', async () => {
    db = await projected([])
    const answer = await analyticsOf(db.database, { asked: { timeRange: '7days' }, now: NOW })
    expect(answer.overview).toEqual({
      totalRevenue: '0.00',
      revenueChange: null,
      totalOrders: 0,
      ordersChange: null,
      averageOrderValue: '0.00',
      aovChange: null,
      totalCustomers: 0,
      newCustomers: 0,
      returningCustomers: 0,
    })
    expect(answer).toMatchObject({ topProducts: [], paymentMethods: [], raffles: [] })
    expect(answer.series).toHaveLength(7)

    const { database } = db
    for (const half of [
      {},
      { startDate: '2026-11-02' },
      { startDate: '2026-11-02', endDate: '2026-11-01' },
    ]) {
      const asked = { timeRange: 'custom' as const, ...half }
      await expect(analyticsOf(database, { asked, now: NOW })).rejects.toThrow(/range/)
    }
  })

  it('show a day by its hours, 25 of them when the clocks go back', async () => {
    const bought = order(1, { lines: [line(1, { product: 1, raffle: null })] })
    const paidAt = '2026-10-24T21:30:00.000Z' // the second time it is half past eleven
    db = await projected([bought.placed('2026-10-24T20:00:00.000Z'), bought.paid(paidAt)])
    const day = { startDate: '2026-10-24', endDate: '2026-10-24' }
    const asked = { timeRange: 'custom' as const, ...day }
    const { series, period } = await analyticsOf(db.database, { asked, now: NOW })
    expect(period.unit).toBe('hour')
    expect(series).toHaveLength(25)
    expect(series.filter(({ orders }) => orders > 0)).toEqual([
      {
        start: '2026-10-24T21:00:00.000Z',
        orders: 1,
        revenue: '10.00',
        onlineRevenue: '10.00',
        offlineRevenue: '0.00',
      },
    ])
  })
})

it('a change needs something to be compared with', () => {
  expect(changeOf(150, 100)).toBe(50)
  expect(changeOf(100, 300)).toBe(-66.7)
  expect(changeOf(0, 300)).toBe(-100)
  expect([changeOf(5, 0), changeOf(5, null), changeOf(5, -3), changeOf(null, 3)]).toEqual([
    null,
    null,
    null,
    null,
  ])
})

it('units cover every day once', () => {
  const range = { startDate: '2026-01-30', endDate: '2026-04-02' }
  expect(startsOf('month', range)).toEqual(['2026-01-30', '2026-02-01', '2026-03-01', '2026-04-01'])
  expect(startsOf('week', range).slice(0, 3)).toEqual(['2026-01-30', '2026-02-02', '2026-02-09'])
  expect(startsOf('day', range)).toHaveLength(daysIn(range.startDate, range.endDate))
})

async function expectHonest(test: TestDatabase, told: Told[], days: Days): Promise<void> {
  const { startDate, endDate } = days
  const asked =
    startDate === null || endDate === null
      ? { timeRange: 'all' as const }
      : { timeRange: 'custom' as const, startDate, endDate }
  const answer = await analyticsOf(test.database, { asked, now: NOW })
  const naive = naiveFigures(told, days)
  const before =
    startDate === null || endDate === null ? null : naiveBefore(told, startDate, endDate)

  expect(answer.overview).toEqual({
    totalRevenue: decimalOf(naive.revenueCents),
    revenueChange: changeOf(naive.revenueCents, before?.revenueCents),
    totalOrders: naive.orders,
    ordersChange: changeOf(naive.orders, before?.orders),
    averageOrderValue: decimalOf(naive.orders === 0 ? 0 : averageOf(naive)),
    aovChange:
      naive.orders === 0 || !before?.orders ? null : changeOf(averageOf(naive), averageOf(before)),
    totalCustomers: naive.totalCustomers,
    newCustomers: naive.newCustomers,
    returningCustomers: naive.returningCustomers,
  })
  expect(byName(answer.paymentMethods)).toEqual(decimals(naive.byMethod))
  expect(answer.topProducts.map(({ revenue }) => revenue)).toEqual(
    Object.values(naive.byProduct)
      .toSorted((a, b) => b - a)
      .slice(0, 3)
      .map(decimalOf),
  )
  expect(answer.raffles.reduce((sum, { tickets }) => sum + tickets, 0)).toBe(naive.tickets)
  expectWholeSeries(answer)
}

/** The chart, the methods and the figure above them tell of the same money. */
function expectWholeSeries({ series, overview, paymentMethods }: Analytics): void {
  const sum = (amounts: string[]) => decimalOf(amounts.map(centsOf).reduce((a, b) => a + b, 0))
  expect(sum(series.map(({ revenue }) => revenue))).toBe(overview.totalRevenue)
  expect(sum(series.flatMap((one) => [one.onlineRevenue, one.offlineRevenue]))).toBe(
    overview.totalRevenue,
  )
  expect(sum(paymentMethods.map(({ revenue }) => revenue))).toBe(overview.totalRevenue)
  expect(series.reduce((total, { orders }) => total + orders, 0)).toBe(overview.totalOrders)
}

const averageOf = ({ grossCents, orders }: { grossCents: number; orders: number }) =>
  Math.round(grossCents / orders)

function naiveBefore(told: Told[], startDate: string, endDate: string) {
  const days = daysIn(startDate, endDate)
  return naiveFigures(told, {
    startDate: shifted(startDate, -days),
    endDate: shifted(startDate, -1),
  })
}

const byName = (methods: Analytics['paymentMethods']) =>
  Object.fromEntries(methods.map(({ method, revenue }) => [method, revenue]))

const decimals = (cents: Record<string, number>) =>
  Object.fromEntries(Object.entries(cents).map(([name, amount]) => [name, decimalOf(amount)]))
