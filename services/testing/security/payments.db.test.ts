// Prices, payments and callbacks under attack (docs/security.md, K38, K39, K42-K45).
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { whishCallbackUrls } from '../../providers/payments/whish-callback.ts'
import { allowedRedirect } from '../../providers/payments/redirect-hosts.ts'
import { loadSecrets } from '../../secrets.ts'
import type { ApiClient } from '../api-client.ts'
import { openGuardedShop } from './guarded-shop.ts'
import type { GuardedShop } from './guarded-shop.ts'

let shop: GuardedShop
let owner: ApiClient
let productId: string
let callbackKey: string
beforeAll(async () => {
  shop = await openGuardedShop()
  owner = await shop.owner()
  ;({ productId } = await shop.sell({ name: 'Watch', totalTickets: 500 }))
  callbackKey = (await loadSecrets(shop.config)).keys('callbacks')[0].bytes.toString('hex')
}, 120_000)
afterAll(() => shop.stop())

type Order = { browser: ApiClient; id: string; ref: string }

async function placed(change: object = {}): Promise<Order> {
  const browser = shop.browser()
  const { status, body } = await shop.buy(browser, productId, change)
  expect(status).toBe(201)
  const { rows } = await shop.test.owner.query<{ ref: string }>(
    'select ref from payment_attempts where order_id = $1',
    [body.id],
  )
  return { browser, id: body.id, ref: rows[0]?.ref ?? '' }
}

const statusOf = async ({ browser, id }: Order) =>
  (await browser.get(`/api/whishpay/status/${id}`)).body.status as string

const factsOf = async (id: string) => {
  const facts = await shop.service.core.store.readStream(`order/${id}`)
  return facts.map(({ event }) => event.type)
}

/** What stands beside its attempt: how often the provider was asked, and what it said last. */
async function attemptOf({ id }: Order) {
  const { rows } = await shop.test.owner.query<{
    state: string
    provider_status: string | null
    checks: number
  }>('select state, provider_status, checks from payment_attempts where order_id = $1', [id])
  return rows[0] ?? { state: 'none', provider_status: null, checks: 0 }
}

/** Asked until the provider has been heard twice: the first answer may be from before. */
async function untilHeardAnew(order: Order, checks: number) {
  await vi.waitFor(
    async () => {
      await order.browser.post(`/api/montypay/reconcile/${order.id}`)
      expect((await attemptOf(order)).checks).toBeGreaterThan(checks + 1)
    },
    { timeout: 15_000, interval: 500 },
  )
}

async function untilPaid(order: Order) {
  await vi.waitFor(async () => expect(await statusOf(order)).toBe('paid'), {
    timeout: 15_000,
    interval: 50,
  })
}

const switchSandbox = (change: object) =>
  fetch(`${shop.sandboxUrl}/switches`, { method: 'POST', body: JSON.stringify(change) })

const settle = () => new Promise((resolve) => setImmediate(resolve))

/** Our signed address, as if Whish called it. */
function callback({ ref }: Order, change: { ref?: string; sig?: string } = {}) {
  const publicOrigin = shop.config.http.publicOrigin
  const url = new URL(whishCallbackUrls({ publicOrigin, ref, key: callbackKey }).success)
  if (change.ref !== undefined) url.searchParams.set('eid', change.ref)
  if (change.sig !== undefined) url.searchParams.set('sig', change.sig)
  return shop.browser().get(`${url.pathname}${url.search}`)
}

