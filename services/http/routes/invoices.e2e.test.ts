// An invoice is one sheet for ever: what is corrected later does not change it, erasing the buyer
// takes his name off it, and nobody issues one for a sale that has gone back.
import { afterAll, beforeAll, expect, it } from 'vitest'

import { eraseOrders } from '../../commands/erase-orders.ts'
import { newId } from '../../ids.ts'
import type { ApiClient } from '../../testing/api-client.ts'
import { openRunningShop } from '../../testing/running-service.ts'
import type { RunningShop } from '../../testing/running-service.ts'

let shop: RunningShop
let owner: ApiClient
let productId: string
beforeAll(async () => {
  shop = await openRunningShop()
  owner = await shop.owner()
  ;({ productId } = await shop.sell({ name: 'Watch', totalTickets: 500 }))
}, 120_000)
afterAll(() => shop?.stop())

async function sold(): Promise<string> {
  const wanted = {
    customerPhone: '+96170123456',
    customerName: 'Maya Hadad',
    deliveryAddress: 'Hamra 1',
    items: [{ productId, quantity: 1, variantId: null }],
    shippingMethod: 'delivery',
    paymentMethod: 'cash',
    status: 'paid',
  }
  const key = { 'Idempotency-Key': newId<string>() }
  const { body } = await owner.post('/api/admin/orders/manual', wanted, key)
  const { id } = body.order
  await expect.poll(async () => (await order(id)).status, { timeout: 15_000 }).toBe('paid')
  return id
}

const order = async (id: string) => (await owner.get(`/api/admin/orders/${id}`)).body
const invoice = (id: string) => owner.post(`/api/admin/orders/${id}/invoice`)
const giveBack = async (id: string) => {
  const { refundable } = await order(id)
  const owed = { amount: refundable, note: 'all of it' }
  return owner.post(`/api/admin/orders/${id}/refund-duties`, owed)
}

it('names buyer and seller as it was issued, whatever is corrected later', async () => {
  const id = await sold()
  const { body: sheet } = await invoice(id)
  expect(sheet).toMatchObject({ customer: 'Maya Hadad', address: 'Hamra 1' })
  expect(sheet.seller).toMatchObject({ name: 'Qura', address: { fr: expect.any(String) } })

  const corrected = { name: 'Maya Haddad', email: null, address: 'Hamra 12', note: null }
  const { status } = await owner.post(`/api/admin/orders/${id}/contact`, corrected)
  expect(status).toBe(200)
  expect(await order(id)).toMatchObject({ userName: 'Maya Haddad' })
  await shop.test.owner.query(
    `update invoice_parties set seller = jsonb_set(seller::jsonb, '{name}', '"Qura before"')::json
      where order_id = $1`,
    [id],
  )
  const seller = { ...sheet.seller, name: 'Qura before' }
  expect((await invoice(id)).body).toEqual({ ...sheet, seller })
})

it('is read by who reads the books once it was issued, and never issued by reading', async () => {
  const id = await sold()
  const read = () => owner.get(`/api/admin/orders/${id}/invoice`)
  expect(await read()).toMatchObject({ status: 409, body: { code: 'no_invoice' } })
  const { body: sheet } = await invoice(id)
  expect(await read()).toMatchObject({ status: 200, body: sheet })
  await shop.test.owner.query('delete from invoice_parties where order_id = $1', [id])
  expect((await read()).body).toEqual(sheet)
  const { rows } = await shop.test.owner.query('select from invoice_parties where order_id = $1', [
    id,
  ])
  expect(rows).toEqual([])
})

it('keeps one of before as it is first opened again', async () => {
  const id = await sold()
  const { body: sheet } = await invoice(id)
  await shop.test.owner.query('delete from invoice_parties where order_id = $1', [id])
  expect((await invoice(id)).body).toEqual(sheet)
  await shop.test.owner.query(`update order_contacts set name = 'Nobody' where order_id = $1`, [id])
  expect((await invoice(id)).body).toEqual(sheet)
})

it('names its buyer no more once he is erased', async () => {
  const id = await sold()
  const { body: sheet } = await invoice(id)
  const { owner: admin } = shop.test
  await admin.transaction((tx) => eraseOrders(tx, { orderIds: [id], personId: null }))
  const nobody = { customer: null, phone: null, address: null }
  expect((await invoice(id)).body).toEqual({ ...sheet, ...nobody })
})

it('is not issued once all the money goes back, and opened again where it was', async () => {
  const [before, after] = [await sold(), await sold()]
  const { body: sheet } = await invoice(before)
  for (const id of [before, after]) expect((await giveBack(id)).status).toBeLessThan(300)
  expect(await invoice(after)).toMatchObject({ status: 409, body: { code: 'order_cancelled' } })
  expect((await order(after)).mayDo).not.toContain('issue_invoice')
  expect((await order(before)).mayDo).toContain('issue_invoice')
  expect((await invoice(before)).body).toEqual(sheet)
})
