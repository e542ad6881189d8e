// What a raffle's line does with an item that the database, or nobody here, knows what to do with.
import { expect, it, vi } from 'vitest'

import type { ProductId, RaffleId } from '#events/kernel/ids.ts'

import { RaffleLine } from './raffle-writer.ts'
import {
  gate,
  memoryDatabase,
  refusing,
  reset,
  settled,
  storeInMemory,
} from './testing/memory-database.ts'
import { holdOf, issueOf, newId, openRaffle } from './testing/shop.ts'
import type { HaltedLog } from './types.ts'

const APPEND = 'append_raffle'

async function opened(ticketsPerPersonMax = 0) {
  const memory = memoryDatabase()
  const store = storeInMemory(memory)
  const { raffleId, productId } = await openRaffle(store, { ticketsPerPersonMax })
  memory.asked.length = 0
  const asked = (statement: string) => memory.asked.filter(({ name }) => name === statement).length
  return { memory, raffleId, productId, raffle: store.raffle(raffleId), asked }
}

it('sends an item that is refused by itself only once', async () => {
  const { memory, raffle, productId, asked } = await opened()
  memory.plan((name) => (name === APPEND ? refusing('22P02') : undefined))
  await expect(raffle.hold(holdOf(productId))).rejects.toMatchObject({ code: '22P02' })
  expect(asked(APPEND)).toBe(1)
})

it('asks for nobody where everybody has been counted', async () => {
  const { raffle, productId, asked } = await opened(3)
  for (const personKey of ['ann', 'ann', 'bob', 'ann'])
    await raffle.hold(holdOf(productId, { personKey }))
  expect(asked('tickets_of_persons')).toBe(2)
})

it('takes the batch behind one that fails along, and decides both anew in order', async () => {
  const { memory, raffleId, productId, asked } = await opened()
  const raffle = storeInMemory(memory).raffle(raffleId)
  const [load, door] = [gate(), gate()]
  memory.plan((name) => {
    if (name === 'load_raffle') return { before: () => load.passed }
    const isFirst = name === APPEND && asked(APPEND) === 1
    return isFirst ? { before: () => door.passed.then(() => Promise.reject(reset())) } : undefined
  })
  const first = raffle.issue(issueOf(productId))
  await settled()
  // Comes while the first is being prepared, so that both are on their way.
  const second = raffle.issue(issueOf(productId))
  load.open()
  await settled()
  expect(asked(APPEND)).toBe(2)
  door.open()
  expect([await first, await second]).toMatchObject([{ first: 1 }, { first: 2 }])
})

it('tells who is behind a broken rule, and lands later, that the raffle is halted', async () => {
  const { memory, raffleId, productId } = await opened()
  const raffle = storeInMemory(memory).raffle(raffleId)
  const [load, first, second] = [gate(), gate(), gate()]
  const broken = { before: () => first.passed.then(() => refusing('EV500').before!()) }
  const behind = { before: () => second.passed, instead: [{ is_written: false }] }
  let sent = 0
  memory.plan((name) => {
    if (name === 'load_raffle') return { before: () => load.passed }
    return name !== APPEND ? undefined : sent++ === 0 ? broken : behind
  })
  const holds = [raffle.hold(holdOf(productId))]
  await settled()
  // Comes while the first is being prepared, so that both are on their way.
  holds.push(raffle.hold(holdOf(productId)))
  const answers = Promise.allSettled(holds)
  load.open()
  await settled()
  expect(sent).toBe(2)
  first.open()
  await settled()
  second.open()
  for (const answer of await answers)
    expect(answer).toMatchObject({ reason: { code: 'raffle_halted' } })
})

it('is halted by an item that it does not know', async () => {
  const { memory, raffleId } = await opened()
  const halts: Error[] = []
  const line = new RaffleLine({
    ...memory,
    logId: `raffle/${raffleId}`,
    settlementSeconds: 1_800,
    grew: () => {},
    halt: (_logId, error) => halts.push(error),
  })
  const submitted = line.submit({ kind: 'gift' } as never)
  await expect(submitted).rejects.toMatchObject({ code: 'raffle_halted' })
  expect(halts).toMatchObject([{ message: expect.stringMatching(/unreachable/) }])
})

it('rings for what was on its way when it was halted', async () => {
  const { memory, raffleId, productId } = await opened()
  const doors = new Map([
    ['load_raffle', gate()],
    [APPEND, gate()],
  ])
  memory.plan((name) => ({ before: () => doors.get(name)?.passed }))
  const heard: number[] = []
  const line = new RaffleLine({
    ...memory,
    logId: `raffle/${raffleId}`,
    settlementSeconds: 1_800,
    grew: (_logId, head) => heard.push(head),
    halt: () => {},
  })
  const issued = line.submit({ kind: 'issue', issue: issueOf(productId) })
  await settled()
  // Comes while the first batch is being prepared, and is decided while that is on its way.
  const broken = line.submit({ kind: 'gift' } as never)
  doors.get('load_raffle')!.open()
  await expect(broken).rejects.toMatchObject({ code: 'raffle_halted' })
  expect(heard).toEqual([])
  doors.get(APPEND)!.open()
  expect(await issued).toMatchObject({ first: 1, position: 2 })
  await line.drained()
  expect(heard).toEqual([2])
})

it('refuses what another process has marked, is not halted itself, and looks again', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const memory = memoryDatabase()
  const halts: HaltedLog[] = []
  const store = storeInMemory(memory, { onHalt: (halted) => halts.push(halted) })
  const none = { revision: null, batchId: null, head: null, frontier: null, state: null }
  const marked = { ...none, products: [], holds: [], terms: [], lastIssued: null, lastAt: null }
  let looked = 0
  memory.plan((name) => {
    if (name !== 'load_raffle') return undefined
    looked += 1
    return { instead: [{ ...marked, haltedBy: '7 is not 8' }] }
  })
  const raffle = store.raffle(newId<RaffleId>())
  const ask = () => raffle.hold(holdOf(newId<ProductId>()))
  const refused = { code: 'raffle_halted' }
  await expect(ask()).rejects.toMatchObject(refused)
  await expect(ask()).rejects.toMatchObject(refused)
  expect([looked, halts, store.halted()]).toEqual([1, [], []])
  vi.advanceTimersByTime(1_000)
  await expect(ask()).rejects.toMatchObject(refused)
  expect([looked, halts]).toEqual([2, []])
  vi.useRealTimers()
})

it('answers who is served while a listener fails, and the next one as ever', async () => {
  const memory = memoryDatabase()
  const store = storeInMemory(memory)
  const { raffleId, productId } = await openRaffle(store, {})
  const deaf = store.onGrowth(() => {
    throw new TypeError('who listens fails')
  })
  const raffle = store.raffle(raffleId)
  expect(await raffle.issue(issueOf(productId))).toMatchObject({ first: 1 })
  deaf()
  expect(await raffle.issue(issueOf(productId))).toMatchObject({ first: 2 })
})
