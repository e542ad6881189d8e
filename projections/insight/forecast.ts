// When a raffle will be sold out, and how many tickets it will have sold at its end, foretold from
// what it sold a day. Pure: the days and their sales come in, a range comes out.
//
// Model: the days to come sell like the last `RECENT_DAYS`, each by itself. After h days the sum
// has the mean m·h and the variance v·h, to which comes that m itself is only known from n days:
// v·h²/n; and, once raffles are over, what the model was wrong by on them: (e·m·h)², where e is the
// root of the mean square of its relative errors. The interval holds 80 %: 1.2816 standard
// deviations to either side. h is any number of days, not whole ones alone.
//
// Only complete days are days: one that still goes on would count what it has not sold yet as not
// sold at all. Before there is one, n is the time since sales began and m what was sold over it.
export type Forecast = {
  /** Tickets a day, of the recent days. */
  perDay: number
  /** At the end of sales, no more than there are. */
  byEnd: { likely: number; least: number; most: number }
  /** Days and parts of one until the last ticket; null: not within those that are left. */
  soldOutInDays: { likely: number | null; soonest: number | null; latest: number | null }
}

export type Past = {
  /** Tickets of each complete day, oldest first, days without a sale included. */
  days: readonly number[]
  /** Since sales began, with parts of a day. */
  daysOnSale: number
  sold: number
  ticketsMax: number
  /** Until sales end, with parts of a day; zero or more. */
  daysLeft: number
  /** `spreadOf` the raffles that are over; zero when there is none. */
  pastError?: number
}

export const RECENT_DAYS = 14
const Z80 = 1.2816
/** From less time nothing is concluded. */
const HOUR_IN_DAYS = 1 / 24

export function forecast(past: Past): Forecast {
  const { sold, ticketsMax, daysLeft, pastError = 0 } = past
  const pace = paceOf(past)
  const { mean, variance } = pace
  /** Of the square of h: what is not known of m. */
  const doubt = variance / pace.days + (pastError * mean) ** 2
  const atEnd = (side: -1 | 0 | 1) => {
    const spread = Z80 * Math.sqrt(variance * daysLeft + doubt * daysLeft ** 2)
    return Math.round(Math.min(ticketsMax, Math.max(sold, sold + mean * daysLeft + side * spread)))
  }
  const inTime = (days: number) => (days <= daysLeft ? days : null)
  const { likely, soonest, latest } = daysUntil(ticketsMax - sold, { mean, variance, doubt })
  return {
    perDay: Math.round(mean * 10) / 10,
    byEnd: { likely: atEnd(0), least: atEnd(-1), most: atEnd(1) },
    soldOutInDays: { likely: inTime(likely), soonest: inTime(soonest), latest: inTime(latest) },
  }
}

type Pace = { mean: number; variance: number; days: number }

function paceOf({ days, daysOnSale, sold }: Past): Pace {
  const recent = days.slice(-RECENT_DAYS)
  const [first] = recent
  if (first === undefined) return paceWithin(Math.max(daysOnSale, HOUR_IN_DAYS), sold)
  if (recent.length === 1) return paceWithin(1, first)
  const mean = sumOf(recent) / recent.length
  const squares = recent.map((value) => (value - mean) ** 2)
  return { mean, variance: sumOf(squares) / (recent.length - 1), days: recent.length }
}

/** Buyers who come by chance: as uneven as they are many, and none so far is not none for ever. */
const paceWithin = (days: number, sold: number): Pace => ({
  mean: sold / days,
  variance: (sold + 1) / days,
  days,
})

/** Where m·h, less or more the spread after h, reaches the rest: the roots of its square. */
function daysUntil(
  rest: number,
  { mean, variance, doubt }: { mean: number; variance: number; doubt: number },
): { likely: number; soonest: number; latest: number } {
  if (rest <= 0) return { likely: 0, soonest: 0, latest: 0 }
  const a = mean ** 2 - Z80 ** 2 * doubt
  const b = 2 * mean * rest + Z80 ** 2 * variance
  const root = Math.sqrt(Math.max(0, b ** 2 - 4 * a * rest ** 2))
  const likely = rest / mean
  return {
    likely,
    soonest: Math.min(likely, (2 * rest ** 2) / (b + root)),
    // As unsure as that, the slow side never gets there.
    latest: a > 0 ? Math.max(likely, (b + root) / (2 * a)) : Infinity,
  }
}

/** The root of the mean square; zero of nothing. */
export function spreadOf(errors: readonly (number | null)[]): number {
  const known = errors.filter((error) => error !== null)
  if (known.length === 0) return 0
  return Math.sqrt(sumOf(known.map((error) => error ** 2)) / known.length)
}

function sumOf(values: readonly number[]): number {
  let sum = 0
  for (const value of values) sum += value
  return sum
}
