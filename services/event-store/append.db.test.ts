import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { CommandId } from '#events/kernel/ids.ts'

import { sqlState } from '../io/database.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { holdExtended, metaOf, newId, storeOn } from './testing/shop.ts'
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

it('appends to a stream at the version that was read, and to no other', async () => {
  const first = holdExtended()
  const { streamId } = first

  expect(await store.append(first)).toMatchObject({ kind: 'ok', logId: 'shop/0', version: 1 })
  expect(await store.append(holdExtended({ streamId }))).toEqual({
    kind: 'conflict',
    actualVersion: 1,
  })
  expect(await store.append(holdExtended({ streamId, expectedVersion: 2 }))).toEqual({
    kind: 'conflict',
    actualVersion: 1,
  })
  expect(await store.append(holdExtended({ streamId, expectedVersion: 1 }))).toMatchObject({
    kind: 'ok',
    version: 2,
  })
})

it('reads back what was appended, with who, why and when', async () => {
  const item = holdExtended()
  const facts = [...item.facts, { type: 'OrderCancelled', data: { reason: 'expired' } }]

  const answer = await store.append({ ...item, facts })

  const recorded = await store.readStream(item.streamId)
  expect(recorded.map(({ event }) => event)).toEqual(facts)
  expect(recorded.map(({ version }) => version)).toEqual([1, 2])
  expect(recorded[1]).toMatchObject({
    meta: item.meta,
    position: (answer as { position: number }).position,
  })
  expect(Math.abs(recorded[0]!.recordedAt.getTime() - Date.now())).toBeLessThan(5_000)
})

it('gives positions without a gap to 2,000 appends at once, refused ones included', async () => {
  const head = await store.head('shop/0')
  const taken = holdExtended()
  await store.append(taken)

  const answers = await Promise.all(
    Array.from({ length: 2_000 }, (_, n) =>
      store.append(holdExtended(n % 5 === 0 ? { streamId: taken.streamId } : {})),
    ),
  )

  expect(answers.filter(({ kind }) => kind === 'conflict')).toHaveLength(400)
  const log = await store.readLog('shop/0', head, 10_000)
  expect(log.map(({ position }) => position)).toEqual(
    Array.from({ length: 1_601 }, (_, n) => head + 1 + n),
  )
  expect(await store.head('shop/0')).toBe(head + 1_601)
})

it('lets time run forwards in a log that several processes write', async () => {
  const others = await Promise.all([storeOn(test.database), storeOn(test.database)])
  const { length: before } = await store.readLog('shop/0', 0, 100_000)
  for (let round = 0; round < 10; round++)
    await Promise.all(
      Array.from({ length: 120 }, (_, nth) => [store, ...others][nth % 3]!.append(holdExtended())),
    )

  const facts = await store.readLog('shop/0', before, 10_000)
  const times = facts.map(({ recordedAt }) => recordedAt.getTime())
  expect(times).toHaveLength(1_200)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  await Promise.all(others.map((other) => other.close()))
})

it('tells a command that comes again where its facts are, whatever happened since', async () => {
  const item = holdExtended()
  const [first, second] = await Promise.all([store.append(item), store.append(item)])
  await store.append(holdExtended({ streamId: item.streamId, expectedVersion: 1 }))

  expect(first).toMatchObject({ kind: 'ok' })
  expect(second).toEqual({ ...first, kind: 'duplicate' })
  expect(await store.append(item)).toEqual(second)
})

it('refuses a known command id with another body, and lets the rest pass', async () => {
  const item = holdExtended()
  await store.append(item)
  const reuse = { ...item, requestHash: 'ab'.repeat(32) }
  const elsewhere = { ...item, streamId: `order/${randomUUID()}` }

  const [refused, passed, alsoRefused] = await Promise.allSettled([
    store.append(reuse),
    store.append(holdExtended()),
    store.append(elsewhere),
  ])

  expect(refused).toMatchObject({ reason: { code: 'idempotency_key_reused' } })
  expect(passed).toMatchObject({ value: { kind: 'ok' } })
  expect(alsoRefused).toMatchObject({ reason: { code: 'idempotency_key_reused' } })
})

it('raises EV422 from the append function itself', async () => {
  const item = holdExtended()
  await store.append(item)

  const again = test.database.query('select append_shop($1,$2,$3,$4,$5,$6,$7,$8,$9,$10)', [
    'shop/0',
    item.streamId,
    '{0}',
    `{${item.commandId}}`,
    Buffer.alloc(32),
    '{1}',
    'T',
    '{1}',
    '{}',
    '{}',
  ])

  expect(sqlState(await again.catch((error: unknown) => error))).toBe('EV422')
})

it('does not let one malformed item harm the others of its batch', async () => {
  const commandId = newId<CommandId>()
  const broken = holdExtended({
    commandId,
    meta: metaOf({ actor: 'nul \u0000' }),
    expectedVersion: 2 ** 31,
  })

  const [failed, passed] = await Promise.allSettled([
    store.append(broken),
    store.append(holdExtended()),
  ])

  expect(failed.status).toBe('rejected')
  expect(passed).toMatchObject({ value: { kind: 'ok' } })
})

it('rings once the facts have committed, with the new head', async () => {
  const heard: [string, number][] = []
  const stop = store.onGrowth((logId, head) => heard.push([logId, head]))

  const answer = await store.append(holdExtended())
  stop()
  await store.append(holdExtended())

  expect(heard).toEqual([['shop/0', (answer as { position: number }).position]])
})

it('takes 5,000 commands into its queue, and refuses politely when it is full', async () => {
  const answers = await Promise.all(
    Array.from({ length: 5_000 }, () => store.append(holdExtended())),
  )

  expect(answers.every(({ kind }) => kind === 'ok')).toBe(true)
})

it('spreads streams over several shop logs, always the same way', async () => {
  await test.owner.query('update installation set shop_logs = 4')
  const wide = await storeOn(test.database, { shopLogs: 4 })
  const items = Array.from({ length: 40 }, () => holdExtended())

  const answers = await Promise.all(items.map((item) => wide.append(item)))

  const logs = new Set(answers.map((answer) => (answer as { logId: string }).logId))
  expect([...logs].toSorted()).toEqual(['shop/0', 'shop/1', 'shop/2', 'shop/3'])
  expect(await wide.readStream(items[7]!.streamId)).toHaveLength(1)
  await wide.close()
})

it('takes nothing more once it is closed, and answers what it had taken', async () => {
  const closing = await storeOn(test.database)
  const appended = closing.append(holdExtended())
  const closed = closing.close()

  await expect(closing.append(holdExtended())).rejects.toMatchObject({ code: 'busy' })
  expect(await appended).toMatchObject({ kind: 'ok' })
  await closed
})

it.each([
  'insert into events select * from events',
  "update events set payload = '{}'",
  'delete from events',
  'truncate events',
  'insert into commands select * from commands',
  'update logs set head = 0',
  'delete from streams',
  'update raffle_state set issued = 0',
  'delete from issues',
  'insert into holds select * from holds',
  'drop table events',
  'alter table events disable trigger all',
])('gives the running service no way to: %s', async (statement) => {
  const refused = await test.database.query(statement).catch((error: unknown) => error)

  expect(sqlState(refused)).toBe('42501')
})
