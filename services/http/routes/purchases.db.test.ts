import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { OrderId } from '#events/kernel/ids.ts'

import { openOrderDesk } from '../../commands/order-desk.ts'
import type { OrderDesk } from '../../commands/order-desk.ts'
import { openPaymentWatch, settleOpen } from '../../commands/payment-watch.ts'
import { purchaseRequest } from '../../contract/purchases.ts'
import { deriveId, newId } from '../../ids.ts'
import { startSandbox } from '../../sandbox/sandbox.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { ApiClient } from '../../testing/api-client.ts'
import { CALLBACK_KEY, openShelves, post, sandboxProviders } from '../../testing/purchase-rig.ts'
import type { Shelves } from '../../testing/purchase-rig.ts'
import { tablesHolding } from '../../testing/security/kept-rows.ts'
import { openTestShop } from '../../testing/shop-rig.ts'
import type { ShopParts, TestShop } from '../../testing/shop-rig.ts'
import { openOrderAccess } from '../order-access.ts'
import { openPaymentStatusCache } from '../payment-status-cache.ts'
import { adminOrderRoutes } from './admin-orders.ts'
import { orderPageRoutes } from './order-page.ts'
import { paymentRoutes } from './payments.ts'
import { purchaseRoutes } from './purchases.ts'
import { userOrderRoutes } from './user-orders.ts'

let shop: TestShop
let sandbox: Sandbox
let shelves: Shelves
let desk: OrderDesk

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, host: '127.0.0.1', shopOrigin: 'http://localhost' })
  shop = await openTestShop({ moreRoutes: orderRoutes })
})
afterAll(async () => {
  await desk.close()
  await shop.close()
  await sandbox.stop()
})

function orderRoutes({ db, store, clock, sessions, limits }: ShopParts) {
  const { database } = db
  shelves = openShelves(store, clock.now)
  desk = openOrderDesk({
    database,
    store,
    now: clock.now,
    catalogue: shelves.catalogue,
    providers: sandboxProviders(sandbox.url),
    gateway: { channel: 'sms', send: async () => ({ kind: 'queued', gatewayId: null }) },
    linkSecrets: [Buffer.alloc(32, 1)],
    personSecret: Buffer.alloc(32, 2),
    callbackKey: CALLBACK_KEY,
    publicOrigin: 'http://localhost',
    holdSeconds: 1_800,
    manualHoldSeconds: 3_600,
    log: { info: () => {}, warn: () => {} },
  })
  const access = openOrderAccess({ database, store, orders: desk.orders })
  const watch = openPaymentWatch(desk)
  const statuses = openPaymentStatusCache({ orders: desk.orders })
  return [
    purchaseRoutes({ desk, sessions, limits, access }),
    paymentRoutes({ desk, access, statuses, watch }),
    orderPageRoutes({ desk, access, sessions }),
    userOrderRoutes({ database, now: clock.now }),
    adminOrderRoutes({ desk }),
  ]
}

async function purchase(change: object = {}) {
  const { productIds } = await shelves.sellRaffle({ ticketsMax: 10 })
  return {
    shippingMethod: 'pickup',
    paymentMethod: 'montypay',
    customerName: 'Maya Haddad',
    customerEmail: 'maya@example.com',
    customerPhone: '+96170123456',
    items: [{ productId: productIds[0]!, quantity: 2, variantId: null }],
    ...change,
  }
}

async function buy(browser: ApiClient): Promise<string> {
  const { status, body } = await browser.post('/api/purchases', await purchase())
  expect(status).toBe(201)
  return body.id
}

const approve = (orderId: string) =>
  post(`${sandbox.url}/payments/${orderId}`, { outcome: 'approve', callbacks: 0 })

