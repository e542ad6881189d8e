// The customer's whole journey over HTTP, on the whole shop: every answer is held against the
// OpenAPI document, and in the end the database is verified.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { verify } from '../verify/run.ts'
import { openRunningShop } from './running-service.ts'
import type { RunningShop } from './running-service.ts'

let shop: RunningShop
beforeAll(async () => {
  shop = await openRunningShop()
}, 120_000)
afterAll(() => shop.stop())

const buyer = {
  shippingMethod: 'pickup',
  paymentMethod: 'whishpay',
  customerName: 'Maya Haddad',
  customerEmail: 'maya@example.com',
  customerPhone: '+96170123456',
}

async function until<Value>(read: () => Promise<Value>, isRight: (value: Value) => boolean) {
  let value: Value | undefined
  await vi.waitFor(
    async () => {
      value = await read()
      expect(isRight(value)).toBe(true)
    },
    { timeout: 15_000, interval: 100 },
  )
  return value as Value
}

it('is ready, and says so', async () => {
  const client = shop.client()
  // On a busy machine its start may have kept its loop from answering a moment ago.
  const status = async () => (await client.get('/readyz')).status
  await expect.poll(status, { timeout: 20_000 }).toBe(200)
})

it('sells to a guest: purchase, payment by callback, tickets on the status page', async () => {
  const { raffleId, productId } = await shop.sell({ name: 'Apple Watch', totalTickets: 100 })
  const guest = shop.client()
  const placed = await guest.post('/api/purchases', {
    ...buyer,
    items: [{ productId, quantity: 3, variantId: null }],
  })
  expect(placed).toMatchObject({ status: 201, body: { totalTickets: 6 } })
  expect(placed.body.redirectUrl).toContain(shop.sandboxUrl)

  await shop.pay(placed.body.id, 'approve')
  const path = `/api/whishpay/status/${placed.body.id}`
  const paid = await until(
    () => guest.get(path),
    ({ body }) => body.status === 'paid',
  )
  expect(paid.body).toMatchObject({ whishPayStatus: 'success', total: '30.00' })

  const stranger = await shop.client().get(path)
  expect(stranger).toMatchObject({ status: 404, body: { code: 'not_found' } })
  const raffle = await until(
    () => guest.get(`/api/raffles/${raffleId}`),
    ({ body }) => body.ticketsSold === 6,
  )
  expect(raffle.body).toMatchObject({ ticketsHeld: 0, ticketsLeft: 94, phase: 'open' })
})

it('signs a customer up by code, and gives him the orders of his phone', async () => {
  const phone = '+96171987654'
  const { productId } = await shop.sell({ name: 'A Trip to Egypt', totalTickets: 500 })
  const guest = shop.client()
  const items = [{ productId, quantity: 2, variantId: null }]
  const placed = await guest.post('/api/purchases', { ...buyer, customerPhone: phone, items })
  await shop.pay(placed.body.id, 'approve')

  const customer = shop.client()
  expect((await customer.post('/api/auth/check-phone', { phone })).body.exists).toBe(false)
  expect((await customer.post('/api/auth/send-otp', { phone })).status).toBe(200)
  const inbox = await fetch(`${shop.sandboxUrl}/messages?to=${encodeURIComponent(phone)}`)
  const { messages } = (await inbox.json()) as { messages: { code: string | null }[] }
  const code = messages.find((message) => message.code !== null)?.code
  const signedIn = await customer.post('/api/auth/verify-otp', {
    phone,
    code,
    fullName: 'Karim Saab',
  })
  expect(signedIn.status).toBe(200)
  const { body: me } = await customer.get('/api/auth/me')
  expect(me.user).toMatchObject({ fullName: 'Karim Saab', phone, isAdmin: false })

  const entries = await until(
    () => customer.get(`/api/users/${me.user.id}/raffle-entries?page=1&limit=20`),
    ({ body }) => body.data.length === 1,
  )
  expect(entries.body.data[0]).toMatchObject({
    raffleName: 'A Trip to Egypt',
    tickets: 4,
    ticketNumbers: ['000001', '000002', '000003', '000004'],
  })
  const orders = await customer.get(`/api/users/${me.user.id}/purchases?page=1&limit=20`)
  expect(orders.body.pagination).toEqual({ hasMore: false, total: 1 })
  const other = await customer.get(`/api/users/${crypto.randomUUID()}/purchases?page=1&limit=20`)
  expect(other.status).toBe(404)
  expect((await customer.post('/api/auth/logout')).status).toBe(200)
  expect((await customer.get('/api/auth/me')).body.user).toBeNull()
})

