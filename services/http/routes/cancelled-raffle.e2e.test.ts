// What becomes of orders when staff cancel their raffle, over the wire and on the whole shop.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { ApiClient } from '../../testing/api-client.ts'
import { openRunningShop } from '../../testing/running-service.ts'
import type { RunningShop } from '../../testing/running-service.ts'

const patient = { timeout: 20_000 }

let shop: RunningShop
let owner: ApiClient
beforeAll(async () => {
  shop = await openRunningShop({ withMail: true })
  owner = await shop.owner()
}, 120_000)
afterAll(() => shop?.stop())

async function buy(buyer: ApiClient, productId: string): Promise<string> {
  const { body } = await buyer.post('/api/purchases', {
    shippingMethod: 'pickup',
    paymentMethod: 'whishpay',
    customerName: 'Maya Haddad',
    customerEmail: 'maya@example.com',
    customerPhone: '+96170123456',
    items: [{ productId, quantity: 1, variantId: null }],
  })
  return body.id
}

it('owes the money back, packs nothing of it, and tells the buyer once', async () => {
  const { raffleId, productId } = await shop.sell({ name: 'A boat', totalTickets: 50 })
  const buyer = shop.client()
  const paid = await buy(buyer, productId)
  await shop.pay(paid, 'approve')
  const statusOf = async (id: string) => (await owner.get(`/api/admin/orders/${id}`)).body.status
  await expect.poll(() => statusOf(paid), patient).toBe('paid')
  const unpaid = await buy(buyer, productId)
  const picked = async () => (await owner.get('/api/admin/fulfilment/pick-list')).body.items
  await expect.poll(picked, patient).toMatchObject([{ productId, quantity: 1 }])

  const form = new FormData()
  form.set('status', 'cancelled')
  form.set('reason', 'prize_unavailable')
  expect((await owner.put(`/api/admin/raffles/${raffleId}`, form)).status).toBe(200)

  const due = async () => (await owner.get('/api/admin/money/refunds?state=due')).body.data
  const duty = { orderId: paid, amount: '10.00', cause: 'raffle_cancelled' }
  await expect.poll(due, patient).toMatchObject([duty])
  await expect.poll(picked, patient).toEqual([])
  await expect.poll(() => statusOf(unpaid), patient).toBe('cancelled')
  const items = async () => (await owner.get('/api/admin/attention?kind=refund_due')).body.data
  await expect.poll(items, patient).toMatchObject([{ orderId: paid, amount: '10.00' }])

  const path = `/api/admin/orders/${paid}`
  const { mayDo } = (await owner.get(path)).body
  for (const step of ['ready', 'handed_over']) {
    expect(mayDo).not.toContain(step)
    const { status, body } = await owner.post(`${path}/handover`, { step })
    expect([step, status, body.code]).toEqual([step, 409, 'order_cancelled'])
  }

  const { body: page } = await buyer.get(`/api/orders/${paid}`)
  expect(page).toMatchObject({ status: 'cancelled', refundStatus: 'due', mayRequest: [] })
  expect(page.timeline.at(-1)).toMatchObject({ step: 'refund_due', cause: 'raffle_cancelled' })
  const texts = async () => {
    const { rows } = await shop.test.owner.query<{ body: string }>(
      `select body from messages where body like '%a raffle was cancelled%' order by ref`,
    )
    return rows.map(({ body }) => body.includes('$10.00 goes back to you.'))
  }
  // A text and an e-mail.
  await expect.poll(texts, patient).toEqual([true, true])
})
