// The group committer: who shares a batch with whom, what waits for what, and who suffers for whom
// when something fails. Sizes of batches are those that the database was sent.
import { describe, expect, it } from 'vitest'

import { NoConnection } from '../io/database.ts'
import { refusal } from '../testing/simulation/statement.ts'
import { QUEUE_MAX, ShopLog, type ShopItem } from './append.ts'
import {
  failing,
  gate,
  memoryDatabase,
  once,
  refusing,
  reset,
  settled,
  storeInMemory,
  type MemoryDatabase,
} from './testing/memory-database.ts'
import { holdExtended, metaOf, newId } from './testing/shop.ts'
import type { AppendItem } from './types.ts'

const APPEND = 'append_shop'
const many = (count: number) => Array.from({ length: count }, () => holdExtended())
const streamsOf = (values: readonly unknown[]) => String(values[1]).split('\u001e')
const sizes = ({ asked }: MemoryDatabase) =>
  asked.filter(({ name }) => name === APPEND).map(({ values }) => streamsOf(values).length)

function opened() {
  const memory = memoryDatabase()
  const store = storeInMemory(memory)
  return { memory, append: (items: AppendItem[]) => items.map((item) => store.append(item)), store }
}

/** The first batch, of one item, waits on the server until the door opens. */
async function whileOneFlies() {
  const shop = opened()
  const door = gate()
  once(shop.memory, APPEND, { before: () => door.passed })
  const answers = shop.append([holdExtended()])
  await settled()
  return { ...shop, door, answers }
}

/** The first so many batches wait on the server, each for its own door. */
function doorsOf(memory: MemoryDatabase, count: number) {
  const doors = Array.from({ length: count }, gate)
  let sent = 0
  memory.plan((name) => (name === APPEND ? { before: () => doors[sent++]?.passed } : undefined))
  return doors
}

