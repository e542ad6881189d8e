import { afterAll, beforeAll, expect, it } from 'vitest'

import type { ProductId } from '#events/kernel/ids.ts'
import type { StaffRole } from '#events/staff/events.ts'

import { newId } from '../ids.ts'
import { openStaffBuyers } from '../staff-buyers.ts'
import type { StaffBuyers } from '../staff-buyers.ts'
import { testDatabase } from '../testing/database.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { placeManualOrder } from './manual-order.ts'
import { placeOrder } from './place-order.ts'

let rig: PurchaseRig
let staffBuyers: StaffBuyers
const phones = {} as Record<StaffRole, string>

beforeAll(async () => {
  const test = await testDatabase({ poolMax: 12 })
  for (const [n, role] of (
    ['owner', 'manager', 'regulator', 'cashier', 'auditor'] as const
  ).entries()) {
    phones[role] = `+9617020000${n}`
    await test.owner.query(
      `insert into people (person_id, email, role, password_hash, staff_phone, created_at)
       values ($1, $2, $3, 'x', $4, now())`,
      [newId<string>(), `${role}@shop.example`, role, phones[role]],
    )
  }
  const failed = (error: unknown) => expect.unreachable(String(error))
  staffBuyers = await openStaffBuyers({ database: test.database, failed })
  rig = await openPurchaseRig({ test, staffBuyers })
})
afterAll(async () => {
  await staffBuyers.stop()
  await rig.stop()
})

async function entry(terms: { staffMayEnter?: true } = {}) {
  const { productIds } = await rig.sellRaffle({ ticketsMax: 10, terms })
  return cartOf(productIds[0]!)
}
const cartOf = (productId: ProductId) => [{ productId, quantity: 1, variantId: null }]

const rowsOf = async (table: 'purchases' | 'staff_purchases') =>
  (await rig.test.owner.query<{ order_id: string }>(`select order_id from ${table}`)).rows.map(
    ({ order_id }) => order_id,
  )

const manual = (customerPhone: string, items: Awaited<ReturnType<typeof entry>>) =>
  placeManualOrder(rig.desk, {
    staff: { personId: newId<string>(), sessionId: newId<string>() },
    request: {
      customerPhone,
      items,
      shippingMethod: 'pickup',
      paymentMethod: 'cash',
      status: 'paid',
    },
    idempotencyKey: null,
  })

it('refuses who has a part in the draw, online and by hand', async () => {
  const items = await entry()
  const before = await rowsOf('purchases')
  const excluded = { code: 'staff_excluded', details: { raffleName: 'A watch' } }
  for (const role of ['owner', 'manager', 'regulator'] as const) {
    await expect(rig.buy({ items, customerPhone: phones[role] })).rejects.toMatchObject(excluded)
    await expect(manual(phones[role], items)).rejects.toMatchObject(excluded)
  }
  expect(await rowsOf('purchases')).toEqual(before)
})

it('knows them by their e-mail, and by the number of the account they buy with', async () => {
  const items = await entry()
  const refused = { code: 'staff_excluded' }
  await expect(rig.buy({ items, customerEmail: ' Owner@Shop.example' })).rejects.toMatchObject(
    refused,
  )
  const asCustomer = placeOrder(rig.desk, {
    buyer: { sessionId: newId<string>(), customerId: null, accountPhone: phones.manager },
    purchase: {
      items,
      shippingMethod: 'pickup',
      paymentMethod: 'whishpay',
      customerName: 'Maya Haddad',
      customerEmail: 'maya@example.com',
      customerPhone: '+96170123456',
    },
    idempotencyKey: null,
  })
  await expect(asCustomer).rejects.toMatchObject(refused)
})

it('sells them goods without tickets, unmarked', async () => {
  const { id } = await rig.buy({
    items: cartOf(rig.sellGoods(500)),
    customerPhone: phones.owner,
  })
  expect(await rowsOf('staff_purchases')).not.toContain(id)
})

it('lets them in where the raffle was published so, and marks the purchase', async () => {
  const items = await entry({ staffMayEnter: true })
  const { id } = await rig.buy({ items, customerPhone: phones.owner })
  expect(await rowsOf('staff_purchases')).toContain(id)
})

it('sells to the other staff and marks it; to strangers without a mark', async () => {
  const items = await entry()
  const online = await rig.buy({ items, customerPhone: phones.cashier })
  const byHand = await manual(phones.auditor, items)
  const stranger = await rig.buy({ items, customerPhone: '+96171999999' })
  const marked = await rowsOf('staff_purchases')
  expect(marked).toEqual(expect.arrayContaining([online.id, byHand.orderId]))
  expect(marked).not.toContain(stranger.id)
})

it('forgets who is on the staff no longer', async () => {
  const items = await entry()
  await rig.test.owner.query(`update people set disabled_at = now() where role = 'regulator'`)
  await staffBuyers.refresh()
  expect((await rig.buy({ items, customerPhone: phones.regulator })).isNew).toBe(true)
})
