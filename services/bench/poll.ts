// Status polling, in a run of its own: what the payment page asks every two seconds. A thousand
// buyers with a session and an order each, nine of ten paid; autocannon asks as fast as it is
// answered.
import autocannon from 'autocannon'
import { setTimeout as sleep } from 'node:timers/promises'

import type { BenchAddresses } from './append.ts'
import { addressOf, cookieHeader, openHttpLoad, payCall, purchaseCall } from './buyer.ts'
import type { HttpLoad } from './buyer.ts'
import type { Outcome, Pace } from './contest.ts'
import { startShop } from './running-shop.ts'
import type { RunningShop } from './running-shop.ts'

const BUYERS = 1_000
const BUYERS_AT_ONCE = 20
const CONNECTIONS = 50
const PER_SECOND_MIN = 5_000
const SETTLED_AFTER_MS = 2_500

export async function benchPoll(
  { ownerUrl }: BenchAddresses,
  { rounds, seconds }: Pace,
  progress: (step: string) => void,
): Promise<Outcome[]> {
  const shop = await startShop({ databaseUrl: ownerUrl })
  const load = openHttpLoad()
  try {
    progress('poll: a thousand buyers order')
    const buyers = await order({ shop, load })
    await sleep(SETTLED_AFTER_MS)
    const measured: Measured[] = []
    for (let round = 1; round <= rounds; round++) {
      progress(`poll: ${round}/${rounds}`)
      measured.push(await poll({ shop, buyers, seconds }))
    }
    return [outcomeOf(measured)]
  } finally {
    load.close()
    await shop.stop()
  }
}

type Buyer = { path: string; headers: Record<string, string> }

async function order({ shop, load }: { shop: RunningShop; load: HttpLoad }): Promise<Buyer[]> {
  const buyers: Buyer[] = []
  const { origin, productId, sandboxUrl } = shop
  async function queue(first: number) {
    for (let nth = first; nth < BUYERS; nth += BUYERS_AT_ONCE) {
      const answer = await load.call(
        purchaseCall({ origin, items: [{ productId, quantity: 1 }], nth }),
      )
      const { id } = JSON.parse(answer.body) as { id: string }
      if (nth % 10 > 0) await load.call(payCall(sandboxUrl, id))
      const headers = { cookie: cookieHeader(answer), 'x-forwarded-for': addressOf(nth) }
      buyers.push({ path: `/api/whishpay/status/${id}`, headers })
    }
  }
  await Promise.all(Array.from({ length: BUYERS_AT_ONCE }, (_, first) => queue(first)))
  return buyers
}

type Measured = { perSecond: number; p99Ms: number; not200: number }
type Polling = { shop: RunningShop; buyers: readonly Buyer[]; seconds: number }

/** Each connection asks for buyers of its own, one after the other. */
async function poll({ shop, buyers, seconds }: Polling): Promise<Measured> {
  let connection = 0
  const { requests, latency, non2xx, errors } = await autocannon({
    url: shop.origin,
    connections: CONNECTIONS,
    duration: seconds,
    setupClient(client) {
      const own = connection++
      client.setRequests(buyers.filter((_, index) => index % CONNECTIONS === own))
    },
  })
  return { perSecond: Math.round(requests.average), p99Ms: latency.p99, not200: non2xx + errors }
}

function outcomeOf(measured: readonly Measured[]): Outcome {
  const sorted = measured.toSorted((a, b) => a.perSecond - b.perSecond)
  const { perSecond, p99Ms } = sorted[Math.floor(sorted.length / 2)]!
  const ratio = Number((perSecond / PER_SECOND_MIN).toFixed(2))
  const not200 = measured.reduce((sum, round) => sum + round.not200, 0)
  return {
    contest: 'GET /api/whishpay/status/{id}',
    callers: CONNECTIONS,
    figures: [
      {
        contender: 'status polls answered',
        perSecond,
        p99Ms,
        rounds: measured.map((round) => round.perSecond),
      },
    ],
    ratios: [
      { against: '5,000 polls/s', ratio, target: 1, isReached: ratio >= 1 },
      {
        against: `all answered 200 (${not200} were not)`,
        ratio: not200 === 0 ? 1 : 0,
        target: 1,
        isReached: not200 === 0,
      },
    ],
  }
}
