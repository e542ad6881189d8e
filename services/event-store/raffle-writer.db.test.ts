import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import type { LineId, ProductId, RaffleId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import { fencesLost } from '../io/figures.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { checkRaffleLog } from './testing/check-log.ts'
import { liftHalt, markHalted, readHalts } from './raffle-halts.ts'
import { ITEMS_PER_BATCH_MAX } from './raffle-queue.ts'
import {
  holdOf,
  issueHeld,
  issueOf,
  metaOf,
  newId,
  openRaffle,
  publish,
  storeOn,
} from './testing/shop.ts'
import type { EventStore } from './types.ts'

let test: TestDatabase
let store: EventStore

beforeAll(async () => {
  test = await testDatabase()
  store = await storeOn(test.database)
})
afterAll(async () => {
  await store.close()
  await test.drop()
})

it('sells a raffle of 5,000 to 2,000 buyers at once: hold, then issue', async () => {
  const { raffleId, productId } = await openRaffle(store, { ticketsMax: 5_000 })
  const raffle = store.raffle(raffleId)
  const holds = Array.from({ length: 2_000 }, () => holdOf(productId, { n: 2 }))

  await Promise.all(holds.map((hold) => raffle.hold(hold)))
  await Promise.all(holds.map((hold) => raffle.issue(issueHeld(hold))))

  expect(await checkRaffleLog(test.owner, raffleId)).toBe(4_000)
  expect((await raffle.state()).held).toBe(0)
})

it('sells the last 50 tickets to exactly 50 of 1,000 buyers', async () => {
  const { raffleId, productId } = await openRaffle(store, { ticketsMax: 50 })
  const raffle = store.raffle(raffleId)

  const holds = Array.from({ length: 1_000 }, () => holdOf(productId))
  const answers = await Promise.allSettled(
    holds.map(async (hold) => {
      await raffle.hold(hold)
      return raffle.issue(issueHeld(hold))
    }),
  )

  const refused = answers.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBe(950)
  for (const { reason } of refused as PromiseRejectedResult[])
    expect(reason).toMatchObject({ code: 'tickets_left' })
  expect(await checkRaffleLog(test.owner, raffleId)).toBe(50)
  expect((await raffle.state()).raffle).toMatchObject({ status: 'closed', closedCause: 'soldOut' })
})

it('lets two processes sell one raffle without a number twice', async () => {
  const other = await storeOn(test.database)
  const { raffleId, productId } = await openRaffle(store, { ticketsMax: 300 })
  const writers = [store.raffle(raffleId), other.raffle(raffleId)]
  // Nothing to write, but from now on both know the raffle as it stands.
  for (const writer of writers) await writer.release(newId<LineId>())
  const lostBefore = await lostFences()

  const selling: Promise<PromiseSettledResult<{ first: number }>[]>[] = []
  await whileLocked(`raffle/${raffleId}`, async (underWay) => {
    const buyers = Array.from({ length: 2 * ITEMS_PER_BATCH_MAX }, (_, buyer) =>
      writers[buyer % 2]!.issue(issueOf(productId)),
    )
    selling.push(Promise.allSettled(buyers))
    await underWay(2)
  })
  const answers = (await Promise.all(selling)).flat()

  const numbers = answers.flatMap((answer) =>
    answer.status === 'fulfilled' ? [answer.value.first] : [],
  )
  expect(new Set(numbers).size).toBe(300)
  expect(await checkRaffleLog(test.owner, raffleId)).toBe(300)
  expect(await lostFences()).toBeGreaterThan(lostBefore)
  await other.close()
})

const lostFences = async () => (await fencesLost.get()).values[0]?.value ?? 0

it('lets no batch pass behind another one than it was decided behind', async () => {
  const other = await storeOn(test.database)
  const { raffleId, productId } = await openRaffle(store)
  const [mine, theirs] = [store.raffle(raffleId), other.raffle(raffleId)]
  await mine.issue(issueOf(productId))
  // Nothing to write, but from now on both know the raffle as it stands.
  await theirs.release(newId<LineId>())

  const issues: Promise<unknown>[] = []
  const issueBatch = (raffle: typeof mine) => {
    for (let item = 0; item < ITEMS_PER_BATCH_MAX; item++)
      issues.push(raffle.issue(issueOf(productId)))
  }
  await whileLocked(`raffle/${raffleId}`, async (underWay) => {
    issueBatch(theirs)
    await underWay(1)
    // The second of these is decided behind the first, which will lose against theirs: they leave
    // the same revision and the same head, but other facts.
    issueBatch(mine)
    issueBatch(mine)
    await underWay(2)
  })
  await Promise.all(issues)

  expect(await checkRaffleLog(test.owner, raffleId)).toBe(1 + 3 * ITEMS_PER_BATCH_MAX)
  await other.close()
})

/** No batch passes until `act` is done; `underWay` waits until so many have been sent. */
async function whileLocked(
  logId: string,
  act: (underWay: (batches: number) => Promise<void>) => Promise<void>,
): Promise<void> {
  await test.owner.transaction(async (tx) => {
    await tx.query('select from logs where log_id = $1 for update', [logId])
    await act((batches) =>
      vi.waitFor(
        async () => {
          const { rows } = await test.owner.query(
            `select from pg_stat_activity
              where datname = current_database() and state = 'active'
                and query like 'select append_raffle%'`,
          )
          expect(rows.length).toBeGreaterThanOrEqual(batches)
        },
        { timeout: 5_000, interval: 1 },
      ),
    )
  })
}

it('hears of what another process has freed before it refuses', async () => {
  const other = await storeOn(test.database)
  const { raffleId, productId } = await openRaffle(store, { ticketsMax: 1 })
  const hold = holdOf(productId)
  await store.raffle(raffleId).hold(hold)
  await expect(store.raffle(raffleId).hold(holdOf(productId))).rejects.toThrow(Rejection)

  await other.raffle(raffleId).release(hold.orderLineId)

  await store.raffle(raffleId).hold(holdOf(productId))
  await other.close()
})

it('issues an order line once, and tells whoever asks again the same numbers', async () => {
  const { raffleId, productId } = await openRaffle(store)
  const raffle = store.raffle(raffleId)
  const hold = holdOf(productId, { n: 3 })
  await raffle.hold(hold)
  const issue = issueHeld(hold)

  const first = await raffle.issue(issue)
  const [second, third] = await Promise.all([raffle.issue(issue), raffle.issue(issue)])

  expect(first).toMatchObject({ kind: 'ok', first: 1, last: 3, position: 2 })
  expect(second).toMatchObject({ kind: 'duplicate', first: 1, last: 3, position: 2 })
  expect(third).toEqual(second)
  await expect(raffle.issue({ ...issue, quantity: 4 })).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  })
  await expect(raffle.hold(hold)).rejects.toMatchObject({ code: 'already_issued' })
  expect(await checkRaffleLog(test.owner, raffleId)).toBe(3)
})

