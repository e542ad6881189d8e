// `POST /api/purchases` over HTTP as thousands of strangers send it: each with an address of his
// own, a new session and its cookie, an idempotency key, and a call to the provider before the
// answer. Service, sandbox, PostgreSQL and this generator are processes of their own on one
// machine; read models are folded and open payments are watched meanwhile, as always. Beside it:
// how old the oldest fact was that a read model had not seen.
import { setTimeout as sleep } from 'node:timers/promises'

import { openDatabase } from '../io/database.ts'
import { projectionStatus } from '../workers/checkpoints.ts'
import type { BenchAddresses } from './append.ts'
import { openHttpLoad, purchaseCall } from './buyer.ts'
import type { HttpLoad } from './buyer.ts'
import type { Outcome, Pace } from './contest.ts'
import { openLoop } from './open-loop.ts'
import type { LoadFigures } from './open-loop.ts'
import { startShop } from './running-shop.ts'
import type { RunningShop } from './running-shop.ts'

const RATES = [
  { perSecond: 300, isTarget: true },
  { perSecond: 500, isTarget: false },
] as const
const SECONDS_MIN = 30
const P99_MS_MAX = 300
const LAG_MS_MAX = 1_000
const WARM_UP_SECONDS = 4

export async function benchHttp(
  { url, ownerUrl }: BenchAddresses,
  pace: Pace,
  progress: (step: string) => void,
): Promise<Outcome[]> {
  const shop = await startShop({ databaseUrl: ownerUrl })
  const load = openHttpLoad()
  const outcomes: Outcome[] = []
  try {
    progress('http: warming up')
    await purchases({ shop, load, perSecond: 100, seconds: WARM_UP_SECONDS })
    for (const { perSecond, isTarget } of RATES) {
      const seconds = Math.max(pace.seconds, isTarget ? SECONDS_MIN : 0)
      const lag = watchLag(url)
      const figures = await purchases({ shop, load, perSecond, seconds, progress })
      outcomes.push(outcomeOf({ perSecond, figures, lagsMs: await lag.stop() }))
    }
    return outcomes
  } finally {
    load.close()
    await shop.stop()
  }
}

type Rush = {
  shop: RunningShop
  load: HttpLoad
  perSecond: number
  seconds: number
  progress?: (step: string) => void
}

let buyers = 0

export function purchases({ shop, load, perSecond, seconds, progress }: Rush) {
  const { origin, productId } = shop
  return openLoop({
    perSecond,
    seconds,
    async act() {
      const call = purchaseCall({ origin, items: [{ productId, quantity: 1 }], nth: buyers++ })
      const { status, body } = await load.call(call)
      return status === 201 ? '201' : `${status} ${body.slice(0, 120)}`
    },
    progress: ({ begun, ended }) =>
      progress?.(`http: ${perSecond}/s, ${ended} answered, ${begun - ended} under way`),
  })
}

const LOOK_EVERY_MS = 100

/** Reads the checkpoints as `/metrics` does. */
export function watchLag(url: string): { stop: () => Promise<number[]> } {
  const database = openDatabase({ url, applicationName: 'qura bench lag', poolMax: 1 })
  const lagsMs: number[] = []
  let isOver = false
  const looking = (async () => {
    while (!isOver) {
      const statuses = await projectionStatus(database)
      lagsMs.push(Math.max(0, ...statuses.map(({ lagSeconds }) => lagSeconds * 1_000)))
      await sleep(LOOK_EVERY_MS)
    }
  })()
  return {
    async stop() {
      isOver = true
      await looking
      await database.end()
      return lagsMs
    },
  }
}

type Measured = { perSecond: number; figures: LoadFigures; lagsMs: number[] }

function outcomeOf({ perSecond, figures, lagsMs }: Measured): Outcome {
  const lagMs = Math.round(lagsMs.toSorted((a, b) => a - b)[Math.floor(lagsMs.length * 0.99)] ?? 0)
  const served = figures.tally['201'] ?? 0
  const atMost = (name: string, max: number, measured: number) => {
    const ratio = Number((max / Math.max(measured, 0.1)).toFixed(2))
    return {
      against: `${name}: ${measured} ms of ${max} ms`,
      ratio,
      target: 1,
      isReached: ratio >= 1,
    }
  }
  const share = served / figures.begun
  return {
    contest: `POST /api/purchases, ${perSecond} arrivals/s`,
    callers: perSecond,
    figures: [
      {
        contender: 'purchases answered 201',
        perSecond: Math.round(figures.perSecond * share),
        rounds: [figures.perSecond],
        p99Ms: figures.p99Ms,
      },
    ],
    ratios: [
      {
        against: `all answered 201 (${JSON.stringify(figures.tally)})`,
        ratio: Number(share.toFixed(2)),
        target: 1,
        isReached: share === 1,
      },
      atMost('p99', P99_MS_MAX, figures.p99Ms),
      atMost('projection lag p99', LAG_MS_MAX, lagMs),
    ],
  }
}
