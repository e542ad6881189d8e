// Money that staff book by hand, with ADMIN_SECURITY=strict: nothing is paid by who has proven
// himself longer than five minutes ago (docs/security.md, K20).
import { afterAll, beforeAll, expect, it } from 'vitest'

import { moveClock } from '../../clock.ts'
import { sell } from '../running-service.ts'
import { strictOwner } from '../strict-staff.ts'
import type { StrictMember } from '../strict-staff.ts'
import { openGuardedShop } from './guarded-shop.ts'
import type { GuardedShop } from './guarded-shop.ts'

let shop: GuardedShop
let owner: StrictMember
let productId: string
beforeAll(async () => {
  shop = await openGuardedShop({ ADMIN_SECURITY: 'strict' })
  owner = await strictOwner(shop)
  ;({ productId } = await sell(owner.browser, { name: 'Watch', totalTickets: 100 }))
}, 120_000)
afterAll(() => shop.stop())

async function fiveMinutesLater(): Promise<void> {
  await moveClock(shop.test.owner, new Date(shop.service.core.clock.now().getTime() + 301_000))
  await shop.service.core.clock.sync()
}

const place = (status: 'paid' | 'pending') =>
  owner.browser.post('/api/admin/orders/manual', {
    customerPhone: '+96171222333',
    customerName: 'Rana Khoury',
    items: [{ productId, quantity: 1, variantId: null }],
    shippingMethod: 'pickup',
    paymentMethod: 'cash',
    status,
  })

it('K20 no order is placed as paid, and none written, without a fresh proof', async () => {
  await fiveMinutesLater()
  const before = await shop.recorded()
  const { status, body } = await place('paid')
  expect([status, body.code]).toEqual([403, 'step_up_required'])
  expect(await shop.recorded()).toEqual(before)
  expect((await place('pending')).status).toBe(201)
  await owner.prove()
  const placed = await place('paid')
  expect([placed.status, placed.body.order.status]).toEqual([201, 'paid'])
})

it('K20 no waiting order is marked paid without a fresh proof', async () => {
  await fiveMinutesLater()
  const { order } = (await place('pending')).body
  const path = `/api/admin/orders/${order.id}`
  const pay = () => owner.browser.patch(path, { status: 'paid' })
  const { status, body } = await pay()
  expect([status, body.code]).toEqual([403, 'step_up_required'])
  expect((await owner.browser.get(path)).body.status).toBe('pending')
  await owner.prove()
  expect((await pay()).body.status).toBe('paid')
})
