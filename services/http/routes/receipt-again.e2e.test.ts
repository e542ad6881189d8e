// A receipt once more, over the wire: of an order that stands, and of none that was given up.
import { afterAll, beforeAll, expect, it } from 'vitest'

import { newId } from '../../ids.ts'
import type { ApiAnswer, ApiClient } from '../../testing/api-client.ts'
import type { RunningShop } from '../../testing/running-service.ts'
import { openShopOnSale } from '../../testing/shop-on-sale.ts'

/** Conditions come when they come: a busy machine is no failure. */
const patient = { timeout: 20_000 }

let shop: RunningShop
let owner: ApiClient
let productId: string
beforeAll(async () => {
  ;({ shop, owner, productId } = await openShopOnSale({ withMail: true }))
}, 120_000)
afterAll(() => shop?.stop())

const buyer = {
  customerPhone: '+96170123456',
  customerName: 'Maya Haddad',
  customerEmail: 'maya@example.com',
  shippingMethod: 'pickup',
}

// oxlint-disable-next-line typescript/no-explicit-any -- held against the contract by the client
type Body = Record<string, any>

async function sold(quantity = 1, product = productId): Promise<Body> {
  const items = [{ productId: product, quantity, variantId: null }]
  const order = { ...buyer, items, deliveryAddress: '', paymentMethod: 'cash', status: 'paid' }
  const key = { 'Idempotency-Key': newId<string>() }
  const { body } = await owner.post('/api/admin/orders/manual', order, key)
  await expect.poll(() => receipts(body.order.id), patient).toHaveLength(2)
  return body.order
}

/** Texts and e-mails, oldest first. */
async function receipts(id: string): Promise<{ ref: string; body: string }[]> {
  const { rows } = await shop.test.owner.query<{ ref: string; body: string }>(
    `select ref, body from messages where ref like '%receipt%' and ref like '%' || $1 || '%'
      order by created_at, ref`,
    [id],
  )
  return rows
}

const again = (id: string) => owner.post(`/api/admin/orders/${id}/receipt`)
const refusalOf = ({ status, body }: ApiAnswer) => [status, body.code]

const mayDo = async (id: string): Promise<string[]> =>
  (await owner.get(`/api/admin/orders/${id}`)).body.mayDo

it('goes out for an order that is paid, and for one that was handed over', async () => {
  const { id } = await sold()
  expect(await mayDo(id)).toContain('resend_receipt')
  expect((await again(id)).status).toBe(200)
  await owner.post(`/api/admin/orders/${id}/handover`, { step: 'handed_over' })
  expect(await mayDo(id)).toContain('resend_receipt')
  expect(refusalOf(await again(id))).toEqual([429, 'too_many_requests'])
})

it('leaves no trace of who was overtaken by another at the same moment', async () => {
  const { id } = await sold()
  // The name that his text would have is taken between his look and his writing.
  await shop.test.owner.query(
    `insert into messages (ref, to_phone, purpose, state, created_at)
     select format('receipt-again:%s:%s:2', $1::text, (now() at time zone 'UTC')::date),
            '+96170123456', 'receipt', 'sent', clock_now() - interval '2 minutes'`,
    [id],
  )
  expect(refusalOf(await again(id))).toEqual([429, 'too_many_requests'])
  const noted = `select from audit_details where subject = $1 and act = 'resend_receipt'`
  const { rowCount } = await shop.test.owner.query(noted, [`order/${id}`])
  expect(rowCount).toBe(0)
})

it('is refused to staff once the order is cancelled, as a message too', async () => {
  const { id } = await sold()
  const cancelled = { status: 'cancelled', reason: 'duplicate' }
  expect((await owner.patch(`/api/admin/orders/${id}`, cancelled)).status).toBe(200)
  expect(await mayDo(id)).not.toContain('resend_receipt')
  const before = await receipts(id)
  expect(refusalOf(await again(id))).toEqual([409, 'order_cancelled'])
  for (const { ref } of before) {
    const resent = await owner.post('/api/admin/messages/resend', { ref })
    expect(refusalOf(resent)).toEqual([409, 'order_cancelled'])
  }
  expect(await receipts(id)).toEqual(before)
})

it('is neither offered nor sent once all of the money goes back', async () => {
  const boat = await shop.sell({ name: 'A boat', totalTickets: 50 })
  const { id } = await sold(1, boat.productId)
  const form = new FormData()
  form.set('status', 'cancelled')
  form.set('reason', 'prize_unavailable')
  expect((await owner.put(`/api/admin/raffles/${boat.raffleId}`, form)).status).toBe(200)
  const status = async () => (await owner.get(`/api/admin/orders/${id}`)).body.status
  await expect.poll(status, patient).toBe('cancelled')
  expect(await mayDo(id)).not.toContain('resend_receipt')
  expect(refusalOf(await again(id))).toEqual([409, 'order_cancelled'])
})

it('is refused to the buyer as well', async () => {
  const browser = shop.client()
  const items = [{ productId, quantity: 1, variantId: null }]
  const { body } = await browser.post('/api/purchases', {
    ...buyer,
    paymentMethod: 'whishpay',
    items,
  })
  const path = `/api/orders/${body.id}/receipt`
  expect(refusalOf(await browser.post(path))).toEqual([409, 'order_not_paid'])
  await shop.pay(body.id, 'approve')
  const status = async () => (await browser.get(`/api/orders/${body.id}`)).body.status
  await expect.poll(status, patient).toBe('paid')
  const cancelled = { status: 'cancelled', reason: 'duplicate' }
  expect((await owner.patch(`/api/admin/orders/${body.id}`, cancelled)).status).toBe(200)
  expect(refusalOf(await browser.post(path))).toEqual([409, 'order_cancelled'])
})

const padded = (number: number) => String(number).padStart(6, '0')

it('names no ticket that is void', async () => {
  const { id } = await sold(3)
  const { raffleId, ticketNumbers } = (await owner.get(`/api/admin/orders/${id}`)).body
    .raffleEntries[0]
  const numbers = (ticketNumbers as string[]).map(Number)
  const [second = 0, third = 0] = numbers.slice(1)
  await shop.test.owner.query(
    `insert into ticket_voids (raffle_id, first, last, position, reason, voided_at)
     values ($1, $2, $3, 1, 'order_cancelled', clock_now())`,
    [raffleId, second, third],
  )
  expect((await again(id)).status).toBe(200)
  const sent = (await receipts(id)).filter(({ ref }) => ref.includes('receipt-again'))
  expect(sent).toHaveLength(2)
  for (const { body } of sent) {
    expect(body).toContain(`A Trip to Egypt: ${padded(second - 1)}\n`)
    expect(body).toContain(`A Trip to Egypt: ${padded(third + 1)}-${padded(third + 3)}`)
    expect(body).not.toMatch(new RegExp(`${padded(second)}|${padded(third)}`))
  }
})
