// Pages in a real browser (docs/security.md, K51, K54): what the content policy says and does, and
// that what strangers type is text wherever it is shown.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { secondPerson } from '../../commands/approvals.ts'
import { readCsv } from '../../commands/read-csv.ts'
import type { ApiClient } from '../api-client.ts'
import { complaintsOf, desk, openBrowser, phone } from '../browser.ts'
import { openRunningShop } from '../running-service.ts'
import type { RunningShop } from '../running-service.ts'
import { dialogOf, told } from '../staff-steps.ts'
import { ofTurn } from '../turns.ts'

const SLOW = 90_000
const still = { ...desk, reducedMotion: 'reduce' } as const
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
const buyerName = all.slice(0, 100)
const sku = corpus[3] ?? ''
const [buyersNote, packersNote, place, reference] = [4, 5, 6, 7].map((at) => corpus[at] ?? '')

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
  await describeGoods(sold)
  await buy(sold.productId)
  await writeNotes(sold.productId)
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

const done = async (asked: ReturnType<ApiClient['post']>) => {
  const { status, body } = await asked
  expect([status < 300, body?.error]).toEqual([true, undefined])
  return body
}

const form = (fields: Record<string, string>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

/** Words of a raffle and its product, and a variant by its name and SKU. */
async function describeGoods({ productId }: { productId: string }): Promise<void> {
  const words = { description: all, prizeInfo: all }
  await done(owner.put(`/api/admin/raffles/${raffleId}`, form(words)))
  const product = `/api/admin/products/${productId}`
  await done(owner.put(product, form({ description: all })))
  await done(owner.post(`${product}/variants`, form({ name: corpus[2] ?? '', sku, stock: '5' })))
}

const variantOf = async (productId: string): Promise<string> =>
  (await done(owner.get(`/api/admin/products/${productId}/variants`))).variants[0].id

async function buy(productId: string): Promise<void> {
  const buyer = shop.client()
  const placed = await done(
    buyer.post('/api/purchases', {
      shippingMethod: 'delivery',
      paymentMethod: 'whishpay',
      customerName: buyerName,
      customerEmail: 'mallory@example.com',
      customerPhone: '+96170123456',
      deliveryAddress: all.slice(0, 300),
      items: [{ productId, quantity: 1, variantId: await variantOf(productId) }],
    }),
  )
  ;({ id: orderId, orderPageUrl } = placed)
  await shop.pay(orderId, 'approve')
  await vi.waitFor(
    async () => expect((await owner.get(`/api/admin/orders/${orderId}`)).body.status).toBe('paid'),
    { timeout: 30_000, interval: 100 },
  )
  const asked = { kind: 'cancel', note: buyersNote }
  await done(buyer.post(`/api/orders/${orderId}/requests`, asked))
}

/** By staff: at an order, at a shelf, at the counter, in a draw room, for a second person. */
async function writeNotes(productId: string): Promise<void> {
  const packed = { step: 'sent_out', note: packersNote }
  await done(owner.post(`/api/admin/orders/${orderId}/handover`, packed))
  const variantId = await variantOf(productId)
  const stock = `/api/admin/products/${productId}/variants/${variantId}/stock`
  await done(owner.post(stock, { change: 1, reason: 'received', note: all }))
  await done(
    owner.post('/api/admin/orders/manual', {
      customerPhone: '+96171222333',
      customerName: all.slice(0, 150),
      items: [{ productId, quantity: 1, variantId }],
      shippingMethod: 'pickup',
      paymentMethod: 'omt',
      status: 'paid',
      reference: corpus[0],
      collector: corpus[1],
    }),
  )
  const names = { name: corpus[0], office: corpus[2], documentNumber: '1' }
  await done(
    owner.post(`/api/admin/draws/${raffleId}/session`, {
      mode: 'beacon',
      place,
      witnesses: [{ ...names, title: corpus[1] }],
      representative: names,
    }),
  )
  await askSecondPerson()
}

async function askSecondPerson(): Promise<void> {
  const { database, store, clock } = shop.service.core
  const { user } = (await owner.get('/api/auth/me')).body
  const person = secondPerson({ database, store, now: clock.now, isAsked: true })
  const asked = person.require({
    kind: 'manual_payment',
    subject: '-',
    request: { total: '980.00' },
    details: { total: '980.00', method: 'omt', customer: buyerName, reference, collector: all },
    actor: { personId: user.id, role: 'owner', address: '10.0.0.1' },
  })
  await expect(asked).rejects.toMatchObject({ code: 'approval_required' })
}

async function opened(path: string, context?: BrowserContext) {
  const page = await (context ?? (await browser.newContext(still))).newPage()
  page.setDefaultTimeout(30_000)
  const complaints = complaintsOf(page)
  await page.goto(new URL(path, shop.origin).href, { waitUntil: 'networkidle' })
  return { page, complaints }
}

async function ownersContext(): Promise<BrowserContext> {
  const context = await browser.newContext(still)
  const url = shop.origin
  await context.addCookies([...owner.cookies].map(([name, value]) => ({ name, value, url })))
  return context
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
    'K51 stops what was smuggled into a page, and neither cart nor checkout',
    async () => {
      const plain = await shop.sell({ name: 'Watch', totalTickets: 50 })
      const { page, complaints } = await opened(`/raffle/${plain.raffleId}`)
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

  it(
    'K51 lets the menu of a phone open',
    async () => {
      const context = await browser.newContext({ ...phone, reducedMotion: 'reduce' })
      const { page, complaints } = await opened('/', context)
      await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('dialog', { name: 'Menu' }).waitFor()
      expect(complaints).toEqual([])
    },
    SLOW,
  )

  it(
    'K51 lets charts, the calendar, the menu, forms, questions and notifications of staff open',
    async () => {
      await shop.sell({ name: 'Kettle', totalTickets: 50 })
      const { page, complaints } = await opened('/admin?tab=analytics', await ownersContext())
      const chart = page.getByRole('region', { name: 'Revenue over time' })
      await chart.locator('.recharts-wrapper').hover()
      await chart.locator('.recharts-tooltip-wrapper bdi').first().waitFor()

      await page.getByRole('button', { name: 'More', exact: true }).click()
      const menu = dialogOf(page, 'More for staff')
      await menu.getByRole('button', { name: 'Close' }).click()
      await menu.waitFor({ state: 'detached' })
      await page.getByLabel('Time range').selectOption('custom')
      await page.locator('[data-scope="date-picker"][data-part="content"]').waitFor()

      await page.getByRole('tab', { name: 'Raffles' }).click()
      await page.getByRole('button', { name: 'Edit: Kettle' }).click()
      const form = dialogOf(page, 'Edit Raffle')
      await form.getByLabel('Name').fill('Copper kettle')
      await page.keyboard.press('Escape')
      const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await question.waitFor({ state: 'detached' })
      await form.getByRole('button', { name: 'Update Raffle' }).click()
      await told(page, 'Raffle updated')
      expect(complaints).toEqual([])
    },
    SLOW,
  )
})

/** The page shows these very words, and nothing in them has run. */
async function isTextOn(
  path: string,
  shown: readonly string[],
  context?: BrowserContext,
): Promise<void> {
  const { page, complaints } = await opened(path, context)
  for (const words of shown)
    await page
      .getByText(words)
      .first()
      .waitFor({ state: 'attached' })
      .catch((error: unknown) => {
        throw new Error(`${path} does not show ${words}`, { cause: error })
      })
  expect([path, await isHit(page), complaints]).toEqual([path, false, []])
  await page.close()
}

describe('K54 what strangers type', () => {
  it(
    'K54 is text in the shop and on the page of the order',
    async () => {
      const [name = '', product = '', variant = ''] = corpus
      for (const [path, ...shown] of [
        ['/', name],
        ['/raffles', name],
        [`/raffle/${raffleId}`, corpus[8] ?? '', product],
        [`/draws/${raffleId}`, name],
        [orderPageUrl, product, variant],
      ] as const)
        await isTextOn(path, shown)
      const { page } = await opened(`/raffle/${raffleId}`)
      expect(await page.locator('h1').first().innerText()).toContain(corpus[0])
    },
    SLOW,
  )

  it(
    'K54 is text for staff',
    async () => {
      const context = await ownersContext()
      const [name = '', product = ''] = corpus
      const order = `/admin?tab=orders&order=${orderId}`
      const screens: readonly (readonly [path: string, ...shown: (string | undefined)[]])[] = [
        ['/admin?tab=raffles', name],
        ['/admin?tab=products', product],
        ['/admin?tab=orders', buyerName],
        ['/admin?tab=customers', all.slice(0, 150)],
        [order, sku, buyersNote, packersNote],
        ['/admin/fulfilment', sku],
        ['/admin/attention', buyersNote],
        ['/admin/approvals', reference],
        ['/admin/draws', name],
        [`/admin/draws/${raffleId}`, name],
        ['/admin/audit', name],
      ]
      for (const [path, ...shown] of ofTurn(screens, 3))
        await isTextOn(
          path,
          shown.map((words) => words ?? ''),
          context,
        )
    },
    2 * SLOW,
  )

  it('K54 is one cell of a file, as it was typed', async () => {
    const { headers, bytes } = await owner.get(`/api/admin/raffles/${raffleId}/export`)
    expect(headers.get('content-type')).toContain('text/csv')
    expect(headers.get('content-disposition')).toContain('attachment')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    const [head, ...rows] = readCsv(bytes.toString('utf8'))
    const names = rows.map(({ cells }) => cells.find((cell) => cell.startsWith(corpus[0] ?? '')))
    expect(new Set(names)).toEqual(new Set([buyerName, all.slice(0, 150)]))
    for (const { cells } of rows) expect(cells).toHaveLength(head?.cells.length ?? 0)
  })

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