describe('a batch', () => {
  it('is a lone caller, at once, and its log is opened once', async () => {
    const { memory, append } = opened()
    for (const item of many(2)) await append([item])[0]
    expect(memory.asked.map(({ name }) => name)).toEqual(['select open_log($1)', APPEND, APPEND])
    expect(memory.asked[0]!.values).toEqual(['shop/0'])
  })

  it.each([
    [10, [10]],
    [23, [23]],
    [24, [12, 12]],
    [25, [13, 12]],
    [400, [200, 200]],
  ])('of %i who ask at once: %j', async (count, expected) => {
    const { memory, append } = opened()
    const answers = await Promise.all(append(many(count)))
    expect(sizes(memory)).toEqual(expected)
    const positions = answers.map((answer) => answer.kind === 'ok' && answer.position)
    expect(positions).toEqual(Array.from({ length: count }, (_, index) => index + 1))
  })

  it('goes at once after a rest', async () => {
    const { memory, append } = opened()
    for (const item of many(2)) {
      await append([item])[0]
      await settled()
    }
    expect(sizes(memory)).toEqual([1, 1])
  })

  it('waits for the one before it while it would be small', async () => {
    const { memory, append, door, answers } = await whileOneFlies()
    const others = append(many(11))
    await settled()
    expect(sizes(memory)).toEqual([1])
    door.open()
    await Promise.all([...answers, ...others])
    expect(sizes(memory)).toEqual([1, 11])
  })

  it('goes beside the one before it, and never as the third', async () => {
    const { memory, append } = opened()
    const doors = doorsOf(memory, 2)
    const answers = append(many(600))
    await settled()
    expect(sizes(memory)).toEqual([200, 200])
    doors[0]!.open()
    await settled()
    expect(sizes(memory)).toEqual([200, 200, 200])
    doors[1]!.open()
    await Promise.all(answers)
  })

  it('goes beside another one only when it is worth it', async () => {
    const { memory, append } = opened()
    const doors = doorsOf(memory, 2)
    const answers = append(many(411))
    await settled()
    doors[0]!.open()
    await settled()
    expect(sizes(memory)).toEqual([200, 200])
    doors[1]!.open()
    await Promise.all(answers)
    expect(sizes(memory)).toEqual([200, 200, 11])
  })

  it('holds a stream once, so that its facts come in their order', async () => {
    const { memory, append } = opened()
    const { streamId } = holdExtended()
    const three = [0, 1, 2].map((expectedVersion) => holdExtended({ streamId, expectedVersion }))
    const answers = await Promise.all(append([...three, holdExtended()]))
    expect(answers.map(({ kind }) => kind)).toEqual(['ok', 'ok', 'ok', 'ok'])
    expect(sizes(memory)).toEqual([2, 1, 1])
  })

  it('holds nothing that names a stream or a command of the one that is on its way', async () => {
    const { memory, append } = opened()
    const [door] = doorsOf(memory, 1)
    const crowd = many(22)
    const next = holdExtended({ streamId: crowd[0]!.streamId, expectedVersion: 1 })
    const answers = append([...crowd, next, crowd[1]!])
    await settled()
    expect(sizes(memory)).toEqual([12, 10])
    door!.open()
    expect(await answers[22]).toMatchObject({ kind: 'ok', version: 2 })
    expect(await answers[23]).toEqual({ ...(await answers[1]), kind: 'duplicate' })
    expect(sizes(memory)).toEqual([12, 10, 2])
  })

  it('sends a command once that comes twice at once, each to its stream', async () => {
    const { memory, append } = opened()
    const item = holdExtended()
    const [one, two] = await Promise.all(append([item, { ...item }]))
    expect([one!.kind, two!.kind]).toEqual(['ok', 'duplicate'])
    expect(sizes(memory)).toEqual([1, 1])
  })

  it('ends at two million characters, and one item may be longer', async () => {
    const { memory, append } = opened()
    const words = { name: 'A', description: 'x'.repeat(10_000), prizeInfo: '', image: null }
    const page = (facts: number): AppendItem =>
      holdExtended({
        streamId: `raffle-page/${newId()}`,
        facts: Array.from({ length: facts }, () => ({ type: 'RafflePageWritten', data: words })),
      })
    const items = Array.from({ length: 11 }, () => page(20))
    await Promise.all(append([...items, page(250)]))
    expect(sizes(memory)).toEqual([9, 2, 1])
  })

  it('counts what each fact carries along', async () => {
    const { memory, append } = opened()
    const heavy = () => {
      const { facts, ...item } = holdExtended()
      const meta = metaOf({ correlationId: 'x'.repeat(300_000) })
      return { ...item, facts: [facts[0]!, facts[0]!, facts[0]!], meta }
    }
    await Promise.all(append([heavy(), heavy(), heavy()]))
    expect(sizes(memory)).toEqual([2, 1])
  })
})

describe('an answer', () => {
  it('says where the facts are, or which version there is', async () => {
    const { append } = opened()
    const item = holdExtended()
    await append([item])[0]
    const [conflict, ok] = await Promise.all(
      append([holdExtended({ streamId: item.streamId }), holdExtended()]),
    )
    expect(conflict).toEqual({ kind: 'conflict', actualVersion: 1 })
    expect(ok).toEqual({ kind: 'ok', logId: 'shop/0', position: 2, version: 1 })
  })

  it('rings once for a batch, with the head, and not for one that wrote nothing', async () => {
    const { append, store } = opened()
    const heard: [string, number][] = []
    store.onGrowth((logId, head) => heard.push([logId, head]))
    const items = many(3)
    await Promise.all(append(items))
    expect(heard).toEqual([['shop/0', 3]])
    await Promise.all(append(items))
    expect(heard).toHaveLength(1)
    await Promise.all(append([holdExtended(), holdExtended({ expectedVersion: 5 })]))
    expect(heard).toEqual([
      ['shop/0', 3],
      ['shop/0', 4],
    ])
  })

  it.each([
    ['fewer outcomes than items', [{ outcomes: [], positions: [], versions: [] }], /one outcome/],
    ['no row', [], /one outcome/],
  ])('with %s is a bug', async (_what, instead, words) => {
    const { memory, append } = opened()
    memory.plan((name) => (name === APPEND ? { instead } : undefined))
    // Nobody's in the batch, so it is not looked for one by one.
    for (const answer of await Promise.allSettled(append(many(2))))
      expect(answer).toMatchObject({ reason: { message: expect.stringMatching(words) } })
    expect(sizes(memory)).toEqual([2])
  })
})

