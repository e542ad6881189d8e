// Two processes sell one raffle, each with a writer and a memory of its own: what each reads of the
// holds, and that it decides as if it had read all of them.
import { expect, it } from 'vitest'

import {
  gate,
  memoryDatabase,
  once,
  settled,
  storeInMemory,
  type MemoryDatabase,
} from './testing/memory-database.ts'
import { holdOf, issueHeld, issueOf, openRaffle, type Terms } from './testing/shop.ts'
import type { HaltedLog, Hold } from './types.ts'

/** Whoever writes after the other has lost the fence, and reads the raffle partly from then on. */
async function shared(terms: Terms = {}) {
  const memory = memoryDatabase()
  const halts: HaltedLog[] = []
  const stores = [0, 1].map(() => storeInMemory(memory, { onHalt: (one) => halts.push(one) }))
  const { raffleId, productId } = await openRaffle(stores[0]!, terms)
  const [mine, theirs] = [stores[0]!.raffle(raffleId), stores[1]!.raffle(raffleId)]
  memory.asked.length = 0
  return { memory, halts, mine, theirs, productId }
}

const counts = ({ asked }: MemoryDatabase) => {
  const of: Record<string, number> = {}
  for (const { name } of asked) of[name] = (of[name] ?? 0) + 1
  return of
}

const linesAsked = ({ asked }: MemoryDatabase) =>
  asked.filter(({ name }) => name === 'holds_of_lines').map(({ values }) => values[1])

it('of a raffle that somebody else sells too, only what the batch is about is read', async () => {
  const { memory, mine, theirs, productId } = await shared()
  await mine.hold(holdOf(productId))
  for (let nth = 0; nth < 20; nth++) await theirs.hold(holdOf(productId))
  memory.asked.length = 0
  const [first, second] = [holdOf(productId), holdOf(productId)]
  await mine.hold(first)
  expect(counts(memory)).toEqual({
    append_raffle: 2,
    load_raffle_partly: 1,
    holds_of_lines: 1,
    holds_of_others: 1,
  })
  await mine.hold(second)
  await mine.issue(issueHeld(first))
  await mine.extendHold(second.orderLineId, new Date('2098-01-01T00:00:00.000Z'))
  await mine.release(second.orderLineId)
  expect(linesAsked(memory)).toEqual([[first.orderLineId], [second.orderLineId]])
  expect((await mine.state()).held).toBe(21)
})

it('what the other holds is issued, extended, released and not held twice', async () => {
  const { mine, theirs, productId } = await shared()
  await mine.hold(holdOf(productId))
  const holds = Array.from({ length: 5 }, () => holdOf(productId, { n: 2 }))
  for (const hold of holds) await theirs.hold(hold)
  await mine.hold(holds[0]!)
  expect(await mine.issue(issueHeld(holds[1]!))).toMatchObject({ kind: 'ok', first: 1, last: 2 })
  await mine.release(holds[2]!.orderLineId)
  await mine.extendHold(holds[3]!.orderLineId, new Date('2098-01-01T00:00:00.000Z'))
  await expect(mine.hold({ ...holds[4]!, n: 3 })).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  })
  expect((await mine.state()).held).toBe(1 + 3 * 2)
})

it('what is held at the other is held longer where more is promised, and no less', async () => {
  const { memory, mine, theirs, productId } = await shared({ ticketsMax: 1 })
  const until = (seconds: number) => new Date(memory.clock.now().getTime() + seconds * 1_000)
  const hold = holdOf(productId, { expiresAt: until(5) })
  await mine.hold(hold)
  await theirs.hold({ ...hold, expiresAt: until(60) })
  await mine.hold({ ...hold, expiresAt: until(10) })
  memory.pass(59_000)
  for (const raffle of [mine, theirs])
    await expect(raffle.hold(holdOf(productId))).rejects.toMatchObject({ code: 'tickets_left' })
  expect(await mine.issue(issueHeld(hold))).toMatchObject({ first: 1 })
})

it('what the other has released is gone', async () => {
  const { mine, theirs, productId } = await shared()
  const hold = holdOf(productId)
  await mine.hold(hold)
  await theirs.release(hold.orderLineId)
  await expect(mine.issue(issueHeld(hold))).rejects.toMatchObject({ code: 'hold_gone' })
})

it('holds of the other that end make room within a second', async () => {
  const { memory, mine, theirs, productId } = await shared({ ticketsMax: 2 })
  await mine.hold(holdOf(productId))
  const soon = new Date(memory.clock.now().getTime() + 5_000)
  await theirs.hold(holdOf(productId, { expiresAt: soon }))
  await expect(mine.hold(holdOf(productId))).rejects.toMatchObject({ code: 'tickets_left' })
  memory.pass(4_999)
  await expect(mine.hold(holdOf(productId))).rejects.toMatchObject({ code: 'tickets_left' })
  memory.pass(1_000)
  await mine.hold(holdOf(productId))
  // The look at the beginning, and one in each of the two seconds that came.
  expect(counts(memory)).toMatchObject({ holds_of_others: 3 })
})

