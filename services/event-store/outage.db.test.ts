// Faults F3, F4 and F5: the network swallows a request or its answer, a connection dies at any
// moment, or says nothing any more. Whoever is answered finds his facts in the log exactly once;
// nobody is refused what was recorded.
// At full length: QURA_OUTAGE_CASES=1000, at most 10 minutes.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { Database } from '../io/database.ts'
import { openDatabase } from '../io/database.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { openTcpProxy, type TcpProxy } from '../testing/tcp-proxy.ts'
import { checkRaffleLog } from './testing/check-log.ts'
import { holdExtended, holdOf, issueHeld, issueOf, openRaffle, storeOn } from './testing/shop.ts'
import type { EventStore } from './types.ts'

/** Nine times as many unknown outcomes: 405 for every commit, 9,000 at night with 1,000. */
const CASES = Number(process.env.QURA_OUTAGE_CASES ?? 45)
const TIMEOUT_MS = 60_000 + CASES * 100

let test: TestDatabase
let proxy: TcpProxy
let database: Database
let store: EventStore

beforeAll(async () => {
  test = await testDatabase()
  const { hostname, port } = new URL(test.url)
  proxy = await openTcpProxy({ host: hostname, port: Number(port) })
  const url = proxy.urlOf(test.url)
  database = openDatabase({ url, applicationName: 'outage', poolMax: 4 })
  store = await storeOn(database)
  await store.append(holdExtended())
})
afterAll(async () => {
  proxy.plan(null)
  await store.close()
  await database.end()
  await proxy.close()
  await test.drop()
})
beforeEach(() => proxy.plan(null))

for (const kind of ['dropReply', 'dropRequest', 'reset'] as const) {
  it(
    `answers an append once and truly: ${kind}, ${CASES} times`,
    async () => {
      for (let round = 0; round < CASES; round++) {
        const item = holdExtended()
        proxy.plan({ when: /append_shop/, fault: { kind } })

        const answer = await store.append(item)

        expect(answer).toMatchObject({ version: 1 })
        expect(answer.kind).toMatch(kind === 'dropReply' ? /duplicate/ : /ok|duplicate/)
        expect(await store.readStream(item.streamId)).toHaveLength(1)
      }
    },
    TIMEOUT_MS,
  )

  it(
    `issues an order line once and truly: ${kind}, ${CASES} times`,
    async () => {
      const { raffleId, productId } = await openRaffle(store)
      const raffle = store.raffle(raffleId)
      for (let round = 0; round < CASES; round++) {
        const hold = holdOf(productId, { n: 2 })
        proxy.plan({ when: /append_raffle/, fault: { kind } })
        await raffle.hold(hold)
        proxy.plan({ when: /append_raffle/, fault: { kind } })

        expect(await raffle.issue(issueHeld(hold))).toMatchObject({ first: 1 + 2 * round })
      }
      expect(await checkRaffleLog(test.owner, raffleId)).toBe(2 * CASES)
      expect(store.halted()).toEqual([])
    },
    TIMEOUT_MS,
  )
}

it('gives up on a connection that has gone silent, and asks on another one', async () => {
  const url = proxy.urlOf(test.url)
  const impatient = openDatabase({ url, applicationName: 'outage', statementTimeoutMs: 100 })
  const other = await storeOn(impatient)
  const item = holdExtended()
  proxy.plan({ when: /append_shop/, fault: { kind: 'blackhole' } })

  expect(await other.append(item)).toMatchObject({ kind: 'duplicate', version: 1 })

  await other.close()
  await impatient.end()
})

it('keeps every promise while backends are killed under load', async () => {
  const { raffleId, productId } = await openRaffle(store)
  const raffle = store.raffle(raffleId)
  const killing = (async () => {
    for (let kill = 0; kill < 30; kill++)
      await test.owner.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'outage'",
      )
  })()

  const items = Array.from({ length: 300 }, () => holdExtended())
  const buying = Array.from({ length: 300 }, () => issueOf(productId))
  const appends = Promise.allSettled(items.map((item) => store.append(item)))
  const issues = Promise.allSettled(buying.map((issue) => raffle.issue(issue)))
  const [appended, issued] = await Promise.all([appends, issues])
  await killing

  for (const [index, answer] of appended.entries()) {
    const recorded = await store.readStream(items[index]!.streamId)
    if (answer.status === 'fulfilled') expect(recorded).toHaveLength(1)
    else expect(recorded.length).toBeLessThanOrEqual(1)
  }
  const told = issued.filter(({ status }) => status === 'fulfilled').length
  expect(await checkRaffleLog(test.owner, raffleId)).toBeGreaterThanOrEqual(told)
  expect(await raffle.issue(buying[0]!)).toMatchObject({ first: expect.any(Number) })
})
