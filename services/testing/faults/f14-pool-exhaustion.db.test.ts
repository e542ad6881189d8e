// F14: all connections are held by queries that do not end, and five hundred people come at once.
// Each of them is told to come again, the last within a second in the middle one of all rounds;
// whoever watches over the service is answered as ever, and when the connections are free again the
// next buyer is served at once. The people have a process of their own, as they have machines of
// their own.
// At full length, beside nothing: FAULT_ROUNDS=12, at most 5 minutes.
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Database } from '../../io/database.ts'
import { verify } from '../../verify/run.ts'
import { openRunningShop } from '../running-service.ts'
import type { RunningShop } from '../running-service.ts'
import { buy, LATER, SOLD } from './crowd.ts'
import type { Place, Said } from './crowd.ts'
import type { ComeAtOnce } from './crowd-process.ts'
import { ordersFound } from './rig.ts'

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1)
const PEOPLE = 500
const POOL = 2
/** The store's own connections (`core.ts`). */
const WRITERS = 8
/** The last of the crowd, in the middle one of all rounds, and in the worst of them. */
const TOLD_WITHIN_MS = 1_000
const TOLD_WITHIN_WORST_MS = 2_000
/** On a machine that runs all tests at once. */
const TOLD_WITHIN_GATE_MS = 20_000

let shop: RunningShop
let crowd: ChildProcess
let place: Place
let people = 700_000
const told: string[] = []
beforeAll(async () => {
  shop = await openRunningShop({ poolMax: POOL, env: { TRUST_PROXY: '1' } })
  const { productId } = await shop.sell({ name: 'Gold', totalTickets: 1_000_000 })
  place = { origin: shop.origin, productId }
  expect(await serveOne()).toBe(SOLD)
  crowd = fork(join(import.meta.dirname, 'crowd-process.ts'))
}, 180_000)
afterAll(async () => {
  crowd.kill()
  await shop.stop()
})

async function serveOne(): Promise<string> {
  const { what, orderId } = await buy(place, people++)
  if (orderId !== null) told.push(orderId)
  return what
}

/** All of a pool, by one query after the other, so that no limit of PostgreSQL frees them. */
async function takeHostages(database: Database, connections: number) {
  let taken = 0
  let isOver = false
  const ends = Array.from({ length: connections }, () =>
    database.withConnection(async (connection) => {
      taken += 1
      while (!isOver) await connection.query('select pg_sleep(0.1)')
    }),
  )
  await expect.poll(() => taken, { timeout: 20_000 }).toBe(connections)
  return async () => {
    isOver = true
    await Promise.all(ends)
  }
}

const statusOf = async (path: string) => (await fetch(`${shop.origin}${path}`)).status

async function comeAtOnce(): Promise<number> {
  const answers = once(crowd, 'message')
  crowd.send({ place, first: people, people: PEOPLE } satisfies ComeAtOnce)
  people += PEOPLE
  expect(await statusOf('/healthz')).toBe(200)
  const [said] = (await answers) as [Said[]]
  expect([...new Set(said.map(({ what }) => what))]).toEqual([LATER])
  return Math.max(...said.map(({ tookMs }) => tookMs))
}

it.each([
  ['requests share', POOL, () => shop.service.core.database],
  ['the event store writes with', WRITERS, () => shop.service.core.writers],
])(
  `F14 the connections that %s, all held, and ${PEOPLE} people: told at once, then served`,
  async (which, connections, pool) => {
    const tookMs: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const free = await takeHostages(pool(), connections)
      tookMs.push(await comeAtOnce())
      expect(await statusOf('/healthz')).toBe(200)
      // It remembers for a second that it was ready.
      await expect.poll(() => statusOf('/readyz'), { timeout: 20_000 }).toBe(503)
      await free()
      expect(await serveOne()).toBe(SOLD)
    }
    const middle = tookMs.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Infinity
    const worst = Math.max(...tookMs)
    process.stdout.write(
      `F14: connections that ${which}: all told within ${middle.toFixed(0)} ms, ` +
        `at worst ${worst.toFixed(0)} ms\n`,
    )
    const isFullLength = ROUNDS > 10
    expect(middle).toBeLessThan(isFullLength ? TOLD_WITHIN_MS : TOLD_WITHIN_GATE_MS)
    expect(worst).toBeLessThan(isFullLength ? TOLD_WITHIN_WORST_MS : TOLD_WITHIN_GATE_MS)
    await expect.poll(() => statusOf('/readyz'), { timeout: 20_000 }).toBe(200)
  },
  600_000,
)

it('F14 every order that was told of is there, and everything holds', async () => {
  expect(await ordersFound(shop.test.owner, told)).toBe(told.length)
  await shop.service.workers.catchUp()
  const { findings } = await verify(shop.test.owner)
  expect(findings.filter(({ violations }) => violations > 0)).toEqual([])
})
