// What callers hand in is checked in their own turn: nothing malformed meets other people's batch.
import { describe, expect, it } from 'vitest'

import type { LineId, ProductId, RaffleId } from '#events/kernel/ids.ts'

import type { RaffleItem } from './raffle-decide.ts'
import { raffleWriter } from './raffle-handle.ts'
import { memoryDatabase, refusing, storeInMemory } from './testing/memory-database.ts'
import { holdOf, issueOf, metaOf, newId, openRaffle, publish } from './testing/shop.ts'

const APPEND = 'append_raffle'
const productId = newId<ProductId>()

/** A handle whose line answers at once, and what it was given. */
function handle(raffleId: string = newId<RaffleId>()) {
  const given: RaffleItem[] = []
  const memory = memoryDatabase()
  const raffle = raffleWriter({ ...memory, raffleId: raffleId as RaffleId }, async (_log, item) => {
    given.push(item)
    return item.kind === 'command' ? { facts: 0, last: 0 } : undefined
  })
  return { raffle, given, memory }
}

describe('a handle', () => {
  it('is for a raffle with an id', () =>
    expect(() => handle('raffle')).toThrow(/raffle id is a UUID/))

  it('passes on what is well formed, as it was given', async () => {
    const { raffle, given } = handle()
    const [hold, issue] = [holdOf(productId), issueOf(productId)]
    const lineId = newId<LineId>()
    const expiresAt = new Date(5)
    await raffle.hold(hold)
    await raffle.release(lineId)
    await raffle.dropExpired(lineId)
    await raffle.extendHold(lineId, expiresAt)
    await raffle.issue(issue)
    await raffle.allot({ productId, ticketsMax: 3 })
    expect(given).toEqual([
      { kind: 'hold', hold },
      { kind: 'release', orderLineId: lineId },
      { kind: 'release', orderLineId: lineId, isDue: true },
      { kind: 'extend', orderLineId: lineId, expiresAt },
      { kind: 'issue', issue },
      { kind: 'allot', allotment: { productId, ticketsMax: 3 } },
    ])
  })

  it.each([
    ['a line that is none', { orderLineId: 'line' as LineId }, /line id is a UUID/],
    ['no ticket', { n: 0 }, /at least one ticket/],
    ['half a ticket', { n: 0.5 }, /at least one ticket/],
  ])('takes a hold of %s for a bug', async (_what, change, words) => {
    const { raffle, given } = handle()
    await expect(raffle.hold(holdOf(productId, change))).rejects.toThrow(words)
    expect(given).toEqual([])
  })

  it.each([
    ['a line that is none', { orderLineId: 'line' as LineId }, /line id is a UUID/],
    ['no unit', { quantity: 0 }, /at least one unit/],
    ['half a unit', { quantity: 0.5 }, /at least one unit/],
    ['units without tickets', { ticketsPerUnit: 0 }, /has its tickets/],
    ['units with half a ticket', { ticketsPerUnit: 0.5 }, /has its tickets/],
    ['another order than its meta names', { meta: metaOf() }, /names its order/],
  ])('takes an issue of %s for a bug', async (_what, change, words) => {
    const { raffle, given } = handle()
    const issue = { ...issueOf(productId), ...change }
    await expect(raffle.issue(issue)).rejects.toThrow(words)
    expect(given).toEqual([])
  })

  it('takes an allotment that is no number for a bug', async () => {
    const allotment = { productId, ticketsMax: Number.NaN }
    await expect(handle().raffle.allot(allotment)).rejects.toThrow(/number of tickets/)
  })

  it('knows a command again that comes later, and no other for it', async () => {
    const { raffle, given } = handle()
    const meta = metaOf()
    await raffle.command(publish(), meta)
    await raffle.command({ ...publish(), now: '2030-01-01T00:00:00.000Z' }, meta)
    await raffle.command(publish({ ticketsMax: 7 }), meta)
    const hashes = given.map((item) => (item.kind === 'command' ? item.requestHash : ''))
    expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/)
    expect(hashes[1]).toBe(hashes[0])
    expect(hashes[2]).not.toBe(hashes[0])
  })

  it('reads nothing for a command that made no facts', async () => {
    const { raffle, memory } = handle()
    expect(await raffle.command(publish(), metaOf())).toEqual([])
    expect(memory.asked).toEqual([])
  })
})

it('answers a command with its own facts, not with those around them', async () => {
  const store = storeInMemory(memoryDatabase())
  const { raffleId, productId: product } = await openRaffle(store, { ticketsMax: 10 })
  const raffle = store.raffle(raffleId)
  await raffle.issue(issueOf(product, { quantity: 4 }))
  const ranges = [[2, 2]] as const
  const [voiding] = await Promise.all([
    raffle.command({ type: 'VoidTickets', now: '', ranges, reason: 'returned' }, metaOf()),
    raffle.issue(issueOf(product)),
  ])
  expect(voiding).toMatchObject([{ version: 3, position: 3, event: { type: 'TicketsVoided' } }])
})

it('says busy to a process whose clock stays off, however often it is asked', async () => {
  const memory = memoryDatabase()
  const store = storeInMemory(memory)
  const { raffleId, productId: product } = await openRaffle(store, { ticketsMax: 10 })
  memory.plan((name) => (name === APPEND ? refusing('EV408') : undefined))
  const held = store.raffle(raffleId).hold(holdOf(product))
  await expect(held).rejects.toMatchObject({ code: 'busy' })
})

it('counts holds past their end as free, raffle and product alike', async () => {
  const memory = memoryDatabase()
  const store = storeInMemory(memory)
  const { raffleId, productId: product } = await openRaffle(store, { ticketsMax: 10 })
  const raffle = store.raffle(raffleId)
  const ends = (ms: number) => new Date(memory.clock.now().getTime() + ms)
  await raffle.hold(holdOf(product, { n: 2, expiresAt: ends(1_000) }))
  await raffle.hold(holdOf(product, { n: 3, expiresAt: ends(2_000) }))
  const held = async () => {
    const state = await raffle.state()
    return [state.held, state.products.get(product)?.held]
  }
  expect(await held()).toEqual([5, 5])
  memory.pass(1_000)
  expect(await held()).toEqual([3, 3])
  memory.pass(999)
  expect(await held()).toEqual([3, 3])
  memory.pass(1)
  expect(await held()).toEqual([0, 0])
  expect((await raffle.state()).products.get(product)).toEqual({
    ticketsMax: 10,
    issued: 0,
    held: 0,
  })
})
