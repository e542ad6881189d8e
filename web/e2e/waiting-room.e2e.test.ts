// The waiting room in a real browser: a newcomer sees its page and is in the shop by himself when
// the rush is over; who stands at the till is told to wait, and his order goes through.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Browser, BrowserContext } from 'playwright-core'

import type { ApiClient } from '#services/testing/api-client.ts'
import { axeFaults } from '#services/testing/axe.ts'
import { openBrowser, phone } from '#services/testing/browser.ts'
import {
  addToCart,
  open,
  openCheckout,
  orderCount,
  payButton,
  WAIT_MS,
} from '#services/testing/customer-steps.ts'
import { holdPurchases } from '#services/testing/held-purchase.ts'
import type { HeldPurchases } from '#services/testing/held-purchase.ts'
import { openRunningShop } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'

const SLOW = 90_000
let shop: RunningShop
let browser: Browser
let context: BrowserContext
let held: HeldPurchases
let raffleId: string
let productId: string

beforeAll(async () => {
  const env = { WAITING_ROOM_AT: '1' }
  ;[shop, browser] = await Promise.all([openRunningShop({ withPages: true, env }), openBrowser()])
  ;({ raffleId, productId } = await shop.sell({ name: 'City Car', totalTickets: 5_000 }))
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})
afterEach(async () => {
  held.release()
  await context?.close()
})

/** Somebody else buys, and is not answered until `held.release`. */
async function beginRush(): Promise<void> {
  const buyer = shop.client()
  await expect.poll(() => enter(buyer), { timeout: WAIT_MS }).toBe(true)
  held = holdPurchases()
  void buyer.post('/api/purchases', {
    shippingMethod: 'pickup',
    paymentMethod: 'whishpay',
    customerName: 'Karim Khoury',
    customerEmail: 'karim@example.com',
    customerPhone: '+96170654321',
    items: [{ productId, quantity: 1, variantId: null }],
  })
  await expect.poll(async () => (await visit()).status, { timeout: WAIT_MS }).toBe(503)
}

const visit = () => fetch(shop.origin, { headers: { accept: 'text/html' } })

/** As a browser that opens a page; false: it was told to wait. */
async function enter(client: ApiClient): Promise<boolean> {
  const [pair = ''] = ((await visit()).headers.getSetCookie()[0] ?? '').split(';')
  const [name = '', value] = pair.split('=')
  if (value !== undefined) client.cookies.set(name, value)
  return value !== undefined
}

it(
  'shows a newcomer its page, and the shop by itself when the rush is over',
  async () => {
    context = await browser.newContext({ ...phone, reducedMotion: 'reduce' })
    await beginRush()
    const page = await context.newPage()
    page.setDefaultTimeout(WAIT_MS)
    expect((await page.goto(`${shop.origin}/raffles`))?.status()).toBe(503)

    await page.getByRole('heading', { name: 'Very many people are here right now' }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'Ask again now' }).click()
    await page.getByRole('heading', { name: 'Very many people are here right now' }).waitFor()

    held.release()
    await page.getByRole('heading', { name: 'Win Premium Prizes' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/raffles')
  },
  SLOW,
)

it(
  'lets who stands at the till wait, in words, and then pay',
  async () => {
    context = await browser.newContext({ ...phone, reducedMotion: 'reduce' })
    const page = await open(context, `${shop.origin}/raffle/${raffleId}`)
    await addToCart(page)
    await openCheckout(page)
    await context.clearCookies({ name: 'qura_entry' }) // he has been here for long
    const before = await orderCount(shop)
    await beginRush()
    await payButton(page).click()
    await page.getByText('Very many people are buying right now.').waitFor()
    await page.getByText('We try again by ourselves.').waitFor()
    held.release()
    await page.waitForURL((url) => url.href.startsWith(shop.sandboxUrl))
    await expect.poll(() => orderCount(shop)).toBe(before + 2)
  },
  SLOW,
)
