// Most who buy have no account: a number is put on the exclude list at any of its orders.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { ApiClient } from '../../testing/api-client.ts'
import { ownerEmail } from '../../testing/running-service.ts'
import type { RunningShop } from '../../testing/running-service.ts'
import { openShopOnSale } from '../../testing/shop-on-sale.ts'

let shop: RunningShop
let owner: ApiClient
let productId: string
beforeAll(async () => {
  ;({ shop, owner, productId } = await openShopOnSale())
}, 120_000)
afterAll(() => shop?.stop())

const buy = (customerPhone: string) =>
  shop.client().post('/api/purchases', {
    shippingMethod: 'pickup',
    paymentMethod: 'whishpay',
    customerName: 'Rima Saab',
    customerEmail: 'rima@example.com',
    customerPhone,
    items: [{ productId, quantity: 1, variantId: null }],
  })

const sellAtCounter = (customerPhone: string) =>
  owner.post('/api/admin/orders/manual', {
    customerPhone,
    items: [{ productId, quantity: 1, variantId: null }],
    shippingMethod: 'pickup',
    paymentMethod: 'cash',
    status: 'paid',
  })

const nothing = { byStaffSince: null, pausedUntil: null }
const refused = { status: 409, body: { code: 'buying_excluded' } }

it('of a guest is excluded and let in again, with a reason that stands in the trail', async () => {
  const phone = '+96170440101'
  const { id } = (await buy(phone)).body
  const path = `/api/admin/orders/${id}`
  const note = 'a letter of the family'
  const exclude = (isExcluded: boolean, reason: string) =>
    owner.post(`${path}/exclusion`, { isExcluded, reason, note })
  expect((await owner.get(path)).body.exclusion).toEqual(nothing)

  expect((await exclude(true, 'reviewed')).status).toBe(400)
  const first = await exclude(true, 'relative')
  const since = first.body.exclusion.byStaffSince
  expect([first.status, first.body.id, typeof since]).toEqual([200, id, 'string'])
  expect((await exclude(true, 'abuse')).body.exclusion.byStaffSince).toBe(since)
  expect((await owner.get(path)).body.exclusion.byStaffSince).toBe(since)
  expect(await buy(phone)).toMatchObject(refused)
  expect(await sellAtCounter(phone)).toMatchObject(refused)
  expect((await buy('+96170440102')).status).toBe(201)

  expect((await exclude(false, 'mistake')).body.exclusion).toEqual(nothing)
  expect((await buy(phone)).status).toBe(201)
  const { rows: notes } = await shop.test.owner.query(
    'select act, details from audit_details where subject = $1 order by created_at',
    [`order/${id}`],
  )
  expect(notes).toEqual([
    { act: 'customer excluded', details: { reason: 'relative', note } },
    { act: 'exclusion lifted', details: { reason: 'mistake', note } },
  ])
  const { rows: acts } = await shop.test.owner.query<{ kind: string }>(
    `select payload::json ->> 'kind' as kind from events
      where type = 'StaffActed' and payload::json ->> 'subject' = $1 order by position`,
    [`order/${id}`],
  )
  expect(acts.map(({ kind }) => kind)).toEqual(['customer_excluded', 'exclusion_lifted'])
})

it('is excluded by owners and managers alone, and who packs is not told of it', async () => {
  const { id } = (await buy('+96170440103')).body
  const path = `/api/admin/orders/${id}`
  const bar = { isExcluded: true, reason: 'asked' }
  expect((await owner.post(`${path}/exclusion`, bar)).status).toBe(200)
  const setRole = (role: string) =>
    shop.test.owner.query('update people set role = $1 where email = $2', [role, ownerEmail])

  const toldTo: Record<string, boolean> = {}
  for (const role of ['manager', 'cashier', 'auditor', 'fulfilment']) {
    await setRole(role)
    const { status, body } = await owner.get(path)
    expect([role, status]).toEqual([role, 200])
    toldTo[role] = body.exclusion !== null
    const { status: excluding } = await owner.post(`${path}/exclusion`, bar)
    expect([role, excluding]).toEqual([role, role === 'manager' ? 200 : 403])
  }
  await setRole('owner')
  expect(toldTo).toEqual({ manager: true, cashier: true, auditor: true, fulfilment: false })
})

it('of an order that there is not is none', async () => {
  const path = `/api/admin/orders/${crypto.randomUUID()}/exclusion`
  const { status } = await owner.post(path, { isExcluded: true, reason: 'other' })
  expect(status).toBe(404)
})
