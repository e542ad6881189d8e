// The rebuild's figures held against what is asked of them.
import type { BenchAddresses } from './append.ts'
import type { Outcome, Pace } from './contest.ts'
import { benchRebuild } from './rebuild.ts'
import type { RebuildFigure } from './rebuild.ts'

const ORDERS = 100_000
const ORDERS_QUICK = 10_000
const ALONE_PER_SECOND_MIN = 100_000
const TOGETHER_PER_SECOND_MIN = 50_000

export async function benchRebuildOutcome(
  _addresses: BenchAddresses,
  { isQuick }: Pace & { isQuick: boolean },
  progress: (step: string) => void,
): Promise<Outcome[]> {
  const orders = isQuick ? ORDERS_QUICK : ORDERS
  progress(`rebuild: the facts of ${orders.toLocaleString('en')} orders, read from zero`)
  const { each, core, all } = await benchRebuild(orders)
  return [
    {
      contest: 'rebuild of read models, events per second',
      callers: 1,
      figures: [...each, core, all].map(figureOf),
      ratios: [
        reached(oneByOne(each), ALONE_PER_SECOND_MIN),
        reached(core, TOGETHER_PER_SECOND_MIN),
      ],
    },
  ]
}

/** All events of all of them over all their seconds: what one projection does, whichever it is. */
function oneByOne(each: readonly RebuildFigure[]): RebuildFigure {
  const events = each.reduce((sum, figure) => sum + figure.events, 0)
  const seconds = each.reduce((sum, figure) => sum + figure.events / figure.eventsPerSecond, 0)
  const eventsPerSecond = Math.round(events / seconds)
  return { projection: 'one projection at a time', events, eventsPerSecond }
}

const figureOf = ({ projection, events, eventsPerSecond }: RebuildFigure) => ({
  contender: `${projection}, ${events} events`,
  perSecond: eventsPerSecond,
  rounds: [eventsPerSecond],
  p99Ms: 0,
})

function reached({ projection, eventsPerSecond }: RebuildFigure, perSecondMin: number) {
  const ratio = Number((eventsPerSecond / perSecondMin).toFixed(2))
  const against = `${perSecondMin.toLocaleString('en')} events/s: ${projection}`
  return { against, ratio, target: 1, isReached: ratio >= 1 }
}