describe('a visitor', () => {
  it('buys, waits for the payment, and has tickets', async () => {
    const browser = shop.browser()
    const orderId = await buy(browser)
    const waiting = await browser.get(`/api/orders/${orderId}`)
    expect(waiting.body).toMatchObject({ status: 'pending', montyPayStatus: 'pending' })

    await approve(orderId)
    const reconciled = await browser.post(`/api/montypay/reconcile/${orderId}`)
    expect(reconciled.body).toEqual({ reconciled: true, alreadyProcessed: false })

    const paid = await browser.get(`/api/whishpay/status/${orderId}`)
    expect(paid.body).toMatchObject({
      status: 'paid',
      montyPayStatus: 'settled',
      raffleEntries: [{ ticketNumbers: ['000001', '000002'] }],
    })
    expect(JSON.stringify(paid.body)).not.toContain('Maya')
    const again = await browser.post(`/api/montypay/reconcile/${orderId}`)
    expect(again.body).toEqual({ reconciled: false, alreadyProcessed: true })
  })

  it('hears of no failure about which its provider knows better by now', async () => {
    const browser = shop.browser()
    const orderId = await buy(browser)
    await post(`${sandbox.url}/payments/${orderId}`, { outcome: 'decline', callbacks: 0 })
    await settleOpen(desk, orderId as OrderId)
    await approve(orderId)

    const { body } = await browser.get(`/api/whishpay/status/${orderId}`)
    expect(body).toMatchObject({ status: 'paid', montyPayStatus: 'settled' })
  })

  it('gets the same order for the same key: 201, then 200; another body: 422', async () => {
    const browser = shop.browser()
    const body = await purchase()
    const key = { 'Idempotency-Key': 'a-key' }

    const first = await browser.post('/api/purchases', body, key)
    const second = await browser.post('/api/purchases', body, key)
    const other = await browser.post('/api/purchases', { ...body, customerName: 'Else' }, key)

    expect([first.status, second.status, other.status]).toEqual([201, 200, 422])
    expect(second.body).toEqual(first.body)
  })

  it('cannot be played by who has read the database: his key is not in it', async () => {
    const browser = shop.browser()
    const body = await purchase()
    const key: string = crypto.randomUUID()
    const ask = (by: ApiClient, change: object = {}, said = key) =>
      by.post('/api/purchases', { ...body, ...change }, { 'Idempotency-Key': said })
    const first = await ask(browser)
    const orderId = first.body.id

    const typed = JSON.stringify(purchaseRequest.parse(body))
    const guess = deriveId<string>('guest of a purchase', key, typed)
    const link = new URL(first.body.orderPageUrl).searchParams.get('link') ?? ''
    expect(link.length).toBeGreaterThan(20)
    expect(await tablesHolding(shop.db.owner, [key, guess, link])).toEqual([])

    // His browser is known all the same: without its cookie, and with it.
    for (const by of [shop.browser(), browser]) {
      const again = await ask(by)
      expect([again.status, again.body]).toEqual([200, first.body])
      expect((await ask(by, { customerName: 'Else' })).status).toBe(422)
    }
    const { rows } = await shop.db.owner.query<{ key: string }>(
      'select key from purchases where order_id = $1',
      [orderId],
    )
    const thief = shop.browser()
    const asked = await ask(thief, {}, rows[0]?.key.replace('key:', ''))
    expect([asked.status, asked.body.id === orderId]).toEqual([201, false])
    expect((await thief.get(`/api/orders/${orderId}`)).status).toBe(404)
  })

  it.each([
    ['a price of his own', { total: '0.01' }],
    ['a quantity of 0', { items: [{ productId: newId<string>(), quantity: 0 }] }],
    ['a quantity as text', { items: [{ productId: newId<string>(), quantity: '1' }] }],
    ['no lines', { items: [] }],
    [
      '21 lines',
      { items: Array.from({ length: 21 }, () => ({ productId: newId<string>(), quantity: 1 })) },
    ],
    ['an e-mail that is none', { customerEmail: 'maya' }],
  ])('cannot send %s', async (_what, change) => {
    const { status, body } = await shop.browser().post('/api/purchases', await purchase(change))

    expect([status, body.code]).toEqual([400, 'invalid_request'])
  })

  it('sees nothing of an order of another browser, until its signed link opens it', async () => {
    const orderId = await buy(shop.browser())
    const stranger = shop.browser()
    const path = `/api/whishpay/status/${orderId}`
    expect((await stranger.get(path)).status).toBe(404)
    expect((await stranger.post(`/api/purchases/${orderId}/payment`)).status).toBe(404)
    expect((await stranger.get('/api/whishpay/status/not-an-id')).status).toBe(404)

    const { successUrl } = desk.links.returnUrls({ orderId, generation: 0 } as never)
    const { pathname, search } = new URL(successUrl)
    const opened = await fetch(`${shop.origin}${pathname}${search}`, { redirect: 'manual' })
    expect(opened.status).toBe(303)
    expect(opened.headers.get('location')).toBe(`/payment/success?orderId=${orderId}`)
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''

    const seen = await fetch(`${shop.origin}/api/orders/${orderId}`, { headers: { cookie } })
    expect(seen.status).toBe(200)
  })

  it('cannot open an order with a link that somebody made up', async () => {
    const orderId = await buy(shop.browser())
    const url = `${shop.origin}/order/${orderId}?link=${'A'.repeat(24)}`

    expect((await fetch(url, { redirect: 'manual' })).status).toBe(404)
  })

  it('tries again: the open link, or a new attempt after a decline', async () => {
    const browser = shop.browser()
    const placed = await browser.post('/api/purchases', await purchase())
    const orderId = placed.body.id

    const same = await browser.post(`/api/purchases/${orderId}/payment`)
    expect(same.body.redirectUrl).toBe(placed.body.redirectUrl)
    const other = await browser.post(`/api/purchases/${orderId}/payment`, {
      paymentMethod: 'whishpay',
    })
    expect(other.status).toBe(201)
    expect(other.body.redirectUrl).not.toBe(placed.body.redirectUrl)
  })
})