it('a person is limited by what he holds at the other as well', async () => {
  const { memory, mine, theirs, productId } = await shared({ ticketsPerPersonMax: 3 })
  const hold = (n: number) => holdOf(productId, { personKey: 'ann', n })
  const bob = () => holdOf(productId, { personKey: 'bob' })
  await mine.hold(bob())
  await theirs.hold(hold(2))
  await mine.hold(bob())
  // In the same second, so that nobody looks for holds that have ended.
  await expect(mine.hold(hold(2))).rejects.toMatchObject({
    code: 'person_limit',
    details: { available: 1 },
  })
  await mine.hold(hold(1))
  const persons = memory.asked.filter(({ name }) => name === 'holds_of_others')
  expect(persons.map(({ values }) => values[1])).toEqual([['bob'], ['ann']])
})

it('whoever comes for the first time puts off no look for holds that have ended', async () => {
  const { memory, mine, theirs, productId } = await shared({
    ticketsMax: 4,
    ticketsPerPersonMax: 3,
  })
  const hold = (personKey: string) => mine.hold(holdOf(productId, { personKey }))
  await hold('ann')
  const soon = new Date(memory.clock.now().getTime() + 900)
  await theirs.hold(holdOf(productId, { personKey: 'cat', expiresAt: soon }))
  await hold('ann')
  memory.pass(600)
  await hold('bob')
  memory.pass(500)
  await hold('ann')
})

it('a hold that is being let go is not taken for one that stands', async () => {
  const { memory, halts, mine, theirs, productId } = await shared()
  await mine.hold(holdOf(productId))
  const soon = new Date(memory.clock.now().getTime() + 500)
  const theirHold = holdOf(productId, { n: 3, expiresAt: soon })
  await theirs.hold(theirHold)
  await mine.hold(holdOf(productId))
  const doors = new Map([
    ['holds_of_lines', gate()],
    ['append_raffle', gate()],
  ])
  const closed = new Map(doors)
  memory.plan((name) => {
    const door = closed.get(name)
    closed.delete(name)
    return door && { before: () => door.passed }
  })
  const released = mine.release(theirHold.orderLineId)
  await settled()
  // Comes while the release is being prepared, and is decided while it is on its way.
  const held = mine.hold(holdOf(productId))
  memory.pass(1_100)
  doors.get('holds_of_lines')!.open()
  await settled()
  doors.get('append_raffle')!.open()
  await Promise.all([released, held])
  expect(halts).toEqual([])
  expect((await mine.state()).held).toBe(3)
})

it('what is written between two looks is noticed before anything is decided on it', async () => {
  const { memory, halts, mine, theirs, productId } = await shared()
  await mine.hold(holdOf(productId))
  const hold = holdOf(productId, { n: 4 })
  await theirs.hold(holdOf(productId))
  once(memory, 'holds_of_lines', { before: () => theirs.hold(hold) })
  // Their hold is there by now, but the count that was read does not know of it.
  expect(await mine.issue(issueHeld(hold))).toMatchObject({ kind: 'ok', first: 1, last: 4 })
  expect(counts(memory)).toMatchObject({ load_raffle_partly: 2, holds_of_lines: 2 })
  expect(counts(memory)).toMatchObject({ raffle_fence: 1 })
  expect(halts).toEqual([])
})

it('after a hundred batches that nobody came between, it is read whole again', async () => {
  const { memory, mine, theirs, productId } = await shared()
  await mine.issue(issueOf(productId))
  await theirs.hold(holdOf(productId))
  const sell = async (times: number) => {
    memory.asked.length = 0
    for (let nth = 0; nth < times; nth++) await mine.hold(holdOf(productId))
    return counts(memory)
  }
  expect(await sell(99)).toMatchObject({ load_raffle_partly: 1, holds_of_lines: 99 })
  expect(await sell(1)).toMatchObject({ append_raffle: 1, holds_of_lines: 1 })
  expect(await sell(2)).toEqual({ load_raffle: 1, append_raffle: 2 })
  expect((await mine.state()).held).toBe(103)
})

it('no more holds than are kept in memory are read whole, until there are few again', async () => {
  const memory = memoryDatabase()
  const store = storeInMemory(memory, { holdsMax: 4 })
  const { raffleId, productId } = await openRaffle(store, { ticketsMax: 500 })
  const raffle = store.raffle(raffleId)
  const standing: Hold[] = []
  const during = async (act: () => Promise<void>, times: number) => {
    memory.asked.length = 0
    for (let nth = 0; nth < times; nth++) await act()
    return counts(memory)
  }
  const hold = async () => {
    const one = holdOf(productId)
    await raffle.hold(one)
    standing.push(one)
  }
  const sell = async () => void (await raffle.issue(issueHeld(standing.shift()!)))

  expect(await during(hold, 5)).toEqual({ append_raffle: 5 })
  expect(await during(hold, 4)).toMatchObject({ load_raffle_partly: 1, holds_of_lines: 4 })
  // What was asked for is as little kept without end as what is held.
  const inAndOut = async () => {
    await sell()
    await hold()
  }
  expect(await during(inAndOut, 100)).toMatchObject({ load_raffle_partly: 40, append_raffle: 200 })
  expect(await during(sell, 7)).not.toHaveProperty('load_raffle')
  expect(await during(hold, 2)).toEqual({ load_raffle: 1, append_raffle: 2 })
  expect((await raffle.state()).held).toBe(4)
})
