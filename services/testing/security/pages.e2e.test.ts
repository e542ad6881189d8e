// Pages in a real browser (assurance K51, K54): what the content policy says and does, and that
// what strangers type is text wherever it is shown.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import type { ApiClient } from '../api-client.ts'
import { complaintsOf, desk, openBrowser } from '../browser.ts'
import { openRunningShop } from '../running-service.ts'
import type { RunningShop } from '../running-service.ts'

const SLOW = 90_000
const corpus = [
  '<script>window.hit=1</script>',
  '<img src=x onerror=window.hit=1>',
  '"><svg onload=window.hit=1>',
  `';window.hit=1;//`,
  '</title><script>window.hit=1</script>',
  '</script><script>window.hit=1</script>',
  'javascript:window.hit=1',
  '{{constructor.constructor("window.hit=1")()}}',
  '\u2028<iframe srcdoc="<script>parent.hit=1</script>">',
]
const all = corpus.join(' ')

let shop: RunningShop
let browser: Browser
let owner: ApiClient
let raffleId: string
let orderPageUrl: string
let orderId: string

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openRunningShop({ withPages: true }), openBrowser()])
  owner = await shop.owner()
  const words = { name: corpus[0] ?? '', productName: corpus[1] ?? '' }
  const sold = await shop.sell({ ...words, totalTickets: 50 })
  raffleId = sold.raffleId
  const { status, body } = await shop.client().post('/api/purchases', {
    shippingMethod: 'delivery',
    paymentMethod: 'whishpay',
    customerName: all.slice(0, 100),
    customerEmail: 'mallory@example.com',
    customerPhone: '+96170123456',
    deliveryAddress: all.slice(0, 300),
    items: [{ productId: sold.productId, quantity: 1, variantId: null }],
  })
  expect(status).toBe(201)
  ;({ id: orderId, orderPageUrl } = body)
  await shop.pay(orderId, 'approve')
  await vi.waitFor(
    async () => expect((await owner.get(`/api/admin/orders/${orderId}`)).body.status).toBe('paid'),
    { timeout: 30_000, interval: 100 },
  )
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

async function opened(path: string, context?: BrowserContext) {
  const page = await (context ?? (await browser.newContext(desk))).newPage()
  page.setDefaultTimeout(30_000)
  const complaints = complaintsOf(page)
  await page.goto(new URL(path, shop.origin).href, { waitUntil: 'networkidle' })
  return { page, complaints }
}

const isHit = (page: Page) => page.evaluate(() => 'hit' in window)

describe('K51 the content policy', () => {
  it.each(['/', '/raffles', '/login', '/faq', '/admin/login', '/nothing-here'])(
    'K51 of %s lets nothing run, load or frame but what the shop serves',
    async (path) => {
      const { headers } = await fetch(shop.origin + path)
      const policy = headers.get('content-security-policy') ?? ''
      const rules = new Map(
        policy.split('; ').map((rule) => {
          const [name = '', ...values] = rule.split(' ')
          return [name, values] as const
        }),
      )
      for (const name of ['default-src', 'object-src', 'base-uri', 'frame-ancestors'])
        expect([name, rules.get(name)]).toEqual([name, [`'none'`]])
      for (const value of [...(rules.get('script-src') ?? []), ...(rules.get('style-src') ?? [])])
        expect(value).toMatch(/^'(?:self|sha256-[\w+/=]{44})'$/)
      expect(rules.get('script-src')).toContain(`'self'`)
      expect(rules.get('form-action')).toEqual([`'self'`])
    },
  )

  it(
    'K51 stops what was smuggled into a page, and no dialog of ours is stopped',
    async () => {
      const { page, complaints } = await opened(`/raffle/${raffleId}`)
      await page.getByRole('button', { name: 'Add to Cart & Enter Raffle' }).click()
      await page.getByRole('button', { name: 'Checkout' }).click()
      await page.getByLabel('Full name').waitFor()
      expect(complaints).toEqual([])

      const outcomes = await page.evaluate(async () => {
        const stopped: string[] = []
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
          stopped.push(effectiveDirective),
        )
        const inline = document.createElement('script')
        const refused = (act: () => unknown) => {
          try {
            act()
            return false
          } catch {
            return true
          }
        }
        const isTextRefused = refused(() => (inline.textContent = 'window.hit=1'))
        const isMarkupRefused = refused(() => (document.body.innerHTML = '<b>1</b>'))
        const elsewhere = await fetch('https://evil.invalid/').catch(() => 'refused')
        await new Promise((resolve) => setTimeout(resolve))
        return { stopped, isTextRefused, isMarkupRefused, elsewhere }
      })
      expect(outcomes).toMatchObject({
        isTextRefused: true,
        isMarkupRefused: true,
        elsewhere: 'refused',
      })
      expect(outcomes.stopped).toContain('connect-src')
      expect(await isHit(page)).toBe(false)
    },
    SLOW,
  )
})

describe('K54 what strangers type', () => {
  it(
    'K54 is text in the shop and on the page of the order',
    async () => {
      for (const path of ['/', '/raffles', `/raffle/${raffleId}`, orderPageUrl]) {
        const { page, complaints } = await opened(path)
        expect([path, await isHit(page), complaints]).toEqual([path, false, []])
      }
      const { page } = await opened(`/raffle/${raffleId}`)
      expect(await page.locator('h1').first().innerText()).toContain(corpus[0])
    },
    SLOW,
  )

  it(
    'K54 is text for staff',
    async () => {
      const context = await browser.newContext(desk)
      const url = shop.origin
      await context.addCookies([...owner.cookies].map(([name, value]) => ({ name, value, url })))
      for (const path of ['/admin/orders', `/admin/orders/${orderId}`, '/admin/customers']) {
        const { page, complaints } = await opened(path, context)
        expect([path, await isHit(page), complaints]).toEqual([path, false, []])
      }
    },
    SLOW,
  )

  it('K54 is text in the page’s own source, in its data and in texts to phones', async () => {
    const html = await (await fetch(`${shop.origin}/raffle/${raffleId}`)).text()
    expect(html).not.toContain(corpus[0])
    expect(html).not.toContain(corpus[1])
    // A text is plain by nature; what a stranger typed has no place in it all the same.
    const to = encodeURIComponent('+96170123456')
    const inbox = await fetch(`${shop.sandboxUrl}/messages?to=${to}`)
    const { messages } = (await inbox.json()) as { messages: { text: string }[] }
    expect(messages.length).toBeGreaterThan(0)
    for (const { text } of messages) expect(text).not.toMatch(/onerror|onload|iframe|constructor/)
  })
})