describe('a customer', () => {
  it('sees his own orders and entries, and nobody else does', async () => {
    const customer = await shop.customerBrowser('+96171222333')
    const { body: me } = await customer.get('/api/auth/me')
    const orderId = await buy(customer)
    await approve(orderId)
    await customer.post(`/api/montypay/reconcile/${orderId}`)
    await shop.catchUp()

    const orders = await customer.get(`/api/users/${me.user.id}/purchases?page=1&limit=20`)
    expect(orders.body).toMatchObject({
      data: [{ id: orderId, status: 'paid', userName: 'Maya Haddad' }],
      pagination: { hasMore: false, total: 1 },
    })
    const entries = await customer.get(`/api/users/${me.user.id}/raffle-entries`)
    expect(entries.body.data).toMatchObject([{ tickets: 2, ticketNumbers: ['000001', '000002'] }])

    const other = await shop.customerBrowser('+96171222444')
    expect((await other.get(`/api/users/${me.user.id}/purchases`)).status).toBe(404)
    expect((await other.get(`/api/whishpay/status/${orderId}`)).status).toBe(404)
    expect((await shop.browser().get(`/api/users/${me.user.id}/purchases`)).status).toBe(401)
  })
})

describe('staff', () => {
  it('take an order, list it and hand it over', async () => {
    const owner = await shop.ownerBrowser()
    const { productIds } = await shelves.sellRaffle({ ticketsMax: 10 })

    const taken = await owner.post('/api/admin/orders/manual', {
      customerPhone: '03 555 666',
      customerName: 'Karim',
      customerEmail: '',
      items: [{ productId: productIds[0]!, quantity: 1 }],
      shippingMethod: 'pickup',
      deliveryAddress: '',
      paymentMethod: 'omt',
      status: 'paid',
    })
    expect(taken.status).toBe(201)
    expect(taken.body).toMatchObject({
      order: { customerName: 'Karim', status: 'paid' },
      raffleTickets: [{ ticketNumbers: ['000001'] }],
    })

    const { id } = taken.body.order
    const done = await owner.patch(`/api/admin/orders/${id}`, { status: 'completed' })
    expect(done.body).toMatchObject({ id, status: 'completed' })
    await shop.catchUp()
    const listed = await owner.get('/api/admin/orders?orderType=offline&search=Karim')
    expect(listed.body.data).toMatchObject([{ id, orderType: 'offline', userPhone: '+9613555666' }])
  })

  it('are the only ones', async () => {
    const customer = await shop.customerBrowser('+96171222555')

    expect((await customer.get('/api/admin/orders')).status).toBe(403)
    expect((await shop.browser().get('/api/admin/orders')).status).toBe(401)
  })
})
