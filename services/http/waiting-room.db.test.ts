// The waiting room over HTTP on the whole shop, which lets newcomers wait from one purchase on: who
// waits, who does not, and that everybody gets in when the rush is over.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ApiClient } from '../testing/api-client.ts'
import { holdPurchases } from '../testing/held-purchase.ts'
import { openRunningShop } from '../testing/running-service.ts'
import type { RunningShop } from '../testing/running-service.ts'

let shop: RunningShop
let productId: string
beforeAll(async () => {
  shop = await openRunningShop({ env: { WAITING_ROOM_AT: '1' } })
  ;({ productId } = await shop.sell({ name: 'A car', totalTickets: 5_000 }))
}, 120_000)
afterAll(() => shop.stop())

const visit = (path: string, headers: Record<string, string> = {}) =>
  fetch(shop.origin + path, { headers: { accept: 'text/html,*/*;q=0.8', ...headers } })

const statusOf = async (path: string) => (await visit(path)).status

const buy = (browser: ApiClient, key: string = crypto.randomUUID()) =>
  browser.post(
    '/api/purchases',
    {
      shippingMethod: 'pickup',
      paymentMethod: 'whishpay',
      customerName: 'Maya Haddad',
      customerEmail: 'maya@example.com',
      customerPhone: '+96170123456',
      items: [{ productId, quantity: 1, variantId: null }],
    },
    { 'Idempotency-Key': key },
  )

/** Somebody came while it was calm, and keeps what he was given. */
async function insider(): Promise<ApiClient> {
  const browser = shop.client()
  const enter = async () => {
    const [cookie = ''] = (await visit('/')).headers.getSetCookie()
    const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? []
    browser.cookies.set(name, value)
    return name
  }
  await expect.poll(enter, { timeout: 15_000 }).toBe('qura_entry')
  return browser
}

/** A purchase that is not answered while `act` runs. */
async function duringRush(act: () => Promise<void>): Promise<void> {
  const buyer = await insider()
  const held = holdPurchases()
  const first = buy(buyer)
  try {
    await expect.poll(() => figure('purchases_under_way'), { timeout: 15_000 }).toBe(1)
    await act()
  } finally {
    held.release()
  }
  expect((await first).status).toBe(201)
}

describe('while too many buy', () => {
  it('a newcomer gets a small page without scripts that asks again by itself', async () => {
    await duringRush(async () => {
      const answer = await visit('/raffles', {
        'accept-language': 'ar-LB',
        cookie: 'qura_theme=dark',
      })
      const html = await answer.text()
      expect(answer.status).toBe(503)
      const { headers } = answer
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(4)
      expect(headers.get('refresh')).toBe(headers.get('retry-after'))
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[\w+/]+=*'; img-src 'self'; base-uri 'none'/,
      )
      expect(headers.getSetCookie()).toEqual([])
      expect(html).toContain('<html lang="ar" dir="rtl" class="dark">')
      expect(html).not.toMatch(/<script|https?:|style=/)
      expect(html.length).toBeLessThan(6_000)
    })
  })

  it('a newcomer’s purchase is refused before anything is written', async () => {
    await duringRush(async () => {
      const { status, headers, body } = await buy(shop.client())
      expect([status, body.code]).toEqual([503, 'waiting_room'])
      expect(headers.get('retry-after')).toBe(String(body.retryAfterSeconds))
      expect(headers.getSetCookie()).toEqual([])
    })
    // The promise of purchases counts what failed, and this did not.
    const apart =
      /^http_request_seconds_count\{operation="placePurchase",status="503"(.*)\} [1-9]\d*$/gm
    await expect.poll(figures).toMatch(apart)
    const labels = [...(await figures()).matchAll(apart)].map(([, label]) => label)
    expect(labels).toEqual([',refusal="waiting_room"'])
  })

  it('what is paid for, what can be checked and what is no page stays open', async () => {
    await duringRush(async () => {
      const open = ['/dashboard', '/payment/success', '/order/x', '/verify', '/admin', '/healthz']
      for (const path of open) expect([path, await statusOf(path)]).not.toEqual([path, 503])
      expect((await shop.client().get('/api/raffles')).status).toBe(200)
      expect((await (await shop.owner()).get('/api/admin/orders')).status).toBe(200)
      const robot = await fetch(shop.origin, { headers: { accept: 'application/json' } })
      expect(robot.status).not.toBe(503)
    })
  })

  it('who is inside stays inside, and nobody forges his way in', async () => {
    const browser = await insider()
    let bought: ReturnType<typeof buy> | undefined
    await duringRush(async () => {
      const cookie = `qura_entry=${browser.cookies.get('qura_entry')}`
      expect((await visit('/', { cookie })).status).not.toBe(503)
      expect((await visit('/', { cookie: `${cookie}x` })).status).toBe(503)
      bought = buy(browser)
    })
    expect((await bought)?.status).toBe(201)
  })
})

it('lets in who has waited, with the same key one order, and counts him', async () => {
  const browser = shop.client()
  const key = crypto.randomUUID()
  await duringRush(async () => {
    expect((await buy(browser, key)).status).toBe(503)
  })
  await expect.poll(async () => (await buy(browser, key)).status, { timeout: 15_000 }).toBe(201)
  expect((await buy(browser, key)).status).toBe(200)

  expect(await figure('waiting_room_admitted_total')).toBeGreaterThan(0)
  await expect.poll(() => figure('purchases_under_way')).toBe(0)
})

async function figures(): Promise<string> {
  const { host, port } = shop.config.metrics
  return (await fetch(`http://${host}:${port}/metrics`)).text()
}

const figure = async (name: string) =>
  Number(new RegExp(`^${name} (\\d+)`, 'm').exec(await figures())?.[1])
