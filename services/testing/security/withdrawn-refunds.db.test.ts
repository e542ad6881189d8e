// Two persons (assurance K21) for money that goes back above the limit, for a duty to give it back
// that ends without any, and for a payment of it that was none.
import { afterAll, beforeAll, expect, it } from 'vitest'

import { sell } from '../running-service.ts'
import { strictColleague, strictOwner } from '../strict-staff.ts'
import type { StrictMember } from '../strict-staff.ts'
import { openGuardedShop } from './guarded-shop.ts'
import type { GuardedShop } from './guarded-shop.ts'

let shop: GuardedShop
let owner: StrictMember
let manager: StrictMember
let productId: string

beforeAll(async () => {
  shop = await openGuardedShop({ ADMIN_SECURITY: 'strict', APPROVAL_ABOVE: '100' })
  owner = await strictOwner(shop)
  manager = await strictColleague(shop, owner, 'manager')
  const raffle = { name: 'Watch', totalTickets: 500, price: '60.00' }
  productId = (await sell(owner.browser, raffle)).productId
}, 120_000)
afterAll(() => shop.stop())

const pathOf = (id: string) => `/api/admin/orders/${id}`
const withdraw = (id: string, refundId: string, reason: string) =>
  owner.browser.post(`${pathOf(id)}/refund-withdrawals`, { refundId, reason, note: 'A slip' })

async function decide(approvalId: string): Promise<Record<string, unknown>> {
  await manager.prove()
  const { data } = (await manager.browser.get('/api/admin/approvals?state=waiting')).body
  await manager.browser.post(`/api/admin/approvals/${approvalId}`, { isApproved: true, note: '' })
  return data.find(({ id }: { id: string }) => id === approvalId).details
}

async function paid(quantity: number, reference: string): Promise<string> {
  const sale = {
    customerPhone: '+96170123456',
    customerName: 'Maya Haddad',
    items: [{ productId, quantity, variantId: null }],
    shippingMethod: 'pickup',
    paymentMethod: 'cash',
    status: 'paid',
    reference,
  }
  const placed = await owner.browser.post('/api/admin/orders/manual', sale)
  if (placed.status === 200 || placed.status === 201) return placed.body.order.id
  await decide(placed.body.approvalId)
  return (await owner.browser.post('/api/admin/orders/manual', sale)).body.order.id
}

async function byTwo(id: string, refundId: string, reason: string) {
  const { body: asked } = await withdraw(id, refundId, reason)
  expect(asked.code).toBe('approval_required')
  const details = await decide(asked.approvalId)
  return { details, order: (await withdraw(id, refundId, reason)).body }
}

it('K21 above the limit a promise ends, and a payment that never came, by two', async () => {
  const id = await paid(2, 'W-1')
  const { body } = await owner.browser.post(`${pathOf(id)}/refund-duties`, { amount: '50.00' })
  const typed = await byTwo(id, body.refunds[0].id, 'mistake')
  expect(typed.details).toEqual({ withdrawn: '50.00', cause: 'mistake' })
  expect(typed.order).toMatchObject({ refunds: [], refundable: '120.00' })

  await owner.browser.patch(pathOf(id), { status: 'cancelled', reason: 'mistake' })
  const never = await byTwo(id, `cancelled:${id}`, 'never_paid')
  expect(never.details).toEqual({ withdrawn: '120.00', cause: 'never_paid' })
  expect(never.order).toMatchObject({ refunds: [], payments: [] })
})

it('K21 below the limit by one, unless the cash was in a till that has been counted', async () => {
  const [first, second] = [await paid(1, 'W-2'), await paid(1, 'W-3')]
  for (const id of [first, second])
    await owner.browser.patch(pathOf(id), { status: 'cancelled', reason: 'mistake' })
  expect((await withdraw(first, `cancelled:${first}`, 'never_paid')).status).toBe(200)

  const { day, tills } = (await owner.browser.get('/api/admin/money/till')).body
  const [{ cashierId, expected: counted }] = tills
  await owner.browser.post('/api/admin/money/cash-ups', { day, cashierId, counted })
  const { order } = await byTwo(second, `cancelled:${second}`, 'never_paid')
  expect(order).toMatchObject({ refunds: [], payments: [] })
})

const pay = (id: string, refundId: string, reference: string, method = 'cash') =>
  owner.browser.post(`${pathOf(id)}/refunds`, { refundId, method, reference })
const unpay = (id: string, refundId: string) =>
  owner.browser.post(`${pathOf(id)}/refund-payment-withdrawals`, { refundId, note: 'A slip' })

it('K21 above the limit a refund is paid by two, and is due again by two', async () => {
  const id = await paid(2, 'P-1')
  await owner.browser.patch(pathOf(id), { status: 'cancelled', reason: 'mistake' })
  const refundId = `cancelled:${id}`
  const { body: asked } = await pay(id, refundId, 'P-1-back')
  expect(asked.code).toBe('approval_required')
  const details = await decide(asked.approvalId)
  expect(details).toEqual({ repaid: '120.00', method: 'cash', reference: 'P-1-back' })
  // What was agreed to, and nothing else.
  expect((await pay(id, refundId, 'P-1-back', 'omt')).body.code).toBe('approval_required')
  expect((await pay(id, refundId, 'P-1-back')).body.refunds).toMatchObject([{ isPaid: true }])

  const { body: undo } = await unpay(id, refundId)
  expect(undo.code).toBe('approval_required')
  expect(await decide(undo.approvalId)).toEqual({ withdrawn: '120.00', cause: 'not_paid' })
  expect((await unpay(id, refundId)).body.refunds).toMatchObject([{ isPaid: false }])
})

it('K21 many small refunds of one order are no way around the limit', async () => {
  const id = await paid(2, 'P-2')
  const owe = async (amount: string) =>
    (await owner.browser.post(`${pathOf(id)}/refund-duties`, { amount })).body.refunds.at(-1).id
  const [first, second] = [await owe('90.00'), await owe('20.00')]
  expect((await pay(id, first, 'P-2-a')).status).toBe(200)
  expect((await pay(id, second, 'P-2-b')).body.code).toBe('approval_required')
})

it('K21 cash of a counted till is due again by two, whatever its sum', async () => {
  const id = await paid(1, 'P-3')
  await owner.browser.patch(pathOf(id), { status: 'cancelled', reason: 'mistake' })
  const refundId = `cancelled:${id}`
  expect((await pay(id, refundId, 'P-3-a')).status).toBe(200)
  const { day, tills } = (await owner.browser.get('/api/admin/money/till')).body
  const [{ cashierId }] = tills
  await owner.browser.post('/api/admin/money/cash-ups', { day, cashierId, counted: '0.00' })
  const { body: undo } = await unpay(id, refundId)
  expect(undo.code).toBe('approval_required')
  await decide(undo.approvalId)
  expect((await unpay(id, refundId)).body.refunds).toMatchObject([{ isPaid: false }])
})
