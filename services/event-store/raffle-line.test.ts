// The writer of one raffle on a database that answers as PostgreSQL does: its batches, its fence,
// and what becomes of everybody in a batch that does not go through.
import { describe, expect, it } from 'vitest'

import type { LineId, RaffleId } from '#events/kernel/ids.ts'

import { NoConnection } from '../io/database.ts'
import { QUEUE_MAX } from './raffle-queue.ts'
import { RaffleLine } from './raffle-writer.ts'
import {
  failing,
  gate,
  memoryDatabase,
  once,
  refusing,
  reset,
  settled,
  storeInMemory,
  type Accident,
  type MemoryDatabase,
} from './testing/memory-database.ts'
import {
  holdOf,
  issueHeld,
  issueOf,
  metaOf,
  newId,
  openRaffle,
  type Terms,
} from './testing/shop.ts'
import type { HaltedLog } from './types.ts'

const APPEND = 'append_raffle'

async function opened(terms: Terms = {}) {
  const memory = memoryDatabase()
  const halts: HaltedLog[] = []
  const store = storeInMemory(memory, { onHalt: (halted) => halts.push(halted) })
  const { raffleId, productId } = await openRaffle(store, terms)
  memory.asked.length = 0
  return { memory, store, halts, raffleId, productId, raffle: store.raffle(raffleId) }
}

const counts = ({ asked }: MemoryDatabase) => {
  const of: Record<string, number> = {}
  for (const { name } of asked) of[name] = (of[name] ?? 0) + 1
  return of
}
/** Holds in each batch that was sent. */
const holdsSent = ({ asked }: MemoryDatabase) =>
  asked
    .filter(({ name }) => name === APPEND)
    .map(({ values }) => (JSON.parse(String(values[21])).holds ?? []).length)

const all = (memory: MemoryDatabase, accident: Accident) =>
  memory.plan((name) => (name === APPEND ? accident : undefined))

describe('batches', () => {
  it('hold whoever asks at once, 200 at most, and the state is read once', async () => {
    const { memory, raffle, productId } = await opened()
    await Promise.all(Array.from({ length: 450 }, () => raffle.hold(holdOf(productId))))
    expect(holdsSent(memory)).toEqual([200, 200, 50])
    expect(counts(memory)).toEqual({ [APPEND]: 3 })
  })

  it('are in flight by two, and the third waits for the first', async () => {
    const { memory, raffle, productId } = await opened()
    const doors = [gate(), gate()]
    let sent = 0
    all(memory, { before: () => doors[sent++]?.passed })
    const asked = Array.from({ length: 550 }, () => raffle.hold(holdOf(productId)))
    await settled()
    expect(holdsSent(memory)).toEqual([200, 200])
    doors[0]!.open()
    await settled()
    expect(holdsSent(memory)).toEqual([200, 200, 150])
    doors[1]!.open()
    await Promise.all(asked)
  })

  it('ring with the new head when they wrote facts, and not for holds', async () => {
    const { store, raffle, raffleId, productId } = await opened()
    const heard: [string, number][] = []
    store.onGrowth((logId, head) => heard.push([logId, head]))
    await raffle.hold(holdOf(productId))
    await Promise.all([raffle.issue(issueOf(productId)), raffle.issue(issueOf(productId))])
    expect(heard).toEqual([[`raffle/${raffleId}`, 3]])
  })

  it('never write an earlier time than the leaf before', async () => {
    const { memory, store, raffle, raffleId, productId } = await opened()
    memory.pass(5_000)
    await raffle.issue(issueOf(productId))
    memory.pass(-1_000)
    await raffle.issue(issueOf(productId))
    memory.pass(3_000)
    await raffle.issue(issueOf(productId))
    const facts = await store.readLog(`raffle/${raffleId}`, 1, 10)
    const times = facts.map(({ recordedAt }) => recordedAt.getTime())
    expect([times[1]! - times[0]!, times[2]! - times[1]!]).toEqual([0, 2_000])
  })
})

