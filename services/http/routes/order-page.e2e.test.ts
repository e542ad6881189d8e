// The page of an order over HTTP, on the whole shop: who may read it, what it says, what may be
// asked of it.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import type { ApiClient } from '../../testing/api-client.ts'
import { openRunningShop } from '../../testing/running-service.ts'
import type { RunningShop } from '../../testing/running-service.ts'

let shop: RunningShop
let productId: string
beforeAll(async () => {
  shop = await openRunningShop()
  const sold = await shop.sell({ name: 'A Trip to Egypt', totalTickets: 1_000 })
  productId = sold.productId
}, 120_000)
afterAll(() => shop.stop())

const buyer = {
  shippingMethod: 'pickup',
  paymentMethod: 'whishpay',
  customerName: 'Maya Haddad',
  customerEmail: 'maya@example.com',
  customerPhone: '+96170123456',
}

const toTheDoor = {
  shippingMethod: 'delivery',
  deliveryAddress: 'Maya Haddad, +96170123456, Street 1, Beirut, 0000',
}

async function place(browser: ApiClient, how = {}): Promise<{ orderId: string; link: string }> {
  const items = [{ productId, quantity: 2, variantId: null }]
  const { status, body } = await browser.post('/api/purchases', { ...buyer, ...how, items })
  expect(status).toBe(201)
  const { pathname, search } = new URL(body.orderPageUrl)
  return { orderId: body.id, link: `${pathname}${search}` }
}

async function buy(browser: ApiClient, how = {}) {
  const placed = await place(browser, how)
  await shop.pay(placed.orderId, 'approve')
  await vi.waitFor(
    async () => {
      const { body } = await browser.get(`/api/orders/${placed.orderId}`)
      expect(body.status).toBe('paid')
    },
    { timeout: 15_000, interval: 100 },
  )
  return placed
}

const steps = (body: { timeline: { step: string }[] }) => body.timeline.map(({ step }) => step)

it('tells what has happened, and how each raffle stands, and names nobody', async () => {
  const browser = shop.client()
  const { orderId } = await buy(browser)
  const { body } = await browser.get(`/api/orders/${orderId}`)

  expect(steps(body)).toEqual(['placed', 'paid', 'tickets'])
  expect(body).toMatchObject({
    phoneEnding: '56',
    raffleEntries: [{ tickets: 4, rafflePhase: 'open', raffleValue: '449.00', voidNumbers: [] }],
    mayRequest: ['cancel'],
  })
  expect(JSON.stringify(body)).not.toMatch(/Maya|70123456/)
})

it('is opened in another browser by its link, and by nothing else', async () => {
  const { orderId, link } = await place(shop.client())
  const other = shop.client()
  expect((await other.get(`/api/orders/${orderId}`)).status).toBe(404)

  const opened = await fetch(shop.origin + link, { redirect: 'manual' })
  expect([opened.status, opened.headers.get('location')]).toEqual([303, `/order/${orderId}`])
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
  const seen = await other.get(`/api/orders/${orderId}`, { Cookie: cookie })
  expect(seen).toMatchObject({ status: 200, body: { status: 'pending' } })
})

describe('the receipt', () => {
  it('goes out once more when it is asked for, and not twice within a minute', async () => {
    const browser = shop.client()
    const { orderId } = await buy(browser)
    const path = `/api/orders/${orderId}/receipt`
    expect((await browser.post(path)).body).toEqual({ sent: true })
    expect(await browser.post(path)).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests' },
    })
    expect((await shop.client().post(path)).status).toBe(404)
  })

  it('is not there before the order is paid', async () => {
    const browser = shop.client()
    const { orderId } = await place(browser)
    const refused = await browser.post(`/api/orders/${orderId}/receipt`)
    expect(refused).toMatchObject({ status: 409, body: { code: 'order_not_paid' } })
  })
})

describe('a request', () => {
  it('cancels an unpaid order at once and gives its tickets back', async () => {
    const browser = shop.client()
    const { orderId } = await place(browser)
    const { status, body } = await browser.post(`/api/orders/${orderId}/requests`, {
      kind: 'cancel',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ status: 'cancelled', requests: [], mayRequest: [] })
    expect(body.timeline.at(-1)).toMatchObject({ step: 'cancelled', reason: 'customer' })
  })

  it('about a paid order waits for staff, is seen, and can be withdrawn', async () => {
    const browser = shop.client()
    const { orderId } = await buy(browser)
    const path = `/api/orders/${orderId}/requests`
    const asked = await browser.post(path, { kind: 'cancel', note: 'Bought twice' })
    expect(asked.body).toMatchObject({
      status: 'paid',
      requests: [{ kind: 'cancel', state: 'open', answer: null }],
      mayRequest: [],
    })
    const again = await browser.post(path, { kind: 'cancel' })
    expect(again).toMatchObject({ status: 409, body: { code: 'request_not_possible' } })

    const withdrawn = await browser.delete(path)
    expect(withdrawn.body).toMatchObject({
      requests: [{ state: 'withdrawn' }],
      mayRequest: ['cancel'],
    })
    expect((await browser.delete(path)).status).toBe(409)
  })

  it('to cancel ends where the goods leave for the buyer', async () => {
    const browser = shop.client()
    const { orderId } = await buy(browser, toTheDoor)
    const owner = await shop.owner()
    await owner.post(`/api/admin/orders/${orderId}/handover`, { step: 'sent_out' })

    const { body } = await browser.get(`/api/orders/${orderId}`)
    expect(body).toMatchObject({ status: 'paid', mayRequest: [] })
    const refused = await browser.post(`/api/orders/${orderId}/requests`, { kind: 'cancel' })
    expect(refused).toMatchObject({ status: 409, body: { code: 'request_not_possible' } })
  })

  it('to cancel is for what came back, and its page begins the way anew', async () => {
    const browser = shop.client()
    const { orderId } = await buy(browser, toTheDoor)
    const owner = await shop.owner()
    const step = (body: object) => owner.post(`/api/admin/orders/${orderId}/handover`, body)
    const stepsOf = async () => {
      const { body } = await browser.get(`/api/orders/${orderId}`)
      return body.timeline.map((known: { step: string }) => known.step) as string[]
    }
    const before = await stepsOf()
    await step({ step: 'sent_out' })
    await step({ step: 'handed_over' })
    expect(await stepsOf()).toEqual([...before, 'sent_out', 'completed'])

    await step({ step: 'came_back', note: 'wrong card' })
    expect(await stepsOf()).toEqual(before)
    const { body } = await browser.get(`/api/orders/${orderId}`)
    expect(body).toMatchObject({ status: 'paid', mayRequest: ['cancel'] })
    await step({ step: 'sent_out' })
    expect(await stepsOf()).toEqual([...before, 'sent_out'])
  })

  it('to return goods is for what was handed over', async () => {
    const browser = shop.client()
    const { orderId } = await buy(browser)
    const path = `/api/orders/${orderId}/requests`
    expect((await browser.post(path, { kind: 'return' })).status).toBe(409)

    const owner = await shop.owner()
    await owner.patch(`/api/admin/orders/${orderId}`, { status: 'completed' })
    const asked = await browser.post(path, { kind: 'return', note: 'The cover is torn' })
    expect(asked.body).toMatchObject({ requests: [{ kind: 'return', state: 'open' }] })
  })
})
