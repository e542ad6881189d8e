// The edge as a whole: who is let in, what exists, what is told. Bad input of every kind to every
// call has a test of its own (`testing/security/bad-input.db.test.ts`).
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Operation } from '../contract/operation.ts'
import { operations } from '../contract/operations.ts'
import type { ApiClient } from '../testing/api-client.ts'
import { openTestShop } from '../testing/shop-rig.ts'
import type { TestShop } from '../testing/shop-rig.ts'

let shop: TestShop
let owner: ApiClient
let customer: ApiClient
beforeAll(async () => {
  shop = await openTestShop()
  owner = await shop.ownerBrowser()
  customer = await shop.customerBrowser('+96170555555')
})
afterAll(() => shop.close())

/** The path with an id nobody has. */
const somewhere = ({ path }: Operation) => path.replace(/\{\w+\}/g, () => crypto.randomUUID())

const clientFor = ({ who }: Operation) => (who === 'staff' ? owner : customer)

const foreign: Record<string, string>[] = [
  { Origin: 'https://evil.example' },
  { Origin: 'null' },
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
]

it('refuses every write from another site, and lets in who is no browser', async () => {
  const writes = operations.filter(
    (known) => shop.serves(known) && known.method !== 'get' && known.who !== 'provider',
  )
  for (const operation of writes) {
    const { method } = operation
    const path = somewhere(operation)
    for (const headers of foreign) {
      const { body } = await clientFor(operation).call({ method, path, headers })
      expect(body.code).toBe('origin_refused')
    }
  }
  const bare = await fetch(`${shop.origin}/api/auth/logout`, { method: 'POST' })
  expect(bare.status).toBe(200)
})

it('keeps strangers and customers from every call of staff', async () => {
  for (const operation of operations.filter(
    (known) => known.who === 'staff' && shop.serves(known),
  )) {
    const { method } = operation
    const path = somewhere(operation)
    expect((await shop.browser().call({ method, path })).status).toBe(401)
    expect((await customer.call({ method, path })).status).toBe(403)
  }
})

it('has no way in beside the documented calls', async () => {
  const client = shop.browser()
  expect((await client.get('/api/nothing')).status).toBe(404)
  expect((await client.get('/api')).status).toBe(404)
  expect((await client.call({ method: 'PATCH', path: '/api/raffles' })).status).toBe(405)
  expect((await client.call({ method: 'OPTIONS', path: '/api/raffles' })).status).toBe(405)
  expect((await client.call({ method: 'HEAD', path: '/api/raffles' })).status).toBe(200)
})

it('sends the headers that keep browsers strict and says nothing about itself', async () => {
  const { headers } = await shop.browser().get('/api/auth/me')
  expect(headers.get('x-powered-by')).toBeNull()
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(headers.get('access-control-allow-origin')).toBeNull()
})

it('counts what browsers tell, a purchase once, and nothing personal', async () => {
  const client = shop.browser()
  const { rows } = await shop.db.owner.query<{ order_id: string }>(
    `insert into order_contacts (order_id, name, phone, language, created_at)
     values (gen_random_uuid(), 'Maya', '+96170123456', 'en', clock_now()) returning order_id`,
  )
  const purchase = { name: 'purchase', transaction_id: rows[0]?.order_id, value: 20 }
  const madeUp = { name: 'purchase', transaction_id: crypto.randomUUID() }
  const view = { name: 'view_item', items: [{ item_id: crypto.randomUUID() }] }
  expect((await client.post('/api/events', { events: [purchase, view] })).body.counted).toBe(2)
  expect((await client.post('/api/events', { events: [purchase] })).body.counted).toBe(0)
  expect((await client.post('/api/events', { events: [madeUp] })).body.counted).toBe(0)
})

it('shows the contract to people and programs', async () => {
  const page = await fetch(`${shop.origin}/docs/api`)
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(await page.text()).toContain('/api/raffles/{id}')
  const document = await (await fetch(`${shop.origin}/api/openapi.json`)).json()
  expect(document).toMatchObject({ openapi: '3.1.0' })
})
