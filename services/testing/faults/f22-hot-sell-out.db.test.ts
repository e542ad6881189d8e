// F22: everybody wants the same few tickets. As many numbers are given out as there are, each once;
// everybody else hears that there are none left, and nobody hears that something failed.
// At full length, beside nothing: FAULT_ROUNDS=2, at most 6 minutes.
import { afterAll, beforeAll, expect, it } from 'vitest'

import { openHttpLoad } from '../../bench/buyer.ts'
import type { HttpLoad } from '../../bench/buyer.ts'
import { newCrowd, rush, wrongNumbers } from '../../bench/crowd.ts'
import type { Crowd } from '../../bench/crowd.ts'
import type { RaffleOnSale } from '../../bench/raffle-on-sale.ts'
import { startShop } from '../../bench/running-shop.ts'
import type { RunningShop } from '../../bench/running-shop.ts'
import { verify } from '../../verify/run.ts'
import { projectionStatus } from '../../workers/checkpoints.ts'
import { testDatabase } from '../database.ts'
import type { TestDatabase } from '../database.ts'
import { historyBroken } from '../history.ts'

/** The campaign asks for all of them (`FAULT_ROUNDS` above 1), the gate for a taste. */
const IS_WHOLE = Number(process.env.FAULT_ROUNDS ?? 1) > 1
const BUYERS = IS_WHOLE ? 20_000 : 1_500
const TICKETS = IS_WHOLE ? 5_000 : 300
const PER_SECOND = Number(process.env.FAULT_RATE ?? 500)
/** Of what this machine takes: above it a queue grows, whoever serves it. */
const SHARE_OF_TAKEN = 0.9
/** Less would be our doing, and no machine's. */
const TAKEN_PER_SECOND_MIN = 200
/** Who bought something else before: the rush comes to a shop that has been open for a while. */
const EARLIER = IS_WHOLE ? 2_000 : 0
const EARLIER_PER_SECOND = 150
/** So many in one moment, before: what this machine takes in this minute. */
const AT_ONCE = IS_WHOLE ? 1_500 : 0
const P99_MS_MAX = 2_000
const SOCKETS_MAX = 1_000

let test: TestDatabase
let shop: RunningShop
beforeAll(async () => {
  test = await testDatabase()
  const gold = { name: 'Gold', ticketsMax: TICKETS, ticketsPerUnit: 1, priceUsd: '10.00' }
  const earlier = { ...gold, name: 'Silver', ticketsMax: 1_000_000 }
  shop = await startShop({ databaseUrl: test.ownerUrl, raffles: [gold, earlier] })
}, 180_000)
afterAll(async () => {
  await shop.stop()
  await test.drop()
})

/** `problems.ts`: `tickets_left`, and `raffle_ended` once the last ticket is paid. */
const soldOut = /^Only \d+ tickets? left for Gold$|^This raffle has ended$/

/**
 * Whole purchases: from the click of so many at once to the last of their tickets, as recorded. By
 * first answers it would be more than can be sold, since those who pay come behind; by what buyers
 * see it would be less, since each looks once a second. No figure where nobody is sent.
 */
async function takenPerSecond(crowd: Crowd, load: HttpLoad): Promise<number> {
  if (AT_ONCE === 0) return Infinity
  await readModelsLevel()
  const itemsOf = () => [{ productId: shop.onSale[1]!.productId, quantity: 1 }]
  const [opened] = (await test.owner.query<{ at: Date }>('select clock_now() as at')).rows
  await rush({ ...shop, load, buyers: AT_ONCE, itemsOf }, crowd)
  const { rows } = await test.owner.query<{ seconds: number }>(
    `select extract(epoch from max(recorded_at) - $1)::float8 as seconds
       from events where type = 'TicketsGranted'`,
    [opened!.at],
  )
  return Math.round(AT_ONCE / rows[0]!.seconds)
}

async function readModelsLevel(): Promise<void> {
  await expect
    .poll(async () => (await projectionStatus(test.owner)).every((one) => one.lagEvents === 0), {
      timeout: 60_000,
    })
    .toBe(true)
}

/** Those of the buyers before are no work of the rush. */
async function receiptsSent(count: number): Promise<void> {
  const sent = `select count(*)::integer as n from messages where state = 'sent'`
  await expect
    .poll(async () => (await test.owner.query<{ n: number }>(sent)).rows[0]?.n, { timeout: 60_000 })
    .toBe(count)
}

it(`F22 ${BUYERS} buyers, ${TICKETS} tickets: each number once, a word for the rest`, async () => {
  const [{ raffleId, productId }, earlier] = shop.onSale as [RaffleOnSale, RaffleOnSale]
  const load = openHttpLoad(SOCKETS_MAX, { isBrowser: true })
  const before = newCrowd()
  await rush(
    {
      ...shop,
      load,
      buyers: EARLIER,
      perSecond: EARLIER_PER_SECOND,
      itemsOf: () => [{ productId: earlier.productId, quantity: 1 }],
    },
    before,
  )
  expect(before.paid).toBe(EARLIER)
  const taken = await takenPerSecond(before, load)
  expect(before.paid).toBe(EARLIER + AT_ONCE)
  expect(taken).toBeGreaterThan(TAKEN_PER_SECOND_MIN)
  await receiptsSent(EARLIER + AT_ONCE)
  const perSecond = Math.min(PER_SECOND, Math.round(taken * SHARE_OF_TAKEN))
  const crowd = newCrowd(before.history)
  const itemsOf = () => [{ productId, quantity: 1 }]
  await rush({ ...shop, load, buyers: BUYERS, perSecond, itemsOf }, crowd)
  load.close()

  const waits = crowd.waitsMs.toSorted((a, b) => a - b)
  const p99Ms = Math.round(waits[Math.floor(waits.length * 0.99)] ?? 0)
  process.stdout.write(
    `F22: ${perSecond} buyers a second, p99 ${p99Ms} ms ` +
      `(the machine takes ${taken} a second); ` +
      `${JSON.stringify(Object.fromEntries(crowd.refusals))}\n`,
  )
  expect(Object.fromEntries(crowd.unexpected)).toEqual({})
  expect([crowd.placed, crowd.paid, crowd.refused]).toEqual([TICKETS, TICKETS, BUYERS - TICKETS])
  expect([...crowd.refusals.keys()].filter((words) => !soldOut.test(words))).toEqual([])
  expect(crowd.numbers.get(raffleId)).toHaveLength(TICKETS)
  expect(wrongNumbers(crowd, TICKETS)).toEqual([])
  if (IS_WHOLE) expect(p99Ms).toBeLessThan(P99_MS_MAX)

  await readModelsLevel()
  const { findings } = await verify(test.owner)
  expect(findings.filter(({ violations }) => violations > 0)).toEqual([])
  expect(await historyBroken(test.owner, crowd.history)).toEqual([])
}, 3_600_000)