describe('K38, K39 what a purchase may say', () => {
  it('K38 fields of nobody are refused, on every level, and nothing is written', async () => {
    const before = await shop.recorded()
    const item = { productId, quantity: 1, variantId: null }
    const fields = ['price', 'total', 'status', 'isAdmin', 'tickets', 'userId', 'createdAt']
    for (const field of fields) {
      const outer = await shop.buy(shop.browser(), productId, { [field]: '0' })
      const inner = { items: [{ ...item, [field]: 1 }] }
      const nested = await shop.buy(shop.browser(), productId, inner)
      for (const { status, body } of [outer, nested])
        expect([field, status, body.code]).toEqual([field, 400, 'invalid_request'])
    }
    expect(await shop.recorded()).toEqual(before)
  })

  it('K39 the shop’s own price, shipping and tickets count, whatever was shown', async () => {
    const shown = { expectedTotal: '0.01' }
    const refused = await shop.buy(shop.browser(), productId, shown)
    expect([refused.status, refused.body.code]).toEqual([409, 'price_changed'])
    expect(refused.body.total).toBe('10.00')

    const order = await placed({ shippingMethod: 'delivery', deliveryAddress: 'Street 1' })
    const { body } = await order.browser.get(`/api/orders/${order.id}`)
    expect(body).toMatchObject({ subtotal: '10.00', shipping: '5.00', total: '15.00' })
    expect(body.totalTickets).toBe(2)
  })

  it('K39 no variant takes a price below zero', async () => {
    const form = new FormData()
    for (const [name, value] of [
      ['name', 'Cheaper'],
      ['sku', 'CHEAP-1'],
      ['priceAdjustment', '-10.01'],
    ] as const)
      form.set(name, value)
    const added = await owner.post(`/api/admin/products/${productId}/variants`, form)
    expect([added.status, added.body.code]).toEqual([409, 'price_below_zero'])
    const left = await owner.get(`/api/products/${productId}/variants`)
    expect(left.body.variants).toEqual([])
    const stranger = { items: [{ productId, quantity: 1, variantId: crypto.randomUUID() }] }
    expect((await shop.buy(shop.browser(), productId, stranger)).body.code).toBe('unknown_variant')
  })
})

describe('K42 to K44 callbacks', () => {
  it('K42 an authentic callback alone pays nothing', async () => {
    const order = await placed()
    expect((await callback(order)).status).toBe(200)
    await untilHeardAnew(order, 0)
    expect(await statusOf(order)).toBe('pending')

    await switchSandbox({ whish: { isPendingForEver: true } })
    const { checks } = await attemptOf(order)
    await shop.pay(order.id, 'approve')
    await untilHeardAnew(order, checks)
    expect(await attemptOf(order)).toMatchObject({ state: 'started', provider_status: 'pending' })
    expect(await statusOf(order)).toBe('pending')
    await switchSandbox({ whish: null })
    expect(await factsOf(order.id)).not.toContain('PaymentConfirmed')
  })

  it('K42 the wrong amount pays nothing', async () => {
    const order = await placed({ paymentMethod: 'montypay' })
    await shop.pay(order.id, 'wrong_amount')
    await order.browser.post(`/api/montypay/reconcile/${order.id}`)
    await vi.waitFor(
      async () => expect(await attemptOf(order)).toMatchObject({ state: 'attention' }),
      { timeout: 15_000, interval: 50 },
    )
    await shop.service.workers.catchUp()
    const { body } = await owner.get('/api/admin/attention?kind=mismatched')
    expect(body.data).toMatchObject([{ orderId: order.id, amount: '10.00' }])
    expect(body.data[0].received).not.toBe('10.00')
    const facts = await factsOf(order.id)
    expect(facts).toContain('PaymentMismatched')
    expect(facts).not.toContain('PaymentConfirmed')
    expect(await statusOf(order)).toBe('pending')
  })

  it('K43 a hundred callbacks at once are one payment, and too many are refused', async () => {
    const order = await placed()
    await shop.pay(order.id, 'approve', 100)
    await untilPaid(order)
    const answers = await Promise.all(Array.from({ length: 60 }, () => callback(order)))
    expect(answers.map(({ status }) => status)).toContain(429)
    await settle()
    const facts = await factsOf(order.id)
    expect(facts.filter((type) => type === 'PaymentConfirmed')).toHaveLength(1)
    expect(facts.filter((type) => type === 'TicketsGranted')).toHaveLength(1)
    const alarm = /^limit_refusals_total\{limit="callbacksPerAttempt"\}/
    expect(await shop.metric(alarm)).toBeGreaterThan(0)
  })

  it('K43 forged noise about an order neither hides its callback nor fills the disk', async () => {
    const order = await placed()
    const address = shop.browser()
    const forge = (sig: string) =>
      address.get(`/api/whishpay/callback?eid=${order.ref}&r=ok&sig=${sig}`)
    const statuses = []
    for (let n = 0; n < 70; n++) statuses.push((await forge(`forged${n}`)).status)
    expect(statuses.at(-1)).toBe(429)
    const other = (n: number) => address.get(`/api/whishpay/callback?eid=${900_000 + n}&r=ok`)
    for (let n = 0; n < 20; n++) await other(n)
    expect((await other(99)).status).toBe(429)

    expect((await callback(order)).status).toBe(200)
    const { rows } = await shop.test.owner.query(
      'select is_authentic, copies from provider_callbacks where attempt_ref = $1 order by 1',
      [order.ref],
    )
    expect(rows.map((row) => row.is_authentic)).toEqual([false, true])
    expect(await statusOf(order)).toBe('pending')
  })

  it('K44 the key in a callback’s address is of one payment and one outcome', async () => {
    const [order, other] = [await placed(), await placed()]
    const answers = [await callback(order, { ref: other.ref }), await callback(other, { sig: '' })]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { rows } = await shop.test.owner.query(
      'select is_authentic from provider_callbacks where attempt_ref = $1',
      [other.ref],
    )
    expect(rows).toEqual([{ is_authentic: false }])
  })

  it('K44 a NUL, a double field or a megabyte of nonsense is no failure of ours', async () => {
    const bodies = ['id=%00&order_number=%00', 'order_number=1&order_number=2', 'a='.repeat(40_000)]
    for (const body of bodies) {
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
      const call = { method: 'POST', path: '/api/montypay/callback', body, headers }
      expect((await shop.browser().call(call)).status).toBeLessThan(500)
    }
    const odd = await shop.browser().get('/api/whishpay/callback?eid=%00&r=ok&eid=1&sig=%ff')
    expect(odd.status).toBe(200)
  })
})

