// What becomes of orders when staff cancel their raffle, over the wire and on the whole shop.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

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

const statusOf = async (id: string) => (await owner.get(`/api/admin/orders/${id}`)).body.status

async function cancelRaffle(raffleId: string) {
  const form = new FormData()
  form.set('status', 'cancelled')
  form.set('reason', 'prize_unavailable')
  expect((await owner.put(`/api/admin/raffles/${raffleId}`, form)).status).toBe(200)
}

it('owes the money back, packs nothing of it, and tells the buyer once', async () => {
  const { raffleId, productId } = await shop.sell({ name: 'A boat', totalTickets: 50 })
  const buyer = shop.client()
  const paid = await buy(buyer, productId)
  await shop.pay(paid, 'approve')
  await expect.poll(() => statusOf(paid), patient).toBe('paid')
  const unpaid = await buy(buyer, productId)
  const picked = async () => (await owner.get('/api/admin/fulfilment/pick-list')).body.items
  await expect.poll(picked, patient).toMatchObject([{ productId, quantity: 1 }])

  await cancelRaffle(raffleId)
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
  expect(page).toMatchObject({ status: 'cancelled', refundStatus: 'due', mayRequest: ['credit'] })
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

describe('store credit for a cancelled raffle', () => {
  /** Its buyer and its duty, once the raffle is cancelled. */
  async function lost(name: string) {
    const { raffleId, productId } = await shop.sell({ name, totalTickets: 50 })
    const buyer = shop.client()
    const id = await buy(buyer, productId)
    await shop.pay(id, 'approve')
    await expect.poll(() => statusOf(id), patient).toBe('paid')
    await cancelRaffle(raffleId)
    const path = `/api/admin/orders/${id}`
    const refund = async () => (await owner.get(path)).body.refunds[0]
    await expect.poll(refund, patient).toMatchObject({ payableIn: 'money', isPaid: false })
    const { id: refundId } = await refund()
    return {
      id,
      refund,
      ask: () => buyer.post(`/api/orders/${id}/requests`, { kind: 'credit' }),
      withdraw: () => buyer.delete(`/api/orders/${id}/requests`),
      page: async () => (await buyer.get(`/api/orders/${id}`)).body,
      asCredit: () => owner.post(`${path}/refunds`, { refundId, method: 'credit' }),
      notPaid: (note: string) =>
        owner.post(`${path}/refund-payment-withdrawals`, { refundId, note }),
      asMoney: () =>
        owner.post(`${path}/refunds`, { refundId, method: 'cash', reference: `R-${name}` }),
      answer: async (answer: string, words: string) => {
        const [{ id: requestId }] = (await owner.get(path)).body.requests
        return owner.post(`${path}/answers`, { requestId, answer, words })
      },
    }
  }

  const told = (words: string) => async () => {
    const { rows } = await shop.test.owner.query<{ ref: string }>(
      'select ref from messages where body like $1',
      [`%${words}%`],
    )
    return rows.length
  }

  const notChosen = { status: 409, body: { code: 'credit_not_chosen' } }

  it('is given to who has chosen it, and nothing else is', async () => {
    const order = await lost('A car')
    const { creditChoiceUntil } = await order.page()
    expect(Date.parse(creditChoiceUntil) - Date.now()).toBeGreaterThan(14 * 86_400_000 - 60_000)
    const asked = await order.ask()
    expect(asked).toMatchObject({
      status: 201,
      body: { requests: [{ kind: 'credit', state: 'open' }], mayRequest: [] },
    })
    expect(asked.body.creditChoiceUntil).toBeNull()
    const { body: waiting } = await owner.get('/api/admin/attention?kind=request')
    expect(waiting.data).toMatchObject([{ orderId: order.id, code: 'credit' }])

    expect(await order.refund()).toMatchObject({ payableIn: 'credit' })
    expect(await order.asMoney()).toMatchObject({ status: 409, body: { code: 'credit_chosen' } })
    expect(await order.asCredit()).toMatchObject({
      status: 200,
      body: {
        refunds: [{ isPaid: true, method: 'credit' }],
        requests: [{ kind: 'credit', state: 'accepted' }],
      },
    })
    expect(await order.page()).toMatchObject({ refundStatus: 'paid', mayRequest: [] })
    // A text and an e-mail.
    await expect.poll(told('$10.00 is now store credit of yours'), patient).toBe(2)
  })

  it('is given by accepting the request', async () => {
    const order = await lost('A bicycle')
    await order.ask()
    expect(await order.answer('accepted', 'With pleasure.')).toMatchObject({
      status: 200,
      body: {
        refunds: [{ isPaid: true, method: 'credit' }],
        requests: [{ state: 'accepted', answer: 'With pleasure.' }],
      },
    })
    const again = await order.answer('accepted', 'Twice.')
    expect(again).toMatchObject({ status: 409, body: { code: 'request_not_possible' } })
  })

  it('is money again once staff say that it was not given', async () => {
    const order = await lost('A caravan')
    await order.ask()
    await order.answer('accepted', 'With pleasure.')
    expect(await order.notPaid('Wanted the money')).toMatchObject({
      status: 200,
      body: {
        refunds: [{ isPaid: false, payableIn: 'money' }],
        requests: [{ kind: 'credit', state: 'withdrawn', answer: null }],
      },
    })
    expect(await order.page()).toMatchObject({
      refundStatus: 'due',
      mayRequest: ['credit'],
      requests: [{ state: 'withdrawn', answer: null }],
    })
    expect(await order.asCredit()).toMatchObject(notChosen)
    expect(await order.asMoney()).toMatchObject({ status: 200 })
    expect(await order.refund()).toMatchObject({ isPaid: true, method: 'cash' })
  })

  it('is refused where nobody has asked for it, has withdrawn it, or was told no', async () => {
    const order = await lost('A house')
    expect(await order.asCredit()).toMatchObject(notChosen)
    await order.ask()
    expect((await order.withdraw()).body).toMatchObject({ mayRequest: ['credit'] })
    expect(await order.asCredit()).toMatchObject(notChosen)

    await order.ask()
    expect((await order.answer('declined', 'Not this year.')).status).toBe(200)
    await expect.poll(told('no store credit. Your money goes back'), patient).toBe(2)
    expect(await order.asCredit()).toMatchObject(notChosen)
    expect(await order.asMoney()).toMatchObject({ status: 200 })
    expect(await order.refund()).toMatchObject({ isPaid: true, method: 'cash' })
    expect((await order.ask()).status).toBe(409)
  })
})
