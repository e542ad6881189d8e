// How far read models are behind, held against what is asked of them.
import type { BenchAddresses } from './append.ts'
import type { Outcome, Pace } from './contest.ts'
import { benchLag } from './lag.ts'

const ORDERS_PER_SECOND = 300
const SECONDS_MIN = 5
const LAG_P99_MS_MAX = 1_000

export async function benchLagOutcome(
  _addresses: BenchAddresses,
  { seconds }: Pace,
  progress: (step: string) => void,
): Promise<Outcome[]> {
  progress(`lag: ${ORDERS_PER_SECOND} orders a second`)
  const measured = await benchLag(ORDERS_PER_SECOND, Math.max(SECONDS_MIN, seconds))
  const { eventsPerSecond, p50Ms, p99Ms, maxMs, processorShare } = measured
  const contender = `p50 ${p50Ms} ms, at most ${maxMs} ms, ${processorShare} of a core`
  const ratio = Number((LAG_P99_MS_MAX / Math.max(1, p99Ms)).toFixed(2))
  const against = `${LAG_P99_MS_MAX.toLocaleString('en')} ms, more than p99`
  return [
    {
      contest: `read models behind the facts of ${ORDERS_PER_SECOND} orders a second`,
      callers: 1,
      figures: [{ contender, perSecond: eventsPerSecond, rounds: [eventsPerSecond], p99Ms }],
      ratios: [{ against, ratio, target: 1, isReached: ratio >= 1 }],
    },
  ]
}