it('answers the same issue sent twice at once from one batch', async () => {
  const { raffleId, productId } = await openRaffle(store)
  const issue = issueOf(productId)

  const answers = await Promise.all([
    store.raffle(raffleId).issue(issue),
    store.raffle(raffleId).issue(issue),
  ])

  expect(answers.map(({ first }) => first)).toEqual([1, 1])
  expect(await checkRaffleLog(test.owner, raffleId)).toBe(1)
})

it('refuses an issue whose hold is gone, and takes free room when told to', async () => {
  const { raffleId, productId } = await openRaffle(store)
  const raffle = store.raffle(raffleId)
  const hold = holdOf(productId)
  await raffle.hold(hold)
  await raffle.release(hold.orderLineId)
  await raffle.release(hold.orderLineId)

  await expect(raffle.issue(issueHeld(hold))).rejects.toMatchObject({ code: 'hold_gone' })
  expect(await raffle.issue(issueHeld(hold, { capacity: 'room' }))).toMatchObject({ first: 1 })
})

it('gives the tickets of an expired hold to the next buyer', async () => {
  const { raffleId, productId } = await openRaffle(store, { ticketsMax: 1 })
  const raffle = store.raffle(raffleId)
  const late = holdOf(productId, { expiresAt: new Date(Date.now() - 1_000) })
  await raffle.hold(late)
  expect(await raffle.state()).toMatchObject({ held: 0 })

  await raffle.hold(holdOf(productId))

  await expect(raffle.extendHold(late.orderLineId, new Date())).rejects.toMatchObject({
    code: 'hold_gone',
  })
  expect((await raffle.state()).held).toBe(1)
})