describe('K45 where a browser is sent', () => {
  it('K45 to pay: to the provider alone', async () => {
    const placedOrder = await shop.buy(shop.browser(), productId)
    expect(new URL(placedOrder.body.redirectUrl).origin).toBe(shop.sandboxUrl)
    const hosts = { suffix: '.whish.money', exact: [] }
    const evil = [
      'https://whish.money.evil.example/pay',
      'https://evilwhish.money/pay',
      'http://whish.money/pay',
      'https://user@whish.money/pay',
      'https://whish.money:8443/pay',
      'javascript:alert(1)',
      '//evil.example',
    ]
    for (const address of evil)
      expect([address, allowedRedirect(address, hosts)]).toEqual([address, null])
    expect(allowedRedirect('https://pay.whish.money/1', hosts)).toBe('https://pay.whish.money/1')
  })

  it('K45 back: to this host, on the same page, and no parameter changes that', async () => {
    const { id } = await placed()
    const evil = 'https%3A%2F%2Fevil.example'
    for (const path of [
      `/payment/success?orderId=${id}&link=x&next=${evil}&redirect=${evil}`,
      `/payment/failed?orderId=..%2F..&link=x`,
      `/payment/success?orderId=${id}&orderId=${id}&link=x`,
    ]) {
      const answer = await fetch(`${shop.origin}${path}`, { redirect: 'manual' })
      expect(answer.status).toBe(303)
      expect(answer.headers.get('location')).toMatch(/^\/payment\/(success|failed)\?/)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.getSetCookie()).toEqual([])
    }
  })

  it('K45 an order is named by its id alone', async () => {
    const order = await placed()
    for (const id of [order.ref, order.id.toUpperCase(), `${order.id}'`, '0', order.id.slice(0, 8)])
      expect((await order.browser.get(`/api/whishpay/status/${id}`)).status).toBe(404)
  })
})
