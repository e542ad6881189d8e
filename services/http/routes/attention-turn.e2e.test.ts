// The list of what waits for a person while the database is slow: searches that do not end keep
// nobody from it, and however many ask for it, three at a time are read.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { ApiClient } from '../../testing/api-client.ts'
import { openRunningShop } from '../../testing/running-service.ts'
import type { RunningShop } from '../../testing/running-service.ts'
import { inAttentionTurn, inSearchTurn } from '../search-turns.ts'

let shop: RunningShop
let owner: ApiClient
beforeAll(async () => {
  shop = await openRunningShop()
  owner = await shop.owner()
}, 120_000)
afterAll(() => shop?.stop())

type Turn = typeof inSearchTurn

/** Slow ones: they have their turns until they are told to end. */
async function held(turns: readonly Turn[], meanwhile: () => Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const slow = turns.map((inTurn) => inTurn(() => promise))
  try {
    await meanwhile()
  } finally {
    resolve()
    await Promise.all(slow)
  }
}

it('is read while searches stand still, though those who search are told that we are busy', () =>
  held([inSearchTurn, inSearchTurn, inSearchTurn], async () => {
    const search = owner.get('/api/admin/orders?search=maya')
    expect(await owner.get('/api/admin/attention')).toMatchObject({ status: 200 })
    expect(await search).toMatchObject({ status: 503, body: { code: 'busy' } })
    expect(await owner.get('/api/admin/attention?kind=unproven')).toMatchObject({ status: 200 })
  }))

it('is read three at a time, and one answer does for all who ask the same meanwhile', async () => {
  const asked: Promise<{ status: number }>[] = []
  let answered = 0
  await held([inAttentionTurn, inAttentionTurn, inAttentionTurn], async () => {
    // More than may stand in line, had each a place of its own.
    for (let n = 0; n < 120; n += 1)
      asked.push(owner.get('/api/admin/attention').finally(() => (answered += 1)))
    // Neither do they keep anybody from searching.
    expect(await owner.get('/api/admin/orders?search=maya')).toMatchObject({ status: 200 })
    expect(answered).toBe(0)
  })
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200]))
})