it('keeps a hold that was extended', async () => {
  const { raffleId, productId } = await openRaffle(store, { ticketsMax: 1 })
  const raffle = store.raffle(raffleId)
  const hold = holdOf(productId)
  await raffle.hold(hold)
  await raffle.hold(hold)

  await raffle.extendHold(hold.orderLineId, new Date('2098-01-01T00:00:00.000Z'))

  const { rows } = await test.owner.query('select expires_at from holds where order_line_id = $1', [
    hold.orderLineId,
  ])
  expect(rows).toEqual([{ expires_at: new Date('2098-01-01T00:00:00.000Z') }])
  await expect(raffle.hold({ ...hold, n: 2 })).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  })
})

it('counts a product inside its allotment, and moves allotments while there is room', async () => {
  const { raffleId, productId } = await openRaffle(store, { ticketsMax: 100 })
  const raffle = store.raffle(raffleId)
  await raffle.allot({ productId, ticketsMax: 5 })
  await raffle.hold(holdOf(productId, { n: 3 }))

  await expect(raffle.issue(issueOf(productId, { quantity: 3 }))).rejects.toMatchObject({
    code: 'tickets_left',
    details: { available: 2 },
  })
  await expect(raffle.allot({ productId, ticketsMax: 2 })).rejects.toMatchObject({
    code: 'below_sold_and_held',
  })
  const stranger = newId<ProductId>()
  await expect(raffle.hold(holdOf(stranger))).rejects.toMatchObject({ code: 'tickets_left' })
})

it('limits a person over holds and issues alike', async () => {
  const { raffleId, productId } = await openRaffle(store, { ticketsPerPersonMax: 3 })
  const raffle = store.raffle(raffleId)
  const personKey = 'ann'
  const hold = holdOf(productId, { personKey, n: 2 })
  await raffle.hold(hold)
  await raffle.issue(issueHeld(hold))
  await raffle.hold(holdOf(productId, { personKey }))

  await expect(raffle.hold(holdOf(productId, { personKey }))).rejects.toMatchObject({
    code: 'person_limit',
  })
  await raffle.command(
    { type: 'VoidTickets', now: '', ranges: [[2, 2]], reason: 'returned' },
    metaOf(),
  )
  const again = await storeOn(test.database)
  await again.raffle(raffleId).hold(holdOf(productId, { personKey }))
  await again.close()
})

it('obeys a command once, and gives the same facts again', async () => {
  const raffleId = newId<RaffleId>()
  const raffle = store.raffle(raffleId)
  const meta = metaOf()

  const first = await raffle.command(publish(), meta)
  const second = await raffle.command({ ...publish(), now: '2030-01-01T00:00:00.000Z' }, meta)

  expect(first).toHaveLength(1)
  expect(second).toEqual(first)
  await expect(raffle.command(publish({ ticketsMax: 7 }), meta)).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  })
  await expect(raffle.command(publish(), metaOf())).rejects.toMatchObject({
    code: 'already_published',
  })
})

