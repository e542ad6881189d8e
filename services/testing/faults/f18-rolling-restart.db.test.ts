// F18: two shops on one database, each with all that works behind its requests, are replaced one
// after the other while people buy and pay, by one timetable however late the shops are: when the
// next one has started, the old one is sent SIGTERM, and the balancer between them learns of it
// from /readyz alone. Nobody's purchase fails, nobody has to ask twice (the buyers of this test
// never repeat a call), and each ends in time with status 0. A process beside a first one is
// replaced likewise. At full length: FAULT_ROUNDS=20 FAULT_RATE=200, at most 15 minutes.
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { openHttpLoad, payCall, purchaseCall } from '../../bench/buyer.ts'
import type { Call } from '../../bench/buyer.ts'
import { openLoop } from '../../bench/open-loop.ts'
import { startShop } from '../../bench/running-shop.ts'
import { buildWeb } from '../../cli/build-web.ts'
import { verify } from '../../verify/run.ts'
import { projectionStatus } from '../../workers/checkpoints.ts'
import { testDatabase } from '../database.ts'
import type { TestDatabase } from '../database.ts'
import { historyBroken, newHistory, wishes } from '../history.ts'
import { openStreet } from './builds.ts'
import type { Build, Street } from './builds.ts'

/** The campaign asks for 20 at 200 purchases a second; a taste of it is 1 at 40. */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1)
const IS_WHOLE = ROUNDS > 1
const PER_SECOND = Number(process.env.FAULT_RATE ?? 40)
/**
 * Of so many requests in a second that have to be answered: else it was not that load. A purchase
 * is one, and so is the callback that tells of a payment.
 */
const RATE_SHARE_MIN = 0.95
const END_WITHIN_MS = 25_000
/** So many buyers, and one of them pays. */
const BUYERS_PER_PAYER = 10

const here = join(import.meta.dirname, '../../..')
const raffles = [{ name: 'Car', ticketsMax: 1_000_000, ticketsPerUnit: 2, priceUsd: '12.50' }]

/** Production's five would be a tenth of a night; the balancer looks five times a second. */
const DRAIN_SECONDS = '2'

let test: TestDatabase
let street: Street
beforeAll(async () => {
  test = await testDatabase()
  street = await openStreet(test.ownerUrl, { DRAIN_SECONDS })
}, 180_000)
afterAll(async () => {
  await street.stop()
  await test.drop()
})

type Shop = { origin: string; sandboxUrl: string; productId: string }

/** People who come by one timetable, however late the shops are, until they are told it is over. */
function customers({ origin, sandboxUrl, productId }: Shop) {
  const load = openHttpLoad(64)
  const items = [{ productId, quantity: 1 }]
  const history = newHistory()
  const closing = new AbortController()
  const said = (call: Call) =>
    load.call(call).catch((error: Error) => ({ status: 0, body: error.message }))
  async function act(nth: number): Promise<string> {
    const call = purchaseCall({ origin, items, nth })
    const told = wishes(history, call)
    const { status, body } = await said(call)
    told({ status, body })
    if (status !== 201) return `${status} ${body.slice(0, 200)}`
    if (nth % BUYERS_PER_PAYER > 0) return '201'
    const { id } = JSON.parse(body) as { id: string }
    const paid = await said(payCall(sandboxUrl, id))
    return `201, payment ${paid.status}`
  }
  const until = closing.signal
  const buying = openLoop({ perSecond: PER_SECOND, seconds: Infinity, until, act })
  return {
    history,
    /** What they were told, how often, and how many a second were answered. */
    async goHome() {
      closing.abort()
      return buying.finally(load.close)
    },
  }
}

const PAID = '201, payment 200'

it(`F18 ${ROUNDS} times two shops are replaced, ${PER_SECOND} purchases a second`, async () => {
  const first = await street.start(here, raffles)
  const shops = [first, await street.start(here)]
  const people = customers({ ...street, productId: first.onSale[0]?.productId ?? '' })
  const ends: { status: number | null; ms: number }[] = []
  const complaints: string[] = []
  async function end(old: Build) {
    ends.push(await old.terminate())
    complaints.push(old.complaints())
  }
  let leaving: Build | undefined
  for (let replaced = 0; replaced < ROUNDS * 2; replaced++) {
    // Two serve all the while.
    const [next] = await Promise.all([street.start(here), leaving && end(leaving)])
    leaving = shops.shift()
    shops.push(next)
  }
  if (leaving !== undefined) await end(leaving)
  const { tally, begun, perSecond, maxMs } = await people.goHome()
  await everythingProjected()
  const { findings } = await verify(test.owner)
  const broken = await historyBroken(test.owner, people.history)
  for (const shop of shops) ends.push(await shop.terminate())
  complaints.push(...shops.map((shop) => shop.complaints()))

  const requests = Math.round(perSecond * (1 + 1 / BUYERS_PER_PAYER))
  const longestMs = Math.max(...ends.map(({ ms }) => ms))
  process.stdout.write(
    `F18: ${ends.length} ends by SIGTERM, the longest ${(longestMs / 1_000).toFixed(1)} s; ` +
      `${begun} purchases, ${perSecond} a second, ${requests} requests a second, ` +
      `the slowest ${(maxMs / 1_000).toFixed(1)} s\n`,
  )
  expect(Object.keys(tally).toSorted()).toEqual(['201', PAID])
  if (IS_WHOLE) expect(requests).toBeGreaterThanOrEqual(RATE_SHARE_MIN * PER_SECOND)
  expect(ends.map(({ status }) => status)).toEqual(ends.map(() => 0))
  expect(longestMs).toBeLessThanOrEqual(END_WITHIN_MS)
  expect(complaints.join('')).toBe('')
  expect(findings.filter(({ violations }) => violations > 0)).toEqual([])
  expect(broken).toEqual([])
  expect(await granted()).toBe(tally[PAID])
}, 3_600_000)

async function everythingProjected(): Promise<void> {
  const lags = async () => (await projectionStatus(test.owner)).map(({ lagEvents }) => lagEvents)
  await expect.poll(async () => Math.max(...(await lags())), { timeout: 60_000 }).toBe(0)
}

async function granted(): Promise<number> {
  const { rows } = await test.owner.query<{ orders: number }>(
    `select count(distinct stream_id)::int as orders from events where type = 'TicketsGranted'`,
  )
  return rows[0]?.orders ?? 0
}

it('F18 a process beside the first one is replaced while people buy', async () => {
  await buildWeb({ rootFolder: here })
  const { owner, ownerUrl, drop } = await testDatabase()
  const shop = await startShop({ databaseUrl: ownerUrl, processes: 2 })
  const people = customers(shop)
  await shop.restart()
  const { tally } = await people.goHome()
  const status = await shop.terminate()
  const broken = await historyBroken(owner, people.history)
  await shop.stop()
  await drop()
  expect(Object.keys(tally).toSorted()).toEqual(['201', PAID])
  expect(status).toBe(0)
  expect(broken).toEqual([])
}, 180_000)
