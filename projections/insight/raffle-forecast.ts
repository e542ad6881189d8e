// What is foretold of a raffle at an instant, from its sales by the day: of one on sale now, and of
// one that is over as it would have read half way through. One function says both, so that what it
// was wrong by is what is to be expected of it.
import { beirutDayOf, beirutDayStart } from '#events/kernel/beirut-day.ts'

import { forecast, RECENT_DAYS, spreadOf } from './forecast.ts'
import type { Forecast } from './forecast.ts'
import type { RaffleDays } from './insight-queries.ts'
import { daysIn, shifted, startsOf } from './periods.ts'

type Sales = Pick<RaffleDays, 'opensAt' | 'closesAt' | 'issued' | 'ticketsMax' | 'days'>

const DAY_MS = 86_400_000

export type Moment = {
  atMs: number
  /** All tickets given out until then. */
  sold: number
  /** `spreadOf` the raffles that are over; zero when there is none. */
  pastError?: number
}

export function forecastAt(raffle: Sales, { atMs, sold, pastError = 0 }: Moment): Forecast {
  return forecast({
    days: completeDays(raffle, atMs),
    daysOnSale: (atMs - startMsOf(raffle)) / DAY_MS,
    sold,
    ticketsMax: raffle.ticketsMax,
    daysLeft: Math.max(0, (Date.parse(raffle.closesAt) - atMs) / DAY_MS),
    pastError,
  })
}

/** The day on which so many days from an instant have passed; none after the last of the sales. */
export function soldOutDay(
  { closesAt }: Sales,
  { atMs, inDays }: { atMs: number; inDays: number | null },
): string | null {
  if (inDays === null) return null
  return dayAt(Math.min(atMs + inDays * DAY_MS, lastMsOf(closesAt)))
}

/** The last of the days on sale from midnight to midnight; days without a sale are days too. */
function completeDays(raffle: Sales, atMs: number): number[] {
  const startMs = startMsOf(raffle)
  const opened = dayAt(startMs)
  const first = Date.parse(beirutDayStart(opened)) < startMs ? shifted(opened, 1) : opened
  const today = dayAt(atMs)
  const recent = shifted(today, -RECENT_DAYS)
  const span = { startDate: first > recent ? first : recent, endDate: shifted(today, -1) }
  if (span.endDate < span.startDate) return []
  const sold = new Map(raffle.days.map(({ day, tickets }) => [day, tickets]))
  return startsOf('day', span).map((day) => sold.get(day) ?? 0)
}

/** The opening, or the day before it on which the first ticket was sold at the counter. */
function startMsOf({ opensAt, days: [first] }: Sales): number {
  const opensMs = Date.parse(opensAt)
  if (first === undefined || first.day >= dayAt(opensMs)) return opensMs
  return Date.parse(beirutDayStart(first.day))
}

const dayAt = (ms: number) => beirutDayOf(new Date(ms).toISOString())

/** Sales end before `closesAt`: at midnight that is still the day before. */
const lastMsOf = (closesAt: string) => Date.parse(closesAt) - 1

export type Test = {
  /** What was foretold half way, and what came. */
  foretold: Forecast['byEnd']
  actual: number
  /** Of what came, 0.1 for ten percent; null when nothing came. */
  error: number | null
  /** Of what was still to come when it was foretold, with its sign; null when nothing was. */
  restError: number | null
  isInside: boolean
}

/** At the midnight half way to its end, or to the day on which it was sold out. */
export function testOnPast(over: Sales, pastError = 0): Test | null {
  const lastSale = over.days.at(-1)?.day
  if (lastSale === undefined) return null
  const first = dayAt(startMsOf(over))
  const last = over.issued >= over.ticketsMax ? lastSale : dayAt(lastMsOf(over.closesAt))
  const half = last < first ? 0 : Math.floor(daysIn(first, last) / 2)
  if (half < 1) return null
  const middle = shifted(first, half)
  const sold = sumOf(over.days.filter(({ day }) => day < middle))
  const { byEnd } = forecastAt(over, { atMs: Date.parse(beirutDayStart(middle)), sold, pastError })
  const actual = sumOf(over.days)
  const rest = byEnd.likely - sold
  return {
    foretold: byEnd,
    actual,
    error: actual === 0 ? null : Math.abs(byEnd.likely - actual) / actual,
    restError: rest <= 0 ? null : (actual - byEnd.likely) / rest,
    isInside: actual >= byEnd.least && actual <= byEnd.most,
  }
}

/** Each raffle that is over is foretold with the errors of the others, never with its own. */
export function testOnEach<Raffle extends Sales>(
  raffles: readonly Raffle[],
): { raffle: Raffle; test: Test }[] {
  const first = raffles.map((raffle) => testOnPast(raffle))
  return raffles.flatMap((raffle, own) => {
    const others = first.filter((_, index) => index !== own)
    const test = testOnPast(raffle, spreadOf(others.map((other) => other?.restError ?? null)))
    return test === null ? [] : [{ raffle, test }]
  })
}

function sumOf(days: Sales['days']): number {
  let sum = 0
  for (const { tickets } of days) sum += tickets
  return sum
}
