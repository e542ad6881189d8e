// Bad input of every kind to every call of the document, on the whole shop: each is refused in the
// documented shape, nothing is recorded, and nothing personal is logged. A third in each turn.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Operation } from '../../contract/operation.ts'
import { operations } from '../../contract/operations.ts'
import type { ApiClient } from '../api-client.ts'
import { badCalls, badFiles, oddCallbacks } from '../bad-calls.ts'
import { sampleBodies } from '../sample-bodies.ts'
import { ofTurn } from '../turns.ts'
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

/** Called by machines of others (below), or read by nobody: what is odd there is not refused. */
const isDeaf = ({ who, name }: Operation) => who === 'provider' || name === 'openApi'

it('refuses every bad call as documented; records nothing, logs nothing personal', async () => {
  const before = await shop.recorded()
  const logged = shop.logged().length
  const odd: string[] = []
  let known = 0
  for (const operation of operations.filter((one) => !isDeaf(one))) {
    const needs = { path: pathOf(operation), sample: samples[operation.name] }
    const every = badCalls(operation, needs)
    known += every.length
    for (const { what, call } of ofTurn(every, 3)) {
      const { status, body } = await clientFor(operation).call(call)
      const isRefused = status >= 400 && status < 500 && typeof body?.code === 'string'
      if (!isRefused) odd.push(`${what}: ${status} ${body?.code}`)
      expect(JSON.stringify(body)).not.toMatch(/node_modules|select |at \/|\.ts:/)
    }
  }
  expect(odd).toEqual([])
  expect(known).toBeGreaterThan(1_500)
  expect(await shop.recorded()).toEqual(before)
  expect(shop.logged().slice(logged)).not.toMatch(/70123456|sample@|Sample|Haddad|Street 1/)
}, 240_000)

it('takes or refuses whatever comes in the name of a provider, and records no fact', async () => {
  const before = await shop.recorded()
  const browser = shop.browser()
  const failed: string[] = []
  const statuses: Record<string, Set<number>> = {}
  for (const operation of operations.filter(({ who }) => who === 'provider'))
    for (const { what, call } of oddCallbacks(operation)) {
      const { status } = await browser.call(call)
      if (status >= 500) failed.push(`${what}: ${status}`)
      statuses[operation.name] = (statuses[operation.name] ?? new Set<number>()).add(status)
    }
  expect(failed).toEqual([])
  // This shop's gateway reports nothing; those that do: `message-callbacks.db.test.ts`.
  expect(statuses).toMatchObject({
    whishCallback: new Set([200]),
    montyCallback: new Set([200, 415]),
  })
  expect(await shop.recorded()).toEqual(before)
})

/** Query and columns of each file that staff send. */
const files: Readonly<Record<string, readonly [query: string, columns: string]>> = {
  adminImportStatement: ['?provider=whishpay&fileName=may.csv', 'external_id,amount,date'],
  adminImportProducts: ['', 'product,price'],
}

it('refuses every file that is no CSV in UTF-8, and records nothing', async () => {
  const before = await shop.recorded()
  const answers: Record<string, unknown[]> = {}
  const takers = operations.filter(({ who, body }) => who === 'staff' && body?.kind === 'raw')
  for (const { name, method, path } of takers) {
    const [query, columns] = files[name] ?? ['', '']
    const told: unknown[] = []
    for (const [what, file] of badFiles(columns)) {
      const headers = { 'Content-Type': 'text/csv' }
      const answer = await owner.call({ method, path: `${path}${query}`, body: file, headers })
      told.push([what, answer.status, answer.body?.code])
    }
    answers[name] = told
  }
  const refused = (codes: readonly string[]) =>
    badFiles('').map(([what], nth) => [what, 400, codes[nth]])
  const [invalid, unreadable] = ['invalid_request', 'unreadable_file'] as const
  expect(answers).toEqual({
    adminImportStatement: refused([invalid, invalid, invalid, invalid, unreadable]),
    adminImportProducts: refused([invalid, invalid, invalid, unreadable, unreadable]),
  })
  expect(await shop.recorded()).toEqual(before)
  const { rows } = await shop.test.owner.query('select 1 from settlement_statements')
  expect(rows).toEqual([])
})

it('every JSON call has a sample that fits, so that one field at a time can be spoiled', () => {
  for (const { name, body } of operations)
    if (body?.kind === 'json' || body?.kind === 'multipart') {
      const { success } = body.schema.safeParse(samples[name])
      expect([name, samples[name] !== undefined && success]).toEqual([name, true])
    }
})
