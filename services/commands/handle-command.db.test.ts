import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Decider } from '#events/kernel/decider.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import { metaOf, newId, storeOn } from '../event-store/testing/shop.ts'
import type { EventStore } from '../event-store/types.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { handleCommand } from './handle-command.ts'

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

it('gives a command that comes twice the facts it made the first time', async () => {
  const streamId = `order/${newId()}`
  const meta = metaOf()
  const extend = (now: string) => ({ holdUntil: '2027-01-01T00:00:00.000Z', now })

  const first = await handle({ streamId, meta, command: extend('2026-01-01T00:00:00.000Z') })
  const second = await handle({ streamId, meta, command: extend('2026-01-02T00:00:00.000Z') })

  expect(first).toMatchObject({ version: 1, position: expect.any(Number) })
  expect(second).toEqual(first)
  expect(await store.readStream(streamId)).toHaveLength(1)
})

it('refuses a known command id with another body', async () => {
  const streamId = `order/${newId()}`
  const meta = metaOf()
  await handle({ streamId, meta })

  await expect(
    handle({ streamId, meta, command: { holdUntil: '2028-01-01T00:00:00.000Z', now: '' } }),
  ).rejects.toMatchObject({ code: 'idempotency_key_reused' })
})

it('answers the same command sent twice at once with the same facts', async () => {
  const streamId = `order/${newId()}`
  const meta = metaOf()

  const [first, second] = await Promise.all([
    handle({ streamId, meta }),
    handle({ streamId, meta }),
  ])

  expect(second).toEqual(first)
  expect(await store.readStream(streamId)).toHaveLength(1)
})

it('decides again from what somebody else wrote meanwhile', async () => {
  const streamId = `order/${newId()}`

  const handled = await Promise.all([1, 2].map(() => handle({ streamId, meta: metaOf() })))

  expect(handled.map(({ version }) => version).toSorted()).toEqual([1, 2])
})

it('records nothing when the decider refuses or has nothing to say', async () => {
  const streamId = `order/${newId()}`

  await expect(handle({ streamId, decider: { ...counting, decide: refuse } })).rejects.toThrow(
    Rejection,
  )
  expect(await handle({ streamId, decider: { ...counting, decide: () => [] } })).toEqual({
    events: [],
    version: 0,
    position: null,
  })
  expect(await store.readStream(streamId)).toEqual([])
})

type Extend = { holdUntil: string; now: string }
type Extended = { type: 'HoldExtended'; data: { holdUntil: string } }

const counting: Decider<Extend, number, Extended> = {
  initial: 0,
  decide: ({ holdUntil }) => [{ type: 'HoldExtended', data: { holdUntil } }],
  evolve: (count) => count + 1,
}

const refuse = () => {
  throw new Rejection('no', 'No.')
}

function handle(fields: Partial<Parameters<typeof handleCommand<Extend, number, Extended>>[0]>) {
  return handleCommand<Extend, number, Extended>({
    store,
    decider: counting,
    streamId: `order/${newId()}`,
    command: { holdUntil: '2027-01-01T00:00:00.000Z', now: '' },
    meta: metaOf(),
    ...fields,
  })
}
