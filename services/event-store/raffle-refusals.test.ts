// What a raffle's line does with an item that the database, or nobody here, knows what to do with.
import { expect, it } from 'vitest'

import { RaffleLine } from './raffle-writer.ts'
import {
  gate,
  memoryDatabase,
  refusing,
  settled,
  storeInMemory,
} from './testing/memory-database.ts'
import { holdOf, issueOf, openRaffle } from './testing/shop.ts'

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

it('tells who is behind a broken rule, and lands later, that the raffle is halted', async () => {
  const { memory, raffle, productId } = await opened()
  const [first, second] = [gate(), gate()]
  const broken = { before: () => first.passed.then(() => refusing('EV500').before!()) }
  const behind = { before: () => second.passed, instead: [{ is_written: false }] }
  let sent = 0
  memory.plan((name) => (name !== APPEND ? undefined : sent++ === 0 ? broken : behind))
  const holds = [raffle.hold(holdOf(productId))]
  await settled()
  holds.push(raffle.hold(holdOf(productId)))
  const answers = Promise.allSettled(holds)
  await settled()
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