it('knows a guest again whose first answer and cookie were lost: one order, and his', async () => {
  const { productId } = await shop.sell({ name: 'Gold Ounce', totalTickets: 10, tickets: 1 })
  const items = [{ productId, quantity: 1, variantId: null }]
  const key = crypto.randomUUID()
  const ask = async (body: object, headers: Record<string, string>) => {
    const browser = shop.client()
    return { browser, answer: await browser.post('/api/purchases', body, headers) }
  }
  const first = await ask({ ...buyer, items }, { 'Idempotency-Key': key })
  const again = await ask({ ...buyer, items }, { 'Idempotency-Key': key })
  expect([first.answer.status, again.answer.status]).toEqual([201, 200])
  expect(again.answer.body.id).toBe(first.answer.body.id)
  const path = `/api/whishpay/status/${first.answer.body.id}`
  expect((await again.browser.get(path)).status).toBe(200)

  // Who does not say the very same is somebody else; so is who uses a key that can be guessed.
  const other = { ...buyer, customerName: 'Karim Saab', items }
  const stranger = await ask(other, { 'Idempotency-Key': key })
  expect(stranger.answer.status).toBe(201)
  expect((await stranger.browser.get(path)).status).toBe(404)
  const plain = [await ask(other, { 'Idempotency-Key': 'order-1' })]
  plain.push(await ask(other, { 'Idempotency-Key': 'order-1' }))
  expect(new Set(plain.map(({ answer }) => answer.body.id)).size).toBe(2)
})

it('repeats an answer under the same key, and refuses another body', async () => {
  const { productId } = await shop.sell({ name: 'Gold Lira', totalTickets: 10, tickets: 1 })
  const guest = shop.client()
  const headers = { 'Idempotency-Key': crypto.randomUUID() }
  const items = [{ productId, quantity: 1, variantId: null }]
  const first = await guest.post('/api/purchases', { ...buyer, items }, headers)
  const again = await guest.post('/api/purchases', { ...buyer, items }, headers)
  expect(again.body.id).toBe(first.body.id)
  const more = [{ productId, quantity: 2, variantId: null }]
  const other = await guest.post('/api/purchases', { ...buyer, items: more }, headers)
  expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
  const tooMany = [{ productId, quantity: 20, variantId: null }]
  const refused = await shop.client().post('/api/purchases', { ...buyer, items: tooMany })
  expect(refused).toMatchObject({ status: 409, body: { code: 'tickets_left', available: 9 } })
})

it('reconciles a card payment whose callback was lost', async () => {
  const { productId } = await shop.sell({ name: 'Coffee Machine', totalTickets: 50 })
  const guest = shop.client()
  const placed = await guest.post('/api/purchases', {
    ...buyer,
    paymentMethod: 'montypay',
    items: [{ productId, quantity: 1, variantId: null }],
  })
  await shop.pay(placed.body.id, 'approve', 0)
  const reconciled = await guest.post(`/api/montypay/reconcile/${placed.body.id}`)
  expect(reconciled.body).toEqual({ reconciled: true, alreadyProcessed: false })
  const { body } = await guest.get(`/api/whishpay/status/${placed.body.id}`)
  expect(body).toMatchObject({ status: 'paid', montyPayStatus: 'settled' })
})

it('leaves a sound database behind', async () => {
  await shop.service.workers.catchUp()
  const { findings } = await verify(shop.test.owner)
  const broken = findings.filter(({ violations }) => violations > 0)
  expect(broken).toEqual([])
})
