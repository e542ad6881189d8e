// Bad input of every kind to every call of the document, on the whole shop: each is refused in the
// documented shape, nothing is recorded, and nothing personal is logged.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Operation } from '../../contract/operation.ts'
import { operations } from '../../contract/operations.ts'
import type { ApiClient } from '../api-client.ts'
import { badCalls } from '../bad-calls.ts'
import { sampleBodies } from '../sample-bodies.ts'
import { openGuardedShop } from './guarded-shop.ts'
import type { Customer, GuardedShop } from './guarded-shop.ts'

let shop: GuardedShop
let owner: ApiClient
let customer: Customer
let ids: Record<string, string>
let samples: Record<string, object>

beforeAll(async () => {
  shop = await openGuardedShop({ LIMITS: 'relaxed' })
  owner = await shop.owner()
  customer = await shop.customer('+96170123456')
  const { raffleId, productId } = await shop.sell({ name: 'Watch', totalTickets: 500 })
  const orderId = (await shop.buy(customer.browser, productId)).body.id
  ids = {
    raffles: raffleId,
    draws: raffleId,
    products: productId,
    users: customer.id,
    orders: orderId,
  }
  samples = { ...sampleBodies({ productId, orderId }), ...sampleForms() }
}, 120_000)
afterAll(() => shop.stop())

function sampleForms(): Record<string, object> {
  const words = { name: 'Sample', description: 'Sample' }
  const product = { ...words, price: '1.00', tickets: '1', totalTickets: '10', active: '1' }
  const raffle = {
    ...words,
    prizeInfo: 'Sample',
    value: '1.00',
    startsAt: '2026-11-01',
    endsAt: '2099-01-01',
    totalTickets: '10',
    minTicketsRequired: '0',
    status: 'active',
  }
  const variant = { name: 'Sample', sku: 'S-1', priceAdjustment: '1.00' }
  return {
    adminCreateProduct: { ...product, raffleId: '' },
    adminChangeProduct: { ...product, raffleId: '' },
    adminCreateRaffle: raffle,
    adminChangeRaffle: raffle,
    adminCreateVariant: variant,
    adminChangeVariant: variant,
  }
}

/** With things that exist, so that the body is what is wrong; a deletion names what does not. */
function pathOf({ path, method }: Operation): string {
  return path.replace(/(\w+)\/\{(\w+)\}/g, (_all, parent: string) => {
    const known = parent === 'status' || parent === 'reconcile' ? ids.orders : ids[parent]
    return `${parent}/${method === 'delete' || known === undefined ? crypto.randomUUID() : known}`
  })
}

const clientFor = ({ who }: Operation) => (who === 'staff' ? owner : customer.browser)

/** Read by machines of others or by nobody: what is odd there is stored or ignored, not refused. */
const isDeaf = ({ who, name }: Operation) => who === 'provider' || name === 'openApi'

it('refuses every bad call as documented; records nothing, logs nothing personal', async () => {
  const before = await shop.recorded()
  const logged = shop.logged().length
  const odd: string[] = []
  let calls = 0
  for (const operation of operations.filter((known) => !isDeaf(known))) {
    const needs = { path: pathOf(operation), sample: samples[operation.name] }
    for (const { what, call } of badCalls(operation, needs)) {
      const { status, body } = await clientFor(operation).call(call)
      const isRefused = status >= 400 && status < 500 && typeof body?.code === 'string'
      if (!isRefused) odd.push(`${what}: ${status} ${body?.code}`)
      expect(JSON.stringify(body)).not.toMatch(/node_modules|select |at \/|\.ts:/)
      calls += 1
    }
  }
  expect(odd).toEqual([])
  expect(calls).toBeGreaterThan(1_500)
  expect(await shop.recorded()).toEqual(before)
  expect(shop.logged().slice(logged)).not.toMatch(/70123456|sample@|Sample|Haddad|Street 1/)
}, 240_000)

it('every JSON call has a sample that fits, so that one field at a time can be spoiled', () => {
  for (const { name, body } of operations)
    if (body?.kind === 'json' || body?.kind === 'multipart') {
      const { success } = body.schema.safeParse(samples[name])
      expect([name, samples[name] !== undefined && success]).toEqual([name, true])
    }
})