describe('a failure', () => {
  it('of one command that was used for another harms nobody else', async () => {
    const { memory, append } = opened()
    const item = holdExtended()
    await append([item])[0]
    const misused = { ...item, requestHash: 'ab'.repeat(32) }
    const [one, two, three] = await Promise.allSettled(append([...many(1), misused, ...many(1)]))
    expect([one!.status, two!.status, three!.status]).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    expect(two).toMatchObject({ reason: { code: 'idempotency_key_reused' } })
    expect(sizes(memory)).toEqual([1, 3, 2])
    await expect(append([misused])[0]).rejects.toMatchObject({ code: 'idempotency_key_reused' })
    expect(sizes(memory)).toEqual([1, 3, 2, 1])
  })

  it('of a command that was used for another is that of its own place', async () => {
    const { append } = opened()
    const item = holdExtended()
    await append([item])[0]
    const misused = { ...item, requestHash: 'ab'.repeat(32) }
    const answers = await Promise.allSettled(append([...many(11), misused, ...many(2)]))
    const refused = answers.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))
    expect(refused).toEqual([11])
  })

  it.each([
    ['nobody', undefined],
    ['nobody of the batch', '0,4,x'],
  ])('of a command that was used for another names %s: it is found', async (...of) => {
    const { memory, append } = opened()
    const items = many(3)
    memory.plan((name, values) => {
      if (name !== APPEND || !streamsOf(values).includes(items[1]!.streamId)) return undefined
      return failing(Object.assign(refusal('EV422', 'known'), { detail: of[1] }))
    })
    const answers = await Promise.allSettled(append(items))
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(answers[1]).toMatchObject({ reason: { code: 'idempotency_key_reused' } })
    expect(sizes(memory)).toEqual([3, 1, 1, 1])
  })

  it('of our own is that of who was in the batch, and the next is asked as ever', async () => {
    const { memory, append, store } = opened()
    const deaf = store.onGrowth(() => {
      throw new TypeError('who listens fails')
    })
    expect(await append(many(1))[0]).toMatchObject({ kind: 'ok', position: 1 })
    deaf()
    const odd = Object.assign(refusal('EV422', 'known'), { detail: 7 })
    once(memory, APPEND, failing(odd))
    for (const answer of await Promise.allSettled(append(many(2))))
      expect(answer).toMatchObject({ status: 'rejected', reason: { name: 'TypeError' } })
    expect(await append(many(1))[0]).toMatchObject({ kind: 'ok', position: 2 })
  })

  it('that the database gives a batch is looked for one by one', async () => {
    const { memory, append } = opened()
    const items = many(3)
    const { streamId } = items[1]!
    memory.plan((name, values) =>
      name === APPEND && streamsOf(values).includes(streamId) ? refusing('22P02') : undefined,
    )
    const answers = await Promise.allSettled(append(items))
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(answers[1]).toMatchObject({ reason: { code: '22P02' } })
    expect(sizes(memory)).toEqual([3, 1, 1, 1])
  })

  it('of one of them ends where the server is not well: nobody waits one by one', async () => {
    const { memory, append } = opened()
    const items = many(4)
    const [first, second] = items.map(({ streamId }) => streamId)
    memory.plan((name, values) => {
      if (name !== APPEND) return undefined
      const streams = streamsOf(values)
      if (streams.length > 1) return refusing('22P02')
      return streams[0] === first ? undefined : refusing(streams[0] === second ? '53300' : '22P02')
    })
    const answers = await Promise.allSettled(append(items))
    expect(answers[0]).toMatchObject({ status: 'fulfilled' })
    for (const answer of answers.slice(1))
      expect(answer).toMatchObject({ status: 'rejected', reason: { code: '53300' } })
    expect(sizes(memory)).toEqual([4, 1, 1])
  })

  it('of the server is everybody’s in the batch, and nobody’s behind it', async () => {
    const { memory, append } = opened()
    const door = gate()
    once(memory, APPEND, { before: () => door.passed.then(() => refusing('53300').before!()) })
    const batch = Promise.allSettled(append(many(3)))
    await settled()
    const behind = append(many(2))
    await settled()
    door.open()
    for (const answer of await batch)
      expect(answer).toMatchObject({ status: 'rejected', reason: { code: '53300' } })
    for (const answer of await Promise.all(behind)) expect(answer.kind).toBe('ok')
    expect(sizes(memory)).toEqual([3, 2])
  })

  it('to get a connection is that of everybody who waits for one', async () => {
    const { memory, append } = opened()
    const door = gate()
    once(memory, APPEND, {
      before: () => door.passed.then(() => failing(new NoConnection()).before!()),
    })
    const batch = append(many(3))
    await settled()
    const behind = append(many(2))
    await settled()
    door.open()
    for (const answer of await Promise.allSettled([...batch, ...behind]))
      expect(answer).toMatchObject({ status: 'rejected', reason: { name: 'NoConnection' } })
    expect(sizes(memory)).toEqual([3])
    expect(await append(many(1))[0]).toMatchObject({ kind: 'ok', position: 1 })
  })

  it.each([
    ['request', failing(reset()), 'ok'],
    ['answer', { lost: reset() }, 'duplicate'],
  ] as const)('of the network loses a %s, which is asked again', async (_what, accident, kind) => {
    const { memory, append } = opened()
    once(memory, APPEND, accident)
    expect(await append([holdExtended()])[0]).toMatchObject({ kind, position: 1 })
    expect(sizes(memory)).toEqual([1, 1])
  })

  it('is asked again of what the server took back, six times in all', async () => {
    const { memory, append } = opened()
    memory.plan((name) => (name === APPEND ? refusing('40001') : undefined))
    const answers = await Promise.allSettled(append(many(2)))
    for (const answer of answers) expect(answer).toMatchObject({ reason: { code: '40001' } })
    expect(sizes(memory)).toEqual([2, 2, 2, 2, 2, 2])
  })

  it('to open the log is tried again with the next', async () => {
    const { memory, append } = opened()
    once(memory, 'select open_log($1)', refusing('53300'))
    await expect(append([holdExtended()])[0]).rejects.toMatchObject({ code: '53300' })
    expect(await append([holdExtended()])[0]).toMatchObject({ kind: 'ok' })
  })
})

it('takes 20,000 into its queue, refuses the next, and answers those it took', async () => {
  const memory = memoryDatabase()
  const log = new ShopLog({ ...memory, logId: 'shop/0', grew: () => {} })
  const door = gate()
  once(memory, APPEND, { before: () => door.passed })
  const item = (): ShopItem => ({
    streamId: `order/${newId()}`,
    expectedVersion: 0,
    commandId: newId(),
    requestHash: 'ab'.repeat(32),
    types: ['HoldExtended'],
    schemaVersions: [1],
    payloads: ['{}'],
    meta: '{}',
  })
  let answered = 0
  const taken = Array.from({ length: QUEUE_MAX }, () => log.append(item()).then(() => answered++))
  await expect(log.append(item())).rejects.toMatchObject({
    code: 'busy',
    details: { retryAfterSeconds: 1 },
  })
  const drained = log.drained().then(() => answered)
  door.open()
  await Promise.all(taken)
  expect(await drained).toBe(QUEUE_MAX)
  expect(Math.max(...sizes(memory))).toBe(200)
})

it('has nothing to wait for while nobody asks', async () => {
  const log = new ShopLog({ ...memoryDatabase(), logId: 'shop/0', grew: () => {} })
  expect(await log.drained()).toBeUndefined()
})
