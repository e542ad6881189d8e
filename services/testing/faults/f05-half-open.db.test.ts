// F5: the network to PostgreSQL says nothing any more, and nobody hangs up. Every purchase ends all
// the same, whoever asks is told that this process is not ready, and when the network speaks again
// it sells as before, without an order too many or too few. Also where only some connections are
// silent: then it goes on selling on others. Nobody waits for longer than five seconds, and the
// longest wait is told.
// At full length: FAULT_ROUNDS=5, at most 6 minutes.
import { afterAll, beforeAll, expect, it } from 'vitest'

import { verify } from '../../verify/run.ts'
import { openRig } from '../storm/rig.ts'
import type { Rig } from '../storm/rig.ts'
import { buy, LATER, SOLD } from './crowd.ts'
import { ordersFound } from './rig.ts'

/** Silence is long: the gate has silent connections without a shop (`silence.db.test.ts`). */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 0)
const PEOPLE = 12
const SILENT_CONNECTIONS = 2
const ENDS_WITHIN_MS = 5_000

let rig: Rig
let people = 800_000
const told: string[] = []
beforeAll(async () => {
  if (ROUNDS > 0) rig = await openRig(1)
  else process.stdout.write('F5: left to the campaign (npm run campaign -- --only=f05)\n')
}, 180_000)
afterAll(async () => {
  if (ROUNDS > 0) await rig.stop()
})

async function serveOne() {
  const said = await buy({ ...rig.shop, productId: rig.shop.productId }, people++)
  if (said.orderId !== null) told.push(said.orderId)
  return said
}

const isReady = async () => (await fetch(`${rig.shop.origin}/readyz`)).status === 200

const title = `F5 PostgreSQL falls silent ${ROUNDS} times: nobody waits for ever`
it.runIf(ROUNDS > 0)(title, { timeout: 600_000 }, async () => {
  let longestMs = 0
  /** That many requests to PostgreSQL, and their connections, are swallowed while people buy. */
  async function fallSilent(times: number) {
    rig.network.plan({ when: /[^]/, fault: { kind: 'blackhole' }, times })
    const waiting = await Promise.all(Array.from({ length: PEOPLE }, serveOne))
    longestMs = Math.max(longestMs, ...waiting.map(({ tookMs }) => tookMs))
    expect(waiting.filter(({ what }) => what !== SOLD && what !== LATER)).toEqual([])
  }
  for (let round = 0; round < ROUNDS; round++) {
    expect((await serveOne()).what).toBe(SOLD)
    await expect.poll(isReady, { timeout: 60_000 }).toBe(true)

    await fallSilent(SILENT_CONNECTIONS)
    await expect.poll(async () => (await serveOne()).what, { timeout: 60_000 }).toBe(SOLD)
    await fallSilent(Infinity)
    await expect.poll(isReady, { timeout: 60_000 }).toBe(false)

    rig.network.plan(null)
    await expect.poll(async () => (await serveOne()).what, { timeout: 60_000 }).toBe(SOLD)
  }
  process.stdout.write(`F5: ${told.length} orders told, longest wait ${longestMs.toFixed(0)} ms\n`)
  expect(longestMs).toBeLessThan(ENDS_WITHIN_MS)
  expect(await ordersFound(rig.owner, told)).toBe(told.length)
  await expect.poll(isReady, { timeout: 60_000 }).toBe(true)
  const { findings } = await verify(rig.owner)
  expect(findings.filter(({ violations }) => violations > 0)).toEqual([])
})
