// When a raffle will be sold out, and how many tickets it will have sold at its end, foretold from
// what it sold a day. Pure: the days and their sales come in, a range comes out.
//
// Model: the days to come sell like the last `RECENT_DAYS`, each by itself. After h days the sum
// has the mean m·h and the variance v·h, to which comes that m itself is only known from n days:
// v·h²/n; and, once raffles are over, what the model was wrong by on them: (e·m·h)², where e is the
// root of the mean square of its relative errors. The interval holds 80 %: 1.2816 standard
// deviations to either side.
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
  /** `spreadOf` the raffles that are over; zero when there is none. */
  pastError?: number
}

const RECENT_DAYS = 14
const Z80 = 1.2816

export function forecast(past: Past): Forecast {
  const { days, sold, ticketsMax, daysLeft, pastError = 0 } = past
  const recent = days.slice(-RECENT_DAYS)
  const { mean, variance } = momentsOf(recent)
  const spreadAfter = (h: number) =>
    Z80 *
    Math.sqrt(
      variance * h + (variance * h * h) / Math.max(1, recent.length) + (pastError * mean * h) ** 2,
    )
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
  /** Of what was still to come when it was foretold, with its sign; null when nothing was. */
  restError: number | null
  isInside: boolean
}

/** A raffle that is over, foretold at the half of its days: the model knows nothing later. */
export function testOnPast(over: Pick<Past, 'days' | 'ticketsMax' | 'pastError'>): Test | null {
  const { days, ticketsMax, pastError = 0 } = over
  const half = Math.floor(days.length / 2)
  if (half < 1) return null
  const known = days.slice(0, half)
  const sold = sumOf(known)
  const daysLeft = days.length - half
  const { byEnd } = forecast({ days: known, sold, ticketsMax, daysLeft, pastError })
  const actual = sumOf(days)
  const rest = byEnd.likely - sold
  return {
    foretold: byEnd,
    actual,
    error: actual === 0 ? null : Math.abs(byEnd.likely - actual) / actual,
    restError: rest <= 0 ? null : (actual - byEnd.likely) / rest,
    isInside: actual >= byEnd.least && actual <= byEnd.most,
  }
}

/** The root of the mean square; zero of nothing. */
export function spreadOf(errors: readonly (number | null)[]): number {
  const known = errors.filter((error) => error !== null)
  if (known.length === 0) return 0
  return Math.sqrt(sumOf(known.map((error) => error ** 2)) / known.length)
}

/** Each raffle that is over is foretold with the errors of the others, never with its own. */
export function testOnEach<Raffle extends Pick<Past, 'days' | 'ticketsMax'>>(
  raffles: readonly Raffle[],
): { raffle: Raffle; test: Test }[] {
  const first = raffles.map((raffle) => testOnPast(raffle))
  return raffles.flatMap((raffle, own) => {
    const others = first.filter((_, index) => index !== own)
    const pastError = spreadOf(others.map((test) => test?.restError ?? null))
    const test = testOnPast({ ...raffle, pastError })
    return test === null ? [] : [{ raffle, test }]
  })
}

function sumOf(values: readonly number[]): number {
  let sum = 0
  for (const value of values) sum += value
  return sum
}
