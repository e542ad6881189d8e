// The shop without a network, in a real browser: the customer's own tickets and nothing that ages,
// until he signs out.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { axeFaults } from '#services/testing/axe.ts'
import { openBrowser, phone } from '#services/testing/browser.ts'
import { openRunningShop } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'

const SLOW = 90_000
const NUMBER = '+96170123456'
let shop: RunningShop
let browser: Browser
let page: Page

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openRunningShop({ withPages: true }), openBrowser()])
  page = await (await browser.newContext({ ...phone, reducedMotion: 'reduce' })).newPage()
  page.setDefaultTimeout(30_000)
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

/** Paid in another browser; answers the link of its receipt. */
async function buy(productId: string, quantity: number): Promise<string> {
  const { body } = await shop.client().post('/api/purchases', {
    shippingMethod: 'pickup',
    paymentMethod: 'whishpay',
    customerName: 'Maya Haddad',
    customerEmail: 'maya@example.com',
    customerPhone: NUMBER,
    items: [{ productId, quantity, variantId: null }],
  })
  await shop.pay(body.id, 'approve')
  return body.orderPageUrl
}

/** The browser has kept what it needs. */
async function isKept(): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect
    .poll(() => page.evaluate(async () => Boolean(await caches.match('/offline?lang=en'))), {
      timeout: 30_000,
    })
    .toBe(true)
}

async function openOffline(path: string): Promise<void> {
  await page.context().setOffline(true)
  await page.goto(shop.origin + path)
  await page.getByRole('heading', { name: 'You are offline' }).waitFor()
}

it(
  'shows the tickets that were seen, each raffle once, with their date, and no price and no count',
  async () => {
    const { productId } = await shop.sell({ name: 'A Trip to Egypt', totalTickets: 500 })
    await page.goto(await buy(productId, 2))
    await page.getByText('#000 001', { exact: true }).waitFor()
    await page.goto(await buy(productId, 1))
    await page.getByText('#000 005').waitFor()
    await isKept()

    await openOffline('/raffles')
    await page.getByText('#000 004', { exact: true }).waitFor()
    await page.getByText('#000 006').waitFor()
    expect(await page.getByRole('article').count()).toBe(1)
    await page.getByText(/^As of /).waitFor()
    const words = await page.locator('main').innerText()
    expect(words).toContain('A Trip to Egypt')
    expect(words).not.toMatch(/\$|tickets sold|\d+ \/ \d+/)
    expect(await axeFaults(page)).toEqual([])

    await page.context().setOffline(false)
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.waitForURL(`${shop.origin}/raffles`)
    await page.getByRole('heading', { name: 'Win Premium Prizes' }).waitFor()
  },
  SLOW,
)

it(
  'keeps nothing for who has signed out',
  async () => {
    await signUp()
    await page.goto(`${shop.origin}/dashboard`)
    await page.getByText('#000 001', { exact: true }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('qura.tickets'))).toContain('000001')
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByText('Logged out', { exact: true }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('qura.tickets'))).toBeNull()

    await openOffline('/dashboard')
    await page.getByText('No tickets are kept on this device.').waitFor()
    await page.context().setOffline(false)
  },
  SLOW,
)

it('is asked for by the browser under a policy that lets it speak to this shop alone', async () => {
  const answer = await fetch(`${shop.origin}/sw.js`)
  expect(answer.headers.get('content-security-policy')).toBe(
    "default-src 'none'; connect-src 'self'",
  )
  expect(answer.headers.get('cache-control')).toBe('no-cache')
})

async function signUp(): Promise<void> {
  await page.goto(`${shop.origin}/login`)
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await page.getByLabel('Full name').fill('Maya Haddad')
  await page.getByLabel('Phone number').fill(NUMBER)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByText('OTP sent!').waitFor()
  const inbox = `${shop.sandboxUrl}/messages?to=${encodeURIComponent(NUMBER)}`
  const { messages } = await (await fetch(inbox)).json()
  const { code } = messages.find((message: { code?: string }) => message.code)
  await page.getByLabel('Verification code').fill(code)
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.waitForURL(`${shop.origin}/`)
}
