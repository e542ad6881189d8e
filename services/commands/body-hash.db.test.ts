// What is kept of a purchase to know it again when it is sent again: nothing that a guess could be
// held against, since it outlives an erasure by days.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { ManualOrderRequest } from '../contract/admin-orders.ts'
import { hashTexts, newId } from '../ids.ts'
import { tablesHolding } from '../testing/security/kept-rows.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { placeManualOrder } from './manual-order.ts'
import { openOrderDesk } from './order-desk.ts'
import { placeOrder } from './place-order.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())

const buyer = { sessionId: newId<string>(), customerId: null }
const person = { customerName: 'Zenobia Qahwaji', customerPhone: '+96178431977' }

async function bodies() {
  const { productIds } = await rig.sellRaffle({ ticketsMax: 50 })
  const items = [{ productId: productIds[0]!, quantity: 1 }]
  return {
    online: {
      items,
      ...person,
      customerEmail: 'zenobia.q@private.example',
      shippingMethod: 'pickup',
      paymentMethod: 'whishpay',
    } as const,
    manual: {
      items,
      ...person,
      shippingMethod: 'pickup',
      paymentMethod: 'cash',
      status: 'paid',
    } satisfies ManualOrderRequest,
  }
}

it('tells nobody who guesses a purchase that he is right', async () => {
  const { online, manual } = await bodies()
  const { id } = await placeOrder(rig.desk, { buyer, purchase: online, idempotencyKey: null })
  await placeOrder(rig.desk, { buyer, purchase: online, idempotencyKey: 'a key of the browser' })
  const staff = { personId: newId<string>(), sessionId: newId<string>() }
  await placeManualOrder(rig.desk, { staff, request: manual, idempotencyKey: null })

  const guesses = [
    ['purchase', online],
    ['manual-order', manual],
  ].flatMap(([purpose, body]) => {
    const text = JSON.stringify(body)
    return [hashTexts(String(purpose), text), hashTexts(text)]
  })
  expect(await tablesHolding(rig.test.owner, guesses)).toEqual([])
  // The same body is the same purchase all the same.
  expect(
    await placeOrder(rig.desk, { buyer, purchase: online, idempotencyKey: null }),
  ).toMatchObject({ id, isNew: false })
})

it('knows a purchase again in another process, and under a new secret of the shop', async () => {
  const { online } = await bodies()
  const { id } = await placeOrder(rig.desk, { buyer, purchase: online, idempotencyKey: 'again' })
  const linkSecrets = [Buffer.alloc(32, 9), Buffer.alloc(32, 1)]
  const other = openOrderDesk({ ...rig.desk, linkSecrets, personSecret: Buffer.alloc(32, 2) })
  const asked = { buyer, purchase: online, idempotencyKey: 'again' }
  expect(await placeOrder(other, asked)).toMatchObject({ id, isNew: false })
  const different = { ...online, customerPhone: '+96178431978' }
  await expect(placeOrder(other, { ...asked, purchase: different })).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  })
  await other.close()
})

it('is another hash for another purpose, body or installation', async () => {
  const hash = rig.desk.bodyHashOf('purchase', { a: 1 })
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  expect(rig.desk.bodyHashOf('manual-order', { a: 1 })).not.toBe(hash)
  expect(rig.desk.bodyHashOf('purchase', { a: 2 })).not.toBe(hash)
  const secrets = { linkSecrets: [Buffer.alloc(32, 1)], personSecret: Buffer.alloc(32, 3) }
  const other = openOrderDesk({ ...rig.desk, ...secrets })
  expect(other.bodyHashOf('purchase', { a: 1 })).not.toBe(hash)
  await other.close()
})