describe('a refusal', () => {
  it('of an issue is given only after a look whether it was obeyed before', async () => {
    const { memory, raffle, productId } = await opened()
    const late = issueHeld(holdOf(productId))
    await expect(raffle.issue(late)).rejects.toMatchObject({ code: 'hold_gone' })
    expect(counts(memory)).toEqual({ raffle_fence: 2, look_up_raffle: 1 })
    expect(memory.asked.find(({ name }) => name === 'look_up_raffle')!.values).toEqual([
      expect.any(String),
      [late.orderLineId],
      [],
    ])
  })

  it('of a hold is given at once: whoever holds asks with what he holds', async () => {
    const { memory, raffle, productId } = await opened({ ticketsMax: 1 })
    const hold = raffle.hold(holdOf(productId, { n: 2 }))
    await expect(hold).rejects.toMatchObject({ code: 'tickets_left' })
    expect(counts(memory)).toEqual({ raffle_fence: 1 })
  })

  it('is not given while somebody else has written since', async () => {
    const { memory, raffle, raffleId, productId } = await opened({ ticketsMax: 1 })
    const hold = holdOf(productId)
    await raffle.hold(hold)
    await storeInMemory(memory).raffle(raffleId).release(hold.orderLineId)
    memory.asked.length = 0
    await raffle.hold(holdOf(productId))
    expect(counts(memory)).toMatchObject({ raffle_fence: 1, load_raffle_partly: 1, [APPEND]: 1 })
  })

  it('waits for the batches before it', async () => {
    const { memory, raffle, productId } = await opened({ ticketsMax: 1 })
    const door = gate()
    once(memory, APPEND, { before: () => door.passed })
    const first = raffle.hold(holdOf(productId))
    await settled()
    const second = Promise.allSettled([raffle.hold(holdOf(productId))])
    await settled()
    expect(counts(memory)).toEqual({ [APPEND]: 1 })
    door.open()
    await first
    expect(await second).toMatchObject([{ reason: { code: 'tickets_left' } }])
  })

  it('of a raffle that nobody has published needs no log', async () => {
    const store = storeInMemory(memoryDatabase())
    const raffle = store.raffle(newId<RaffleId>())
    const cancel = { type: 'CancelRaffle', now: '', reason: null } as const
    await expect(raffle.command(cancel, metaOf())).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a batch that does not go through', () => {
  it('is decided anew when somebody else has written since', async () => {
    const { memory, raffle, raffleId, productId } = await opened()
    await raffle.issue(issueOf(productId))
    await storeInMemory(memory).raffle(raffleId).issue(issueOf(productId))
    memory.asked.length = 0
    expect(await raffle.issue(issueOf(productId))).toMatchObject({ first: 3, position: 4 })
    expect(counts(memory)).toMatchObject({ [APPEND]: 2, load_raffle_partly: 1 })
  })

  it('is not decided anew for ever', async () => {
    const { memory, raffle, productId } = await opened()
    all(memory, { instead: [{ is_written: false }] })
    await expect(raffle.hold(holdOf(productId))).rejects.toMatchObject({ code: 'busy' })
    expect(counts(memory)).toMatchObject({ [APPEND]: 200, load_raffle_partly: 199 })
    memory.plan(() => undefined)
    await raffle.hold(holdOf(productId))
  })

  it('is not refused because others were quicker before', async () => {
    const { memory, raffle, productId } = await opened()
    const overtaken: Accident = { instead: [{ is_written: false }] }
    const accidents = [...Array<Accident>(6).fill(overtaken), refusing('23505')]
    memory.plan((name) => (name === APPEND ? accidents.shift() : undefined))
    expect(await raffle.issue(issueOf(productId))).toMatchObject({ first: 1 })
  })

  it.each([
    ['request', failing(reset()), 'ok'],
    ['answer', { lost: reset() }, 'duplicate'],
  ] as const)('because its %s was lost is looked up and sent again', async (_w, accident, kind) => {
    const { memory, raffle, productId } = await opened()
    once(memory, APPEND, accident)
    expect(await raffle.issue(issueOf(productId))).toMatchObject({ kind, first: 1, position: 2 })
    expect(counts(memory)).toMatchObject({ look_up_raffle: 1, load_raffle: 1 })
  })

  it('because the answer to a command was lost is looked up, and tells its facts', async () => {
    const { memory, raffle } = await opened()
    once(memory, APPEND, { lost: reset() })
    const cancel = { type: 'CancelRaffle', now: '', reason: 'licence' } as const
    const facts = await raffle.command(cancel, metaOf())
    expect(facts).toMatchObject([{ position: 2, event: { type: 'RaffleCancelled' } }])
    expect(counts(memory)).toMatchObject({ [APPEND]: 1, look_up_raffle: 1 })
  })

  it.each(['23505', 'EV409'])(
    'because of something obeyed before is looked up: %s',
    async (code) => {
      const { memory, raffle, productId } = await opened()
      once(memory, APPEND, refusing(code))
      const answers = await Promise.all([
        raffle.issue(issueOf(productId)),
        raffle.issue(issueOf(productId)),
      ])
      expect(answers).toMatchObject([{ first: 1 }, { first: 2 }])
      // Both in one batch again: nobody goes alone for it.
      expect(counts(memory)).toEqual({ [APPEND]: 2, look_up_raffle: 1, load_raffle: 1 })
    },
  )

  it('because our clock is off asks the clock', async () => {
    const { memory, raffle, productId } = await opened()
    once(memory, APPEND, refusing('EV408'))
    await raffle.hold(holdOf(productId))
    expect(memory.clock.syncs()).toBe(1)
    expect(counts(memory)).toMatchObject({ [APPEND]: 2 })
  })

  it('and a clock that cannot be asked now is asked with the next refusal', async () => {
    const { memory, raffleId, productId } = await opened()
    const clock = { ...memory.clock, sync: () => Promise.reject(new Error('no answer')) }
    const raffle = storeInMemory(memory, { clock }).raffle(raffleId)
    once(memory, APPEND, refusing('EV408'))
    await raffle.hold(holdOf(productId))
  })

  it('because the database refuses something in it goes one by one', async () => {
    const { memory, raffle, productId } = await opened()
    const holds = Array.from({ length: 3 }, () => holdOf(productId))
    const { orderLineId } = holds[1]!
    memory.plan((name, values) =>
      name === APPEND && String(values[21]).includes(orderLineId) ? refusing('22P02') : undefined,
    )
    const answers = await Promise.allSettled(holds.map((hold) => raffle.hold(hold)))
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(answers[1]).toMatchObject({ reason: { code: '22P02' } })
    expect((await raffle.state()).held).toBe(2)
  })

  it('because the server is not well fails, and not those behind it', async () => {
    const { memory, raffle, productId } = await opened()
    const door = gate()
    once(memory, APPEND, { before: () => door.passed.then(() => refusing('53300').before!()) })
    const batch = Promise.allSettled([1, 2].map(() => raffle.hold(holdOf(productId))))
    await settled()
    const behind = raffle.hold(holdOf(productId))
    door.open()
    for (const answer of await batch) expect(answer).toMatchObject({ reason: { code: '53300' } })
    await behind
    expect((await raffle.state()).held).toBe(1)
  })

  it('because no connection came free fails with everybody who waits for one', async () => {
    const { memory, raffle, productId } = await opened()
    const doors = [gate(), gate()]
    let sent = 0
    all(memory, {
      before: () => doors[sent++]?.passed.then(() => Promise.reject(new NoConnection())),
    })
    const asked = []
    for (let nth = 0; nth < 3; nth += 1) {
      asked.push(raffle.hold(holdOf(productId)))
      await settled()
    }
    for (const { open } of doors) open()
    for (const answer of await Promise.allSettled(asked))
      expect(answer).toMatchObject({ reason: { name: 'NoConnection' } })
    memory.plan(() => undefined)
    await raffle.hold(holdOf(productId))
  })

  it('because it was taken back is tried six times in all', async () => {
    const { memory, raffle, productId } = await opened()
    all(memory, refusing('40001'))
    await expect(raffle.hold(holdOf(productId))).rejects.toMatchObject({ code: '40001' })
    expect(counts(memory)).toMatchObject({ [APPEND]: 6 })
  })
})

describe('a broken rule', () => {
  it.each(['23514', 'EV500'])('of the database stops this raffle: %s', async (code) => {
    const { memory, store, halts, raffle, raffleId, productId } = await opened()
    const [first, second] = [gate(), gate()]
    const passing = [first.passed.then(() => refusing(code).before!()), second.passed]
    all(memory, { before: () => passing.shift() })
    // Two batches in flight and one behind them; the second comes back when all is halted.
    const asked = Array.from({ length: 450 }, () => raffle.hold(holdOf(productId)))
    const answers = Promise.allSettled(asked)
    await settled()
    first.open()
    await settled()
    second.open()
    for (const answer of await answers)
      expect(answer).toMatchObject({ reason: { code: 'raffle_halted' } })
    expect(halts).toMatchObject([{ logId: `raffle/${raffleId}`, error: { code } }])
    expect(store.halted()).toHaveLength(1)
    await expect(raffle.hold(holdOf(productId))).rejects.toMatchObject({ code: 'raffle_halted' })
    expect((await raffle.state()).held).toBe(0)
  })

  it('of our own stops it too, and says which', async () => {
    const { memory, halts, raffleId, productId } = await opened()
    memory.tables.raffles.set(`raffle/${raffleId}`, { cap: 9, issued: 0, voided: 0, held: 0 })
    const halting = storeInMemory(memory, { onHalt: (halted) => halts.push(halted) })
    const hold = halting.raffle(raffleId).hold(holdOf(productId))
    await expect(hold).rejects.toMatchObject({ code: 'raffle_halted' })
    expect(halts).toMatchObject([{ error: { message: 'the cap is the published one' } }])
  })

  it.each([
    ['issued', { issued: 1 }, /count is the last number/],
    ['voided', { voided: 1 }, /voided tickets are those of the log/],
  ])('is seen when the state is read: %s', async (_what, change, words) => {
    const { memory, raffle, raffleId } = await opened()
    const row = memory.tables.raffles.get(`raffle/${raffleId}`)!
    memory.tables.raffles.set(`raffle/${raffleId}`, { ...row, ...change })
    await expect(raffle.state()).rejects.toThrow(words)
  })
})

describe('a line', () => {
  const lineOn = (memory: MemoryDatabase, raffleId: string) =>
    new RaffleLine({
      ...memory,
      logId: `raffle/${raffleId}`,
      settlementSeconds: 1_800,
      grew: () => {},
      halt: () => {},
    })
  const release = () => ({ kind: 'release', orderLineId: newId<LineId>() }) as const

  it('can be forgotten while nothing waits, and not once it was halted', async () => {
    const { memory, raffleId } = await opened()
    const line = lineOn(memory, raffleId)
    expect(line.isForgettable).toBe(true)
    const asked = line.submit(release())
    expect(line.isForgettable).toBe(false)
    await asked
    await line.drained()
    expect(line.isForgettable).toBe(true)
    once(memory, 'raffle_fence', refusing('EV500'))
    await expect(line.submit(release())).rejects.toMatchObject({ code: 'raffle_halted' })
    await line.drained()
    expect(line.isForgettable).toBe(false)
  })

  it('takes 20,000 into its queue, and refuses the next', async () => {
    const { memory, raffleId } = await opened()
    const line = lineOn(memory, raffleId)
    const taken = Array.from({ length: QUEUE_MAX }, () => line.submit(release()))
    await expect(line.submit(release())).rejects.toMatchObject({ code: 'busy' })
    await Promise.all(taken)
  })
})

describe('the tickets of persons', () => {
  const asked = ({ asked: statements }: MemoryDatabase) =>
    statements.filter(({ name }) => name === 'tickets_of_persons').map(({ values }) => values[1])

  it('are counted once for each, only where there is a limit', async () => {
    const { memory, raffle, productId } = await opened({ ticketsPerPersonMax: 3 })
    const hold = (personKey: string) => raffle.hold(holdOf(productId, { personKey }))
    await Promise.all([hold('ann'), hold('bob'), hold('ann')])
    await Promise.all([hold('ann'), hold('cat')])
    expect(asked(memory)).toEqual([['ann', 'bob'], ['cat']])
    const free = await opened()
    await free.raffle.hold(holdOf(free.productId, { personKey: 'ann' }))
    expect(asked(free.memory)).toEqual([])
  })

  it('are those that are valid, of all that were issued', async () => {
    const { memory, raffle, raffleId, productId } = await opened({ ticketsPerPersonMax: 6 })
    const buy = (personKey: string, quantity: number) =>
      raffle.issue(issueOf(productId, { personKey, quantity }))
    await buy('ann', 3)
    await buy('bob', 2)
    await buy('ann', 2)
    const ranges = [
      [2, 4],
      [7, 7],
    ] as const
    await raffle.command({ type: 'VoidTickets', now: '', ranges, reason: 'returned' }, metaOf())
    // 1 and 6 are left to ann, 5 to bob: the writer that had counted them before says so as well.
    const anew = storeInMemory(memory).raffle(raffleId)
    const hold = (personKey: string, n: number) => anew.hold(holdOf(productId, { personKey, n }))
    const five = raffle.hold(holdOf(productId, { personKey: 'ann', n: 5 }))
    await expect(five).rejects.toMatchObject({ details: { available: 4 } })
    await expect(hold('ann', 5)).rejects.toMatchObject({ details: { available: 4 } })
    await expect(hold('bob', 6)).rejects.toMatchObject({ details: { available: 5 } })
    await Promise.all([hold('ann', 4), hold('bob', 5), hold('cat', 6)])
  })
})
