// Two processes on one port and one database, as `PROCESSES=2 npm start` runs them: both decide
// about the same last tickets, one that is killed takes nothing with it that was promised, and
// asked to end they end together.
import { readFile } from 'node:fs/promises'
import http from 'node:http'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { openHttpLoad, purchaseCall } from '../bench/buyer.ts'
import { newCrowd, rush, wrongNumbers } from '../bench/crowd.ts'
import { startShop } from '../bench/running-shop.ts'
import type { RunningShop } from '../bench/running-shop.ts'
import { buildWeb } from '../cli/build-web.ts'
import { moveClock } from '../clock.ts'
import { verify } from '../verify/run.ts'
import { projectionStatus } from '../workers/checkpoints.ts'
import { testDatabase } from './database.ts'
import type { TestDatabase } from './database.ts'
import { historyBroken, newHistory, wishes } from './history.ts'

const raffle = (name: string, ticketsMax: number) => ({
  name,
  ticketsMax,
  ticketsPerUnit: 1,
  priceUsd: '10.00',
})

let test: TestDatabase
let shop: RunningShop
/** Of all the buyers, at both processes. */
const history = newHistory()
beforeAll(async () => {
  // Each of them serves the whole shop, pages and all.
  await buildWeb({ rootFolder: join(import.meta.dirname, '../..') })
  test = await testDatabase()
  const raffles = [raffle('A car', 50), raffle('Gold', 2_000)]
  shop = await startShop({ databaseUrl: test.ownerUrl, raffles, processes: 2, drainSeconds: 2 })
}, 600_000)
afterAll(async () => {
  await shop.stop()
  await test.drop()
})

function onSale(nth: number) {
  const sold = shop.onSale[nth]
  if (sold === undefined) throw new Error(`there is no raffle ${nth}`)
  return sold
}

it('500 buyers at two processes, 50 tickets left: 50 pay and hold 1 to 50', async () => {
  const { raffleId, productId } = onSale(0)
  const load = openHttpLoad(500)
  const crowd = newCrowd(history)
  const itemsOf = () => [{ productId, quantity: 1 }]
  await rush({ ...shop, load, buyers: 500, itemsOf, isPatient: true }, crowd)
  load.close()

  expect(Object.fromEntries(crowd.unexpected)).toEqual({})
  expect([crowd.placed, crowd.refused, crowd.paid]).toEqual([50, 450, 50])
  const numbers = crowd.numbers.get(raffleId)?.toSorted((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: 50 }, (_, place) => place + 1))
  expect(wrongNumbers(crowd, 50)).toEqual([])
}, 180_000)

/** A purchase that died half-way is another process's to take up after ten seconds. */
const afterItsClaim = () => moveClock(test.owner, new Date(Date.now() + 11_000))

it('a killed process: who asks again gets his order, once', async () => {
  const { productId } = onSale(1)
  const calls = Array.from({ length: 300 }, (_, nth) =>
    purchaseCall({ ...shop, items: [{ productId, quantity: 1 }], nth: 10_000 + nth }),
  )
  const load = openHttpLoad(64)
  let broken = 0
  let answered = 0
  let waited: Promise<void> | undefined
  const orders = await Promise.all(
    calls.map(async (call) => {
      const told = wishes(history, call)
      for (;;) {
        // A browser whose connection broke sends the same call with the same key again.
        const answer = await load.call(call).catch(() => null)
        if (answer === null) {
          broken += 1
          continue
        }
        if (answer.status === 503) continue
        if (answer.status === 409) {
          expect(answer.body).toContain('request_in_flight')
          await (waited ??= afterItsClaim())
          continue
        }
        answered += 1
        // Once one is answered all 64 connections stand, at both processes.
        if (answered === 1) shop.kill()
        // 200: the order of an earlier try, whose answer was lost.
        expect([200, 201]).toContain(answer.status)
        told(answer)
        return (JSON.parse(answer.body) as { id: string }).id
      }
    }),
  )
  load.close()

  expect(broken).toBeGreaterThan(0)
  expect(new Set(orders).size).toBe(calls.length)
  const { rows } = await test.owner.query<{ held: number }>(
    `select count(*)::int as held from holds where log_id = $1`,
    [`raffle/${onSale(1).raffleId}`],
  )
  expect(rows).toEqual([{ held: calls.length }])
}, 180_000)

it('leaves nothing that the invariants mind', async () => {
  await expect
    .poll(async () => (await projectionStatus(test.owner)).every((one) => one.lagEvents === 0), {
      timeout: 60_000,
    })
    .toBe(true)
  const { findings } = await verify(test.owner)
  expect(findings.filter(({ violations }) => violations > 0)).toEqual([])
  expect(history.sales).toHaveLength(50)
  expect(await historyBroken(test.owner, history)).toEqual([])
}, 180_000)

const childrenOf = async (pid: number) =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'))
    .split(' ')
    .filter(Boolean)
    .map(Number)

/** A purchase whose last byte is not sent before `finish`. */
function slowPurchase(nth: number) {
  const items = [{ productId: onSale(1).productId, quantity: 1 }]
  const { url, headers, body } = purchaseCall({ ...shop, items, nth })
  const bytes = Buffer.from(JSON.stringify(body))
  const head = { ...headers, 'content-type': 'application/json', 'content-length': bytes.length }
  const request = http.request(url, { method: 'POST', agent: false, headers: head })
  const status = new Promise((resolve, reject) => {
    request.once('response', (response) => resolve(response.resume().statusCode))
    request.once('error', reject)
  })
  const begun = new Promise((resolve) => request.write(bytes.subarray(0, -1), resolve))
  return { status, begun, finish: () => void request.end(bytes.subarray(-1)) }
}

it('asked to end, they leave together, and answer what has begun', async () => {
  const beside = await childrenOf(shop.pid)
  expect(beside).toHaveLength(1)
  const purchases = Array.from({ length: 16 }, (_, nth) => slowPurchase(20_000 + nth))
  await Promise.all(purchases.map(({ begun }) => begun))

  const ended = shop.terminate()
  const details = async () => (await fetch(`${shop.metricsUrl}/readyz`)).json()
  await expect
    .poll(details, { interval: 20, timeout: 30_000 })
    .toMatchObject({ ready: false, state: 'stopping' })
  // The first says so at once, not when those beside it have gone.
  expect(await childrenOf(shop.pid)).toEqual(beside)
  process.kill(beside[0]!, 'SIGTERM') // some supervisors signal the whole group
  for (const { finish } of purchases) finish()

  const statuses = await Promise.all(purchases.map(({ status }) => status))
  expect(statuses).toEqual(purchases.map(() => 201))
  expect(await ended).toBe(0)
}, 60_000)
