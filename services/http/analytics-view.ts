// Puts the figures of a range of days together. What is asked of the database are sums by day, so a
// range of ten years costs hardly more than one of a week.
import { beirutDayEnd, beirutDayOf, beirutDayStart } from '#events/kernel/beirut-day.ts'
import { decimalOf } from '#events/kernel/money.ts'
import {
  periodOf,
  startsOf,
  unitOf,
  type Asked,
  type Window,
} from '#projections/insight/periods.ts'
import {
  firstDay,
  salesByHour,
  salesByMethod,
  salesByUnit,
  ticketsByRaffle,
  topProducts,
  type Figures,
  type MethodFigures,
  type Moment,
} from '#projections/insight/queries.ts'

import type { Analytics } from '../contract/admin-analytics.ts'
import { ask, askOne } from '../io/ask.ts'
import type { Queryable } from '../io/database.ts'
import { buyerFiguresOf, openKnownBuyers, type KnownBuyers } from './buyers-figures.ts'

const TOP_PRODUCTS = 3
const RAFFLES_MAX = 20

type Wanted = { asked: Asked; now: Date; known?: KnownBuyers }

export async function analyticsOf(
  database: Queryable,
  { asked, now, known = openKnownBuyers(database) }: Wanted,
): Promise<Analytics> {
  const today = beirutDayOf(now.toISOString())
  const { window, previous } = periodOf(asked, today)
  const [methods, series, products, raffles, buyers] = await Promise.all([
    ask(
      database,
      salesByMethod({ ...window, previousStart: previous?.startDate ?? window.startDate }),
    ),
    seriesOf(database, { window, now }),
    ask(database, topProducts({ ...window, limit: TOP_PRODUCTS })),
    ask(database, ticketsByRaffle({ ...window, limit: RAFFLES_MAX })),
    buyerFiguresOf(database, { window, known }),
  ])
  return {
    overview: {
      ...overviewOf(methods, previous !== null),
      totalCustomers: buyers?.totalCustomers ?? 0,
      newCustomers: buyers?.newCustomers ?? 0,
      returningCustomers: buyers?.returningCustomers ?? 0,
    },
    topProducts: products.map(({ productId, name, revenueCents, quantity }) => ({
      id: productId,
      name,
      revenue: decimalOf(revenueCents),
      quantity,
    })),
    paymentMethods: methods
      .filter(({ current }) => current.orders > 0 || current.revenueCents !== 0)
      .map(({ method, current }) => ({
        method,
        revenue: decimalOf(current.revenueCents),
        orders: current.orders,
      })),
    ...series,
    raffles: raffles.map(({ raffleId, name, tickets }) => ({ id: raffleId, name, tickets })),
  }
}

function overviewOf(methods: readonly MethodFigures[], isCompared: boolean) {
  const current = totalOf(methods.map((one) => one.current))
  const previous = isCompared ? totalOf(methods.map((one) => one.previous)) : null
  return {
    totalRevenue: decimalOf(current.revenueCents),
    revenueChange: changeOf(current.revenueCents, previous?.revenueCents),
    totalOrders: current.orders,
    ordersChange: changeOf(current.orders, previous?.orders),
    averageOrderValue: decimalOf(averageOf(current) ?? 0),
    aovChange: changeOf(averageOf(current), previous === null ? null : averageOf(previous)),
  }
}

function totalOf(figures: readonly Figures[]): Figures {
  const total = { orders: 0, grossCents: 0, revenueCents: 0 }
  for (const { orders, grossCents, revenueCents } of figures) {
    total.orders += orders
    total.grossCents += grossCents
    total.revenueCents += revenueCents
  }
  return total
}

/** Before refunds, in whole cents, halves up; no orders have no average. */
const averageOf = ({ orders, grossCents }: Figures): number | null =>
  orders === 0 ? null : Math.round(grossCents / orders)

/** Percent with one decimal; null without a base above zero. */
export function changeOf(
  current: number | null,
  previous: number | null | undefined,
): number | null {
  if (current === null || previous === null || previous === undefined || previous <= 0) return null
  return Math.round(((current - previous) / previous) * 1_000) / 10
}

/** Every unit of the range until now, also those in which nothing was sold. */
async function seriesOf(
  database: Queryable,
  { window, now }: { window: Window; now: Date },
): Promise<Pick<Analytics, 'period' | 'series'>> {
  const today = beirutDayOf(now.toISOString())
  const startDate = window.startDate ?? (await askOne(database, firstDay())) ?? today
  const endDate = window.endDate ?? today
  const unit = unitOf(startDate, endDate)
  const known =
    unit === 'hour'
      ? await ask(database, salesByHour({ startDate, endDate }))
      : await ask(database, salesByUnit({ startDate, endDate, unit }))
  const starts =
    unit === 'hour'
      ? hoursFrom({ startDate, endDate, now })
      : startsOf(unit, { startDate, endDate: endDate < today ? endDate : today })
  return { period: { startDate, endDate, unit }, series: filled(known, starts) }
}

function filled(known: readonly Moment[], starts: readonly string[]): Analytics['series'] {
  const byStart = new Map(known.map((one) => [one.start, one]))
  return starts.map((start) => momentWire(byStart.get(start) ?? nothing(start)))
}

const HOUR_MS = 3_600_000

type Span = { startDate: string; endDate: string; now: Date }

/** Hours that have not come are left out. */
function hoursFrom({ startDate, endDate, now }: Span): string[] {
  const starts: string[] = []
  const lastMs = Math.min(Date.parse(beirutDayEnd(endDate)), now.getTime())
  for (let ms = Date.parse(beirutDayStart(startDate)); ms <= lastMs; ms += HOUR_MS)
    starts.push(new Date(ms).toISOString())
  return starts
}

const nothing = (start: string): Moment => ({
  start,
  orders: 0,
  revenueCents: 0,
  onlineCents: 0,
  offlineCents: 0,
})

/** One day by its hours, as far as it has come. */
export async function hoursOfDay(
  database: Queryable,
  { day, now }: { day: string; now: Date },
): Promise<Analytics['series']> {
  const known = await ask(database, salesByHour({ startDate: day, endDate: day }))
  return filled(known, hoursFrom({ startDate: day, endDate: day, now }))
}

const momentWire = (one: Moment) => ({
  start: one.start,
  orders: one.orders,
  revenue: decimalOf(one.revenueCents),
  onlineRevenue: decimalOf(one.onlineCents),
  offlineRevenue: decimalOf(one.offlineCents),
})
