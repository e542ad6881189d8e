import { expect, it } from 'vitest'

import { operations } from '../contract/operations.ts'
import { openLimits } from '../http/limits.ts'
import { ASKED, CREW, inTurns } from './admin-crew.ts'
import { listsOf } from './admin-lists.ts'
import type { Staff } from './admin-lists.ts'
import { drawsFrom } from './scale-draws.ts'

const rows = { data: [{ id: 'a', totalOrders: 1, lines: 3 }], pagination: { total: 41 } }

/** A shop that answers everything alike, but for what one path is answered. */
const shopOf = (one = '', answer: { status: number; body: unknown } = alike): Staff => ({
  get: async (path) => ({ ms: 1, ...(path.split('?')[0] === one ? answer : alike) }),
})
const alike = { status: 200, body: { ...rows, rateCount: 61 } }

it('asks every list that staff have, and says of how many rows', async () => {
  const lists = await listsOf(shopOf())
  const known = operations
    .filter(({ method, who, path }) => method === 'get' && who === 'staff' && !path.includes('{'))
    .filter(({ path, answers }) => path.startsWith('/api/admin/') && answers[200]?.schema !== null)
    .map(({ path }) => path)
  const asked = new Map(lists.map((list) => [list.name, list]))
  expect(known.length).toBeGreaterThan(20)
  expect(known.filter((path) => !asked.has(path))).toEqual(['/api/admin/audit/as-of'])

  const questionsOf = (name: string) => asked.get(name)?.paths(drawsFrom(1)).split('&page=')[0]
  expect(questionsOf('/api/admin/money/differences')).toBe(
    '/api/admin/money/differences?statement=a',
  )
  expect(questionsOf('/api/admin/audit?actor')).toBe('/api/admin/audit?actor=a')
  for (const kind of ['raffle', 'order', 'product', 'customer', 'staff'])
    expect(questionsOf(`/api/admin/audit?subject (${kind})`)).toBe(
      `/api/admin/audit?subjectKind=${kind}&subject=a`,
    )
  const picked = asked.get('/api/admin/products?limit')
  expect(picked?.paths(drawsFrom(1))).toBe('/api/admin/products?page=1&limit=1000')
  expect([picked?.rows, picked?.msMax]).toEqual([1, 150])
  expect(asked.get('/api/admin/approvals')?.rows).toBe(41)
  expect(asked.get('/api/admin/staff/{id}/sign-ins')?.rows).toBe(82)
})

it('leaves no list out in silence: what is refused or has no pages ends it', async () => {
  const refused = { status: 400, body: { error: 'invalid_request' } }
  await expect(listsOf(shopOf('/api/admin/approvals', refused))).rejects.toThrow(
    '/api/admin/approvals?page=1&limit=1 answered 400',
  )
  const bare = { status: 200, body: {} }
  await expect(listsOf(shopOf('/api/admin/audit/papers', bare))).rejects.toThrow('has no pages')
  const empty = { status: 200, body: { data: [], pagination: { total: 0 } } }
  await expect(listsOf(shopOf('/api/admin/money/statements', empty))).rejects.toThrow('is empty')
})

it('searches to the last page that has rows, and no further', async () => {
  const lists = await listsOf(shopOf())
  const searches = lists.filter(({ name }) => name.includes('search'))
  expect(searches.map(({ name }) => name).toSorted()).toEqual([
    '/api/admin/customers?search',
    '/api/admin/messages?search',
    '/api/admin/messages?search&state',
    '/api/admin/orders?search',
    '/api/admin/orders?search&status',
  ])
  for (const { name, paths } of searches) {
    const random = drawsFrom(name.length)
    const pages = Array.from({ length: ASKED }, () => parametersOf(paths(random)).get('page'))
    expect([...new Set(pages)].toSorted(), name).toEqual(['1', '2', '3'])
  }
})

it('lets nobody read more people in an hour than one of the staff may', async () => {
  const limits = openLimits({ mode: 'strict', nowMs: () => 0 })
  const telling = operations.filter(({ tellsOfPeople }) => tellsOfPeople === true)
  const shop = shopOf()
  const memberOf = (name: string): Staff => ({
    get: async (path) => {
      const rows = Number(parametersOf(path).get('limit'))
      if (telling.some((one) => one.path === path.split('?')[0]))
        limits.take('peopleReadPerPerson', name, rows)
      return shop.get(path)
    },
  })
  const lists = await listsOf(memberOf('the owner'))
  const staff = inTurns(Array.from({ length: CREW }, (_, nth) => memberOf(`colleague ${nth}`)))
  for (const { name, paths } of lists) {
    const random = drawsFrom(name.length)
    for (let asked = 0; asked < ASKED; asked++) await staff.get(paths(random))
  }
  expect(limits.size()).toBe(1 + CREW)
})

const parametersOf = (path: string) => new URL(path, 'http://shop').searchParams
