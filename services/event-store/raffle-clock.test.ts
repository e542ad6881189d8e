// PostgreSQL's clock was set back, as by a standby that is behind, by more than reservations last.
// Facts keep the time of the last one until the clock has caught up; what is reserved lasts by the
// clock, as it was promised.
import { expect, it } from 'vitest'

import { memoryDatabase, storeInMemory } from './testing/memory-database.ts'
import { holdOf, issueHeld, issueOf, openRaffle } from './testing/shop.ts'

const HOUR_MS = 3_600_000
const HOLD_MS = HOUR_MS / 2

/** A raffle of two tickets, published an hour from now. */
async function anHourBack() {
  const memory = memoryDatabase()
  const store = storeInMemory(memory)
  const { raffleId, productId } = await openRaffle(store, { ticketsMax: 2 })
  memory.pass(-HOUR_MS)
  const raffle = store.raffle(raffleId)
  const wish = () =>
    holdOf(productId, { expiresAt: new Date(memory.clock.now().getTime() + HOLD_MS) })
  const holds = [wish(), wish()] as const
  for (const hold of holds) await raffle.hold(hold)
  return { memory, store, raffle, raffleId, holds, wish }
}

it('whoever holds the last tickets keeps them, and who comes next is told so', async () => {
  const { raffle, holds, wish } = await anHourBack()
  await expect(raffle.hold(wish())).rejects.toMatchObject({ code: 'tickets_left' })
  for (const { orderLineId } of holds) await raffle.dropExpired(orderLineId)
  await expect(raffle.hold(wish())).rejects.toMatchObject({ code: 'tickets_left' })
  expect(await raffle.issue(issueHeld(holds[0]))).toMatchObject({ first: 1 })
  expect(await raffle.issue(issueHeld(holds[1]))).toMatchObject({ first: 2 })
})

it('they end when the clock says so, while the facts are still ahead', async () => {
  const { memory, raffle, holds, wish } = await anHourBack()
  memory.pass(HOLD_MS - 1)
  await expect(raffle.hold(wish())).rejects.toMatchObject({ code: 'tickets_left' })
  memory.pass(1)
  await raffle.hold(wish())
  await expect(raffle.issue(issueHeld(holds[0]))).rejects.toMatchObject({ code: 'hold_gone' })
  expect((await raffle.state()).held).toBe(1)
})

it('a process that is behind by itself is told so, however young the last fact is', async () => {
  const memory = memoryDatabase()
  const store = storeInMemory(memory)
  const closesAt = new Date(memory.clock.now().getTime() + HOUR_MS)
  const { raffleId, productId } = await openRaffle(store, { closesAt: closesAt.toISOString() })
  memory.pass(HOUR_MS - 10_000)
  await store.raffle(raffleId).issue(issueOf(productId))
  memory.pass(60_000)
  let behindMs = 5 * 60_000
  const clock = {
    now: () => new Date(memory.clock.now().getTime() - behindMs),
    sync: async () => void (behindMs = 0),
  }

  const raffle = storeInMemory(memory, { clock }).raffle(raffleId)
  const expiresAt = new Date(closesAt.getTime() + HOLD_MS)
  const late = raffle.hold(holdOf(productId, { expiresAt }))

  await expect(late).rejects.toMatchObject({ code: 'raffle_ended' })
  expect(behindMs).toBe(0)
  expect((await raffle.state()).held).toBe(0)
})

it('a process that is ahead by itself is told so before it refuses what is in time', async () => {
  const memory = memoryDatabase()
  const store = storeInMemory(memory)
  const closesAt = new Date(memory.clock.now().getTime() + HOUR_MS)
  const { raffleId, productId } = await openRaffle(store, { closesAt: closesAt.toISOString() })
  memory.pass(HOUR_MS - 60_000)
  let aheadMs = 5 * 60_000
  const clock = {
    now: () => new Date(memory.clock.now().getTime() + aheadMs),
    sync: async () => void (aheadMs = 0),
  }

  const raffle = storeInMemory(memory, { clock }).raffle(raffleId)
  const expiresAt = new Date(closesAt.getTime() + HOLD_MS)
  await raffle.hold(holdOf(productId, { expiresAt }))

  expect((await raffle.state()).held).toBe(1)
})

it('no fact is older than the one before it', async () => {
  const { store, raffle, raffleId, holds } = await anHourBack()
  for (const hold of holds) await raffle.issue(issueHeld(hold))
  const [published, ...facts] = await store.readLog(`raffle/${raffleId}`, 0, 10)
  expect(facts.map(({ recordedAt }) => recordedAt)).toEqual(facts.map(() => published?.recordedAt))
  expect(facts).toHaveLength(3)
})
