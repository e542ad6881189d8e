// When a raffle will be sold out, and how many tickets it will have sold at its end, foretold from
// what it sold a day. Pure: the days and their sales come in, a range comes out.
//
// Model: the days to come sell like the last `RECENT_DAYS`, each by itself. After h days the sum has
// the mean m·h and the variance v·h, to which comes that m itself is only known from n days: v·h²/n.
// The interval holds 80 %: 1.2816 standard deviations to either side.
export type Forecast = {
  /** Tickets a day, of the recent days. */
  perDay: number
  /** At the end of sales, no more than there are. */
  byEnd: { likely: number; least: number; most: number }
  /** Days from now until the last ticket; null: not within the days that are left. */
  soldOutInDays: { likely: number | null; soonest: number | null; latest: number | null }
}

export type Past = {
  /** Tickets a day until now, oldest first, days without a sale included. */
  days: readonly number[]
  sold: number
  ticketsMax: number
  /** Until sales end; zero or more. */
  daysLeft: number
}

const RECENT_DAYS = 14
const Z80 = 1.2816

export function forecast({ days, sold, ticketsMax, daysLeft }: Past): Forecast {
  const recent = days.slice(-RECENT_DAYS)
  const { mean, variance } = momentsOf(recent)
  const spreadAfter = (h: number) =>
    Z80 * Math.sqrt(variance * h + (variance * h * h) / Math.max(1, recent.length))
  const total = (h: number, side: -1 | 0 | 1) =>
    Math.min(ticketsMax, Math.max(sold, sold + mean * h + side * spreadAfter(h)))

  const daysUntil = (side: -1 | 0 | 1): number | null => {
    for (let h = 1; h <= Math.ceil(daysLeft); h++)
      if (total(Math.min(h, daysLeft), side) >= ticketsMax) return h
    return null
  }
  const isSoldOut = sold >= ticketsMax
  return {
    perDay: Math.round(mean * 10) / 10,
    byEnd: {
      likely: Math.round(total(daysLeft, 0)),
      least: Math.round(total(daysLeft, -1)),
      most: Math.round(total(daysLeft, 1)),
    },
    soldOutInDays: isSoldOut
      ? { likely: 0, soonest: 0, latest: 0 }
      : { likely: daysUntil(0), soonest: daysUntil(1), latest: daysUntil(-1) },
  }
}

function momentsOf(values: readonly number[]): { mean: number; variance: number } {
  const n = values.length
  if (n === 0) return { mean: 0, variance: 0 }
  let sum = 0
  for (const value of values) sum += value
  const mean = sum / n
  let squares = 0
  for (const value of values) squares += (value - mean) ** 2
  return { mean, variance: n === 1 ? mean : squares / (n - 1) }
}

export type Test = {
  /** What was foretold half way, and what came. */
  foretold: Forecast['byEnd']
  actual: number
  /** Of what came, 0.1 for ten percent; null when nothing came. */
  error: number | null
  isInside: boolean
}

/** A raffle that is over, foretold at the half of its days: the model knows nothing later. */
export function testOnPast({
  days,
  ticketsMax,
}: {
  days: readonly number[]
  ticketsMax: number
}): Test | null {
  const half = Math.floor(days.length / 2)
  if (half < 1) return null
  const known = days.slice(0, half)
  const { byEnd } = forecast({
    days: known,
    sold: sumOf(known),
    ticketsMax,
    daysLeft: days.length - half,
  })
  const actual = sumOf(days)
  return {
    foretold: byEnd,
    actual,
    error: actual === 0 ? null : Math.abs(byEnd.likely - actual) / actual,
    isInside: actual >= byEnd.least && actual <= byEnd.most,
  }
}

function sumOf(values: readonly number[]): number {
  let sum = 0
  for (const value of values) sum += value
  return sum
}
