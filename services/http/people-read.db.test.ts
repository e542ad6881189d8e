// People whom staff read in lists: a page of them is a part of the file that asks for more.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { operations } from '../contract/operations.ts'
import type { ApiClient } from '../testing/api-client.ts'
import { openTestShop, ownerEmail } from '../testing/shop-rig.ts'
import type { TestShop } from '../testing/shop-rig.ts'
import { openApiDocument } from './openapi.ts'
import { adminCustomerRoutes } from './routes/admin-customers.ts'

const path = '/api/admin/customers'

let shop: TestShop
let owner: ApiClient
let ownerId: string
beforeAll(async () => {
  shop = await openTestShop({
    limitMode: 'strict',
    moreRoutes: ({ db, store, sessions, clock }) => [
      adminCustomerRoutes({
        database: db.database,
        store,
        sessions,
        now: clock.now,
        personKeyOf: (phone) => phone,
      }),
    ],
  })
  owner = await shop.ownerBrowser()
  const { rows } = await shop.db.owner.query<{ person_id: string }>(
    'select person_id from people where email = $1',
    [ownerEmail],
  )
  ownerId = rows[0]?.person_id ?? ''
  for (const phone of ['+96170810001', '+96170810002']) await shop.customerBrowser(phone)
  await shop.catchUp()
})
afterAll(() => shop.close())

it('are counted by rows, and not in a list that names nobody', async () => {
  const take = vi.spyOn(shop.limits, 'take')
  const read = async (address: string) => {
    take.mockClear()
    expect((await owner.get(address)).status).toBe(200)
    return take.mock.calls.filter(([name]) => name === 'peopleReadPerPerson')
  }
  try {
    expect(await read(path)).toEqual([['peopleReadPerPerson', ownerId, 2]])
    expect(await read(`${path}?limit=1`)).toEqual([['peopleReadPerPerson', ownerId, 1]])
    expect(await read(`${path}?search=nobody`)).toEqual([])
    expect(await read('/api/admin/products')).toEqual([])
  } finally {
    take.mockRestore()
  }
})

it('are refused beyond ten thousand an hour, and the log knows who asks', async () => {
  shop.limits.note('peopleReadPerPerson', ownerId, 9_000)
  expect((await owner.get(path)).status).toBe(200)
  // More than comes free while this runs.
  shop.limits.note('peopleReadPerPerson', ownerId, 2_000)
  const { status, body, headers } = await owner.get(path)
  expect([status, body.code, body.data]).toEqual([429, 'too_many_requests', undefined])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  const refused = shop.logLines.filter((line) => line.includes('too_many_requests'))
  expect(refused).toHaveLength(1)
  expect(refused[0]).toContain(ownerId)
  expect((await owner.get('/api/admin/products')).status).toBe(200)
})

/** Pages with phones that are not counted. */
const uncounted = {
  // Each minute in which the counts have changed: nine pages in view are 10,800 rows an hour.
  adminListAttention: 'what waits for a person; its page asks by itself',
  listStaff: 'colleagues',
}

it('are counted in every list of staff that tells a phone', () => {
  const lists = operations.filter(({ who, query }) => who === 'staff' && query !== undefined)
  const telling = lists.filter((operation) => {
    const answers = JSON.stringify(openApiDocument('', [operation]).paths)
    return answers.includes('"pagination"') && /"(?:phone|userPhone|to)":\{/.test(answers)
  })
  const counted = lists.filter(({ tellsOfPeople }) => tellsOfPeople === true)
  expect(counted.length).toBe(6)
  expect(telling.map(({ name }) => name).toSorted()).toEqual(
    [...counted.map(({ name }) => name), ...Object.keys(uncounted)].toSorted(),
  )
})
