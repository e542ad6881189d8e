// What the writers count of what they have written, as the private listener hands it out.
import { Registry } from 'prom-client'
import { expect, it } from 'vitest'

import { handOut } from '../io/figures.ts'
import { memoryDatabase, storeInMemory } from './testing/memory-database.ts'
import { holdExtended, holdOf, issueOf, openRaffle } from './testing/shop.ts'

const registry = new Registry()
handOut(registry)

/** Every line of the listener but times and buckets: its name with its labels, and its figure. */
async function figures(): Promise<Map<string, number>> {
  const lines = (await registry.metrics()).split('\n')
  const counted = lines.filter((line) => /^\w+(_total|_items_sum|_items_count)[ {]/.test(line))
  return new Map(counted.map((line) => splitAt(line, line.lastIndexOf(' '))))
}

const splitAt = (line: string, at: number) => [line.slice(0, at), Number(line.slice(at))] as const

/** By how much which of them has grown. */
async function grown(act: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await figures()
  await act()
  const growth = [...(await figures())].map(
    ([name, value]) => [name, value - (before.get(name) ?? 0)] as const,
  )
  return Object.fromEntries(growth.filter(([, by]) => by !== 0))
}

async function opened() {
  const memory = memoryDatabase()
  const store = storeInMemory(memory)
  const { raffleId, productId } = await openRaffle(store, { ticketsMax: 10 })
  return { memory, store, productId, raffle: store.raffle(raffleId) }
}

const batchOf = (log: string, items: number) => ({
  [`append_batch_items_count{log="${log}"}`]: 1,
  [`append_batch_items_sum{log="${log}"}`]: items,
})

it('counts what was asked of a raffle at once, its facts and its tickets', async () => {
  const { raffle, productId } = await opened()
  const issues = [2, 3].map((quantity) => issueOf(productId, { quantity }))
  expect(await grown(() => Promise.all(issues.map((issue) => raffle.issue(issue))))).toEqual({
    ...batchOf('raffle', 2),
    'facts_recorded_total{type="TicketsIssued"}': 2,
    tickets_issued_total: 5,
  })
})

it('counts a reservation that has ended unpaid, and nothing that was not written', async () => {
  const { memory, raffle, productId } = await opened()
  const tooMany = holdOf(productId, { n: 11 })
  expect(await grown(() => expect(raffle.hold(tooMany)).rejects.toThrow())).toEqual({})
  const expiresAt = new Date(memory.clock.now().getTime() + 1_000)
  const hold = () => raffle.hold(holdOf(productId, { expiresAt }))
  expect(await grown(hold)).toEqual(batchOf('raffle', 1))
  memory.pass(1_000)
  const ended = await grown(() => raffle.hold(holdOf(productId)))
  expect(ended).toEqual({ ...batchOf('raffle', 1), holds_expired_total: 1 })
})

it('counts what was appended to a log of the shop at once, its facts by their names', async () => {
  const { store } = await opened()
  const items = [holdExtended(), holdExtended()]
  expect(await grown(() => Promise.all(items.map((item) => store.append(item))))).toEqual({
    ...batchOf('shop', 2),
    'facts_recorded_total{type="HoldExtended"}': 2,
  })
})
