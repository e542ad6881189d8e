// Puts the insight page together. Orders and payments are facts; carts and checkouts are what
// browsers told of, counted here by the day.
import { beirutDayOf } from '#events/kernel/beirut-day.ts'
import { decimalOf } from '#events/kernel/money.ts'
import type { paymentMethods } from '#events/order/words.ts'
import {
  buyersIn,
  sumIn,
  type BuyersIn,
  type MonthOfBuyers,
} from '#projections/insight/buyers-past.ts'
import { spreadOf } from '#projections/insight/forecast.ts'
import {
  busiestDay,
  conversionByMethod,
  raffleDays,
  trackedSteps,
  type MethodConversion,
  type RaffleDays,
} from '#projections/insight/insight-queries.ts'
import { periodOf, startsOf, type Asked } from '#projections/insight/periods.ts'
import { firstDay, salesByMethod } from '#projections/insight/queries.ts'
import { forecastAt, soldOutDay, testOnEach } from '#projections/insight/raffle-forecast.ts'

import type { Insight } from '../contract/admin-insight.ts'
import { ask, askOne } from '../io/ask.ts'
import type { Queryable } from '../io/database.ts'
import { hoursOfDay } from './analytics-view.ts'
import { openKnownBuyers, type KnownBuyers } from './buyers-figures.ts'

const PAST_MAX = 12
const MONTHS_MAX = 12

type Wanted = { asked: Asked; now: Date; known?: KnownBuyers }

export async function insightOf(
  database: Queryable,
  { asked, now, known = openKnownBuyers(database) }: Wanted,
): Promise<Insight> {
  const today = beirutDayOf(now.toISOString())
  const { window } = periodOf(asked, today)
  const [methods, tracked, sales, { past, months, loyal }, revenue, busiest, raffles, first] =
    await Promise.all([
      ask(database, conversionByMethod(window)),
      askOne(database, trackedSteps(window)),
      ask(database, salesByMethod({ ...window, previousStart: window.startDate })),
      known.buyers(),
      known.revenue(),
      askOne(database, busiestDay(window)),
      ask(database, raffleDays()),
      askOne(database, firstDay()),
    ])
  const grossCents = sumOf(sales.map(({ current }) => current.grossCents))
  const revenueCents = sumOf(sales.map(({ current }) => current.revenueCents))
  return {
    period: {
      startDate: window.startDate ?? first ?? today,
      endDate: window.endDate ?? today,
    },
    kpis: {
      conversion: shareOf(
        sumOf(methods.map(({ converted }) => converted)),
        sumOf(methods.map(({ placed }) => placed)),
      ),
      repeatBuyers: shareOf(loyal.buyersWhoCameBack, loyal.buyers),
      refunded: shareOf(grossCents - revenueCents, grossCents),
      revenuePerBuyer: perBuyer(sumIn(revenue, window), buyersIn(past, window)),
    },
    funnel: funnelOf(tracked ?? { carts: 0, checkouts: 0 }, methods),
    methods: methods.map(({ method, placed, converted }) => ({
      // It stands in the fact, whose schema knows these alone.
      method: method as (typeof paymentMethods)[number],
      placed,
      paid: converted,
    })),
    rush: busiest === undefined ? null : await rushOf(database, busiest, now),
    months: lastMonths(months, today),
    ...forecastsOf(raffles, now),
  }
}

/** Until today's, also those in which nobody bought; none before that of the first buyer. */
function lastMonths(known: readonly MonthOfBuyers[], today: string): Insight['months'] {
  const [first] = known
  if (first === undefined) return []
  const byMonth = new Map(known.map((one) => [one.month, one]))
  return startsOf('month', { startDate: first.month, endDate: today })
    .slice(-MONTHS_MAX)
    .map((month) => ({
      month,
      newBuyers: byMonth.get(month)?.fresh ?? 0,
      returningBuyers: byMonth.get(month)?.cameBack ?? 0,
    }))
}

function perBuyer(cents: number, { newCustomers, returningCustomers }: BuyersIn): string | null {
  const buyers = newCustomers + returningCustomers
  return buyers === 0 ? null : decimalOf(Math.round(cents / buyers))
}

/** Orders of the counter have no cart, so the steps are those of the shop's own pages. */
function funnelOf(
  tracked: { carts: number; checkouts: number },
  methods: readonly MethodConversion[],
): Insight['funnel'] {
  const online = methods.filter(({ orderType }) => orderType === 'online')
  return [
    { step: 'cart', count: tracked.carts },
    { step: 'checkout', count: tracked.checkouts },
    { step: 'placed', count: sumOf(online.map(({ placed }) => placed)) },
    { step: 'paid', count: sumOf(online.map(({ converted }) => converted)) },
  ]
}

async function rushOf(database: Queryable, day: string, now: Date) {
  return { day, hours: await hoursOfDay(database, { day, now }) }
}

const isOnSale = ({ status, opensAt, closesAt, issued, ticketsMax }: RaffleDays, now: Date) =>
  status === 'open' &&
  Date.parse(opensAt) <= now.getTime() &&
  Date.parse(closesAt) > now.getTime() &&
  issued < ticketsMax

const isOver = ({ status, closesAt, issued, ticketsMax }: RaffleDays, now: Date) =>
  status !== 'cancelled' && (Date.parse(closesAt) <= now.getTime() || issued >= ticketsMax)

/** What the model was wrong by on raffles that are over widens what it says of the others. */
function forecastsOf(raffles: readonly RaffleDays[], now: Date) {
  const over = raffles.filter((one) => isOver(one, now)).slice(0, PAST_MAX)
  const tests = testOnEach(over)
  const pastError = spreadOf(tests.map(({ test }) => test.restError))
  return {
    forecasts: raffles
      .filter((raffle) => isOnSale(raffle, now))
      .map((raffle) => foretold(raffle, { now, pastError })),
    past: tests.map(
      ({ raffle: { raffleId, name }, test: { foretold: said, actual, error, isInside } }) => ({
        id: raffleId,
        name,
        foretold: said,
        actual,
        error,
        isInside,
      }),
    ),
  }
}

function foretold(
  raffle: RaffleDays,
  { now, pastError }: { now: Date; pastError: number },
): Insight['forecasts'][number] {
  const { raffleId, name, issued, ticketsMax, closesAt } = raffle
  const atMs = now.getTime()
  const { perDay, byEnd, soldOutInDays } = forecastAt(raffle, { atMs, sold: issued, pastError })
  const dayIn = (inDays: number | null) => soldOutDay(raffle, { atMs, inDays })
  return {
    id: raffleId,
    name,
    sold: issued - raffle.voided,
    totalTickets: ticketsMax,
    endsAt: new Date(closesAt).toISOString(),
    perDay,
    byEnd,
    soldOut: {
      likely: dayIn(soldOutInDays.likely),
      soonest: dayIn(soldOutInDays.soonest),
      latest: dayIn(soldOutInDays.latest),
    },
  }
}

/** Four digits: a hundredth of a percent. */
const shareOf = (part: number, whole: number): number | null =>
  whole <= 0 ? null : Math.round((part / whole) * 10_000) / 10_000

function sumOf(values: readonly number[]): number {
  let sum = 0
  for (const value of values) sum += value
  return sum
}
