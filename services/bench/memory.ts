// Does the service's memory grow? Buyers order and pay over HTTP, minute after minute, and after
// the first two, in which caches fill, a line is laid through what the process holds: resident
// each second, the heap twice a minute after a full collection, when only what is kept is left. A
// shop that grows no more because it answers or settles no more has not been measured: that counts
// as well.
import { setTimeout as sleep } from 'node:timers/promises'

import { openDatabase } from '../io/database.ts'
import type { BenchAddresses } from './append.ts'
import { openHttpLoad, payCall, purchaseCall } from './buyer.ts'
import type { HttpLoad } from './buyer.ts'
import type { Outcome, Pace } from './contest.ts'
import { openLoop } from './open-loop.ts'
import type { LoadFigures } from './open-loop.ts'
import { startShop } from './running-shop.ts'
import type { RunningShop } from './running-shop.ts'

const FILLING_MINUTES = 2
const SLOPE_MAX = 1
/** Of those who came, 201; of those, given their tickets by the end. */
const SERVED_MIN = 0.98
const COLLECT_EVERY_SECONDS = 30
/** Nobody stands in a line for longer: the generator keeps no more than it can send. */
const PATIENCE_SECONDS = 5

type Sample = { minute: number; rssMb: number; heapMb: number; isCollected: boolean }

export async function benchMemory(
  { ownerUrl }: BenchAddresses,
  { minutes, perSecond }: Pace & { minutes: number; perSecond: number },
  progress: (step: string) => void,
): Promise<Outcome[]> {
  const shop = await startShop({ databaseUrl: ownerUrl })
  const load = openHttpLoad()
  try {
    const watching = watchMemory(shop)
    const figures = await openLoop({
      perSecond,
      seconds: minutes * 60,
      act: (nth) => orderAndPay({ shop, load, nth }),
      waitingMax: PATIENCE_SECONDS * perSecond,
      progress: ({ ended }) => progress(`memory: ${watching.told()}, ${ended} orders`),
    })
    const samples = await watching.stop()
    const orders = await countOrders(ownerUrl)
    return [memoryOutcome({ figures, samples, minutes, perSecond, orders })]
  } finally {
    load.close()
    await shop.stop()
  }
}

type Visit = { shop: RunningShop; load: HttpLoad; nth: number }

async function orderAndPay({ shop, load, nth }: Visit): Promise<string> {
  const { origin, productId, sandboxUrl } = shop
  const { status, body } = await load.call(
    purchaseCall({ origin, items: [{ productId, quantity: 1 }], nth }),
  )
  if (status !== 201) return `${status}`
  const { id } = JSON.parse(body) as { id: string }
  // Nobody waits for a payer; what he does is the shop's load all the same.
  void load.call(payCall(sandboxUrl, id)).catch(() => {})
  return '201'
}

export function watchMemory(shop: Pick<RunningShop, 'memory'>) {
  const samples: Sample[] = []
  const startedMs = performance.now()
  let isOver = false
  const looking = (async () => {
    for (let second = 0; !isOver; second++) {
      const isCollected = second % COLLECT_EVERY_SECONDS === 0
      const { rssMb, heapMb } = await shop.memory(isCollected)
      const minute = (performance.now() - startedMs) / 60_000
      samples.push({ minute, rssMb, heapMb, isCollected })
      await sleep(1_000)
    }
  })()
  // Of a shop that ended meanwhile `stop` tells; nobody listens before.
  looking.catch(() => {})
  return {
    told: () => `${samples.at(-1)?.rssMb.toFixed(0) ?? '?'} MB`,
    async stop() {
      isOver = true
      await looking
      return samples
    },
  }
}

type Orders = { settled: number; waiting: number }

/** Those with tickets, and those whose reservation still stands: paid for or not, nobody knows. */
async function countOrders(url: string): Promise<Orders> {
  const database = openDatabase({
    url,
    applicationName: 'qura bench',
    poolMax: 1,
    statementTimeoutMs: 0,
  })
  try {
    const { rows } = await database.query<Orders>(
      `select (select count(*) from issues)::int as settled,
              (select count(*) from holds)::int as waiting`,
    )
    return rows[0] ?? { settled: 0, waiting: 0 }
  } finally {
    await database.end()
  }
}

export type Grown = {
  figures: LoadFigures
  orders: Orders
  samples: readonly Sample[]
  minutes: number
  perSecond: number
}

export function memoryOutcome(grown: Grown): Outcome {
  const { figures, samples, minutes, perSecond, orders } = grown
  const from = minutes > 2 * FILLING_MINUTES ? FILLING_MINUTES : minutes / 2
  const counted = samples.filter(({ minute }) => minute >= from)
  const rss = slope(counted.map(({ minute, rssMb }) => ({ x: minute, y: rssMb })))
  const collected = counted.filter(({ isCollected }) => isCollected)
  const heap = slope(collected.map(({ minute, heapMb }) => ({ x: minute, y: heapMb })))
  const atMost = (name: string, perMinute: number) => ({
    against: `${name}: ${perMinute.toFixed(2)} MB/min after minute ${from} (at most ${SLOPE_MAX})`,
    ratio: Number((SLOPE_MAX / Math.max(perMinute, 0.01)).toFixed(2)),
    target: 1,
    isReached: perMinute < SLOPE_MAX,
  })
  const last = samples.at(-1)
  return {
    contest: `memory under ${perSecond} orders/s for ${minutes} min, ${last?.rssMb.toFixed(0)} MB`,
    callers: perSecond,
    figures: [
      {
        contender: `ordered ${JSON.stringify(figures.tally)}, ${told(orders)}`,
        perSecond: figures.perSecond,
        rounds: samples.filter((_, nth) => nth % 30 === 0).map(({ rssMb }) => Math.round(rssMb)),
        p99Ms: figures.p99Ms,
      },
    ],
    ratios: [atMost('resident', rss), atMost('heap that is kept', heap), ...served(grown)],
  }
}

function served({ figures: { begun, tally }, orders: { settled } }: Grown): Outcome['ratios'] {
  const answered = tally['201'] ?? 0
  const atLeast = (what: string, part: number, whole: number) => ({
    against: `${whole.toLocaleString('en')} ${what}`,
    ratio: Number((part / Math.max(whole, 1)).toFixed(3)),
    target: SERVED_MIN,
    isReached: part > 0 && part >= SERVED_MIN * whole,
  })
  return [
    atLeast('that were asked for, answered 201', answered, begun),
    atLeast('that were answered, given their tickets', settled, answered),
  ]
}

const told = ({ settled, waiting }: Orders) =>
  `${settled} given their tickets, ${waiting} reserved in the end`

/** Of the straight line through the points that leaves the least squares. */
export function slope(points: readonly { x: number; y: number }[]): number {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1)
  const [meanX, meanY] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))]
  let [above, below] = [0, 0]
  for (const { x, y } of points) {
    above += (x - meanX) * (y - meanY)
    below += (x - meanX) ** 2
  }
  return below === 0 ? 0 : above / below
}