it('wakes up with the state that reading every fact would give', async () => {
  const { raffleId, productId } = await openRaffle(store, { ticketsMax: 20 })
  const raffle = store.raffle(raffleId)
  await raffle.issue(issueOf(productId, { quantity: 4 }))
  await raffle.command(
    { type: 'VoidTickets', now: '', ranges: [[2, 3]], reason: 'returned' },
    metaOf(),
  )
  await raffle.issue(issueOf(productId, { quantity: 5 }))

  const other = await storeOn(test.database)
  expect(await other.raffle(raffleId).state()).toEqual(await raffle.state())
  expect((await raffle.state()).raffle).toMatchObject({ issued: 9, voided: 2 })
  expect(await other.raffle(raffleId).issue(issueOf(productId))).toMatchObject({ first: 10 })
  expect(await checkRaffleLog(test.owner, raffleId)).toBe(10)
  await other.close()
})

it('stops when the database contradicts it, and says so', async () => {
  const { raffleId, productId } = await openRaffle(store, { ticketsMax: 10 })
  const halts: string[] = []
  const watched = await storeOn(test.database, { onHalt: ({ logId }) => halts.push(logId) })
  await watched.raffle(raffleId).issue(issueOf(productId))
  await test.owner.query('update raffle_state set issued = 9 where log_id = $1', [
    `raffle/${raffleId}`,
  ])

  await expect(watched.raffle(raffleId).issue(issueOf(productId))).rejects.toThrow()

  expect(halts).toEqual([`raffle/${raffleId}`])
  expect(watched.halted()).toHaveLength(1)
  await expect(watched.raffle(raffleId).release(newId<LineId>())).rejects.toMatchObject({
    code: 'raffle_halted',
  })
  await watched.close()
})

it('is halted in every process, also after a restart, until somebody has looked', async () => {
  const { raffleId, productId } = await openRaffle(store, { ticketsMax: 10 })
  const logId = `raffle/${raffleId}` as const
  const other = await storeOn(test.database)
  // Both have the raffle in memory.
  await store.raffle(raffleId).hold(holdOf(productId))
  await other.raffle(raffleId).hold(holdOf(productId))
  await other.raffle(raffleId).hold(holdOf(productId))

  await markHalted(test.database, { logId, error: new Error('7 is not 8') })
  await markHalted(test.database, { logId, error: new Error('told again') })

  const restarted = await storeOn(test.database)
  for (const asked of [store, other, restarted]) {
    const held = asked.raffle(raffleId).hold(holdOf(productId))
    await expect(held).rejects.toMatchObject({ code: 'raffle_halted' })
    // None of them has met a broken rule itself, and each sells what else there is.
    expect(asked.halted()).toEqual([])
  }
  expect(await readHalts(test.database)).toMatchObject([{ logId, detail: '7 is not 8' }])

  expect(await liftHalt(test.owner, logId)).toBe(true)
  expect(await liftHalt(test.owner, logId)).toBe(false)
  const resumed = await storeOn(test.database)
  await resumed.raffle(raffleId).hold(holdOf(productId))
  // Those that ran all the while look again a moment later.
  const again = () => other.raffle(raffleId).hold(holdOf(productId))
  await vi.waitFor(again, { timeout: 20_000, interval: 200 })
  expect((await resumed.raffle(raffleId).state()).held).toBe(5)
  await Promise.all([other, restarted, resumed].map((one) => one.close()))
})

it('forgets who held a ticket when told to, and the log still stands', async () => {
  const { raffleId, productId } = await openRaffle(store)
  const issue = issueOf(productId)
  await store.raffle(raffleId).issue(issue)

  await test.database.query('select erase_opening($1, $2)', [
    `raffle/${raffleId}`,
    issue.orderLineId,
  ])

  const { rows } = await test.owner.query(
    'select order_salt, holder_salt, order_text, holder_text, first from issues where log_id = $1',
    [`raffle/${raffleId}`],
  )
  expect(rows).toEqual([
    { order_salt: null, holder_salt: null, order_text: null, holder_text: null, first: 1 },
  ])
  expect(await store.raffle(raffleId).issue(issue)).toMatchObject({ kind: 'duplicate', first: 1 })
})
