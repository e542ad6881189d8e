// F24: a process stands still for two seconds, again and again, and drowns in garbage, while people
// buy who do not wait: who has no answer within a second asks again, with the same key. Whoever
// watches is told that the process is not ready; no order that anybody was told of is lost, and
// none is made twice.
// At full length: FAULT_ROUNDS=20, at most 8 minutes.
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { purchaseCall } from '../../bench/buyer.ts'
import type { Call } from '../../bench/buyer.ts'
import { startShop } from '../../bench/running-shop.ts'
import type { RunningShop } from '../../bench/running-shop.ts'
import { buildWeb } from '../../cli/build-web.ts'
import { verify } from '../../verify/run.ts'
import { projectionStatus } from '../../workers/checkpoints.ts'
import { testDatabase } from '../database.ts'
import type { TestDatabase } from '../database.ts'

/** The campaign asks for 20; the gate for a taste of it. */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1)
const BLOCK_MS = 2_000
const LITTER_MS = 3_000
const BUYERS = 16
const PATIENCE_MS = 1_000

let test: TestDatabase
let shop: RunningShop
beforeAll(async () => {
  await buildWeb({ rootFolder: join(import.meta.dirname, '../../..') })
  test = await testDatabase()
  shop = await startShop({ databaseUrl: test.ownerUrl, processes: 2 })
}, 180_000)
afterAll(async () => {
  await shop.stop()
  await test.drop()
})

type Details = { ready: boolean; blockedMs: number }

const details = async () => (await (await fetch(`${shop.metricsUrl}/readyz`)).json()) as Details

const untilReady = () =>
  expect.poll(async () => (await details()).ready, { timeout: 60_000 }).toBe(true)

/** One click, again and again until it was answered twice, as from a page that has not heard. */
async function buy(call: Call): Promise<string[]> {
  const told: string[] = []
  while (told.length < 2) {
    const answer = await impatiently(call).catch(() => null)
    if (answer !== null) told.push(answer)
  }
  return told
}

/** The order's id; null: asked in vain. Rejects when no answer came in time. */
async function impatiently({ url, headers = {}, body }: Call): Promise<string | null> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  const text = await response.text()
  return response.ok ? (JSON.parse(text) as { id: string }).id : null
}

function openBuyers() {
  const items = [{ productId: shop.productId, quantity: 1 }]
  const told: string[][] = []
  let isOver = false
  let nth = 0
  const buying = Array.from({ length: BUYERS }, async () => {
    while (!isOver) told.push(await buy(purchaseCall({ ...shop, items, nth: nth++ })))
  })
  return {
    bought: () => told.length,
    async stop() {
      isOver = true
      await Promise.all(buying)
      return told
    },
  }
}

it(`F24 ${ROUNDS} times still for 2 s, then garbage: red, green again, no order lost`, async () => {
  await untilReady()
  const buyers = openBuyers()
  const seen: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const before = buyers.bought()
    await expect.poll(() => buyers.bought() - before, { timeout: 60_000 }).toBeGreaterThan(BUYERS)
    await shop.block(BLOCK_MS)
    // Asked while it stands still, and answered when it can.
    const { ready, blockedMs } = await details()
    expect(ready).toBe(false)
    expect(blockedMs).toBeGreaterThan(BLOCK_MS / 2)
    const figures = await (await fetch(`${shop.metricsUrl}/metrics`)).text()
    expect(Number(/^event_loop_blocked_seconds (\S+)$/m.exec(figures)?.[1])).toBeGreaterThan(1)
    seen.push(blockedMs)
    await untilReady()
  }
  const before = buyers.bought()
  await shop.litter(LITTER_MS)
  const littered = buyers.bought() - before
  await untilReady()
  const told = await buyers.stop()

  process.stdout.write(
    `F24: still for ${seen.join(', ')} ms; ${told.length} orders, ${littered} of them in garbage\n`,
  )
  // The other process serves on, and those who wait for this one go over to it.
  expect(littered).toBeGreaterThan(0)
  const orders = new Set(told.flat())
  expect(orders.size).toBe(told.length)
  const { rows } = await test.owner.query<{ id: string }>(
    `select split_part(stream_id, '/', 2) as id from streams where stream_id like 'order/%'`,
  )
  expect(new Set(rows.map(({ id }) => id))).toEqual(orders)
  await expect
    .poll(async () => (await projectionStatus(test.owner)).every((one) => one.lagEvents === 0), {
      timeout: 60_000,
    })
    .toBe(true)
  const { findings } = await verify(test.owner)
  expect(findings.filter(({ violations }) => violations > 0)).toEqual([])
}, 3_600_000)
