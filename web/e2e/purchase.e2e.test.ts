// The purchase path in a real browser, on the whole shop with its sandbox: what a customer sees,
// and that no page complains to the console, hydration and content policy included.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'

import { complaintsOf, desk, openBrowser, phone } from '#services/testing/browser.ts'
import { openRunningShop } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'

const SLOW = 90_000
let shop: RunningShop
let browser: Browser

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openRunningShop({ withPages: true }), openBrowser()])
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

it(
  'sells to a guest on a phone, prints his tickets and shows them after sign-in',
  async () => {
    await shop.sell({ name: 'A Trip to Egypt', totalTickets: 100, productName: 'Olive Oil' })
    const { page, complaints } = await visit('/raffles', phone)
    await page.getByRole('button', { name: /Enter Raffle.*A Trip to Egypt/ }).click()
    await page.getByText('2 tickets in A Trip to Egypt').waitFor()
    await checkOut(page, '70 123 456')

    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByRole('heading', { name: 'Payment Successful' }).waitFor({ timeout: 30_000 })
    await page.getByText('#000 001').waitFor({ timeout: 30_000 })
    expect(await page.evaluate(() => localStorage.getItem('qura.cart'))).toBe('[]')

    await signUp(page, '+96170123456')
    await page.goto(`${shop.origin}/dashboard`)
    await page.getByRole('region', { name: 'My Raffles' }).getByText('#000 001').waitFor()
    await page.getByRole('region', { name: 'Order History' }).getByText('Olive Oil').waitFor()
    expect(complaints).toEqual([])
  },
  SLOW,
)

it(
  'keeps the cart when the payment is declined, pays the same order again, and empties it once',
  async () => {
    const raffle = { name: 'Apple Watch', totalTickets: 100, productName: 'Notebook' }
    const { raffleId } = await shop.sell(raffle)
    const { page } = await visit(`/raffle/${raffleId}`, desk)
    await page.getByRole('button', { name: 'Add to Cart & Enter Raffle' }).click()
    await checkOut(page, '71 123 456')
    const kept = JSON.stringify((await page.context().storageState()).origins)
    expect(kept).toContain('qura.purchase-key')
    expect(kept).not.toMatch(/123 ?456|Maya|maya@/) // whoever comes next to this browser reads it

    await page.getByRole('button', { name: 'Decline', exact: true }).click()
    await page.getByRole('heading', { name: 'Payment Failed' }).waitFor({ timeout: 30_000 })
    expect(await page.evaluate(() => localStorage.getItem('qura.cart'))).toContain('Notebook')

    await page.getByRole('button', { name: 'Try Again' }).click()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByText('#000 001').waitFor({ timeout: 30_000 })
    expect(await page.evaluate(() => localStorage.getItem('qura.cart'))).toBe('[]')

    // A new cart is no older order's: its page may be opened again.
    const paid = page.url()
    await page.goto(`${shop.origin}/raffle/${raffleId}`)
    await page.getByRole('button', { name: 'Add to Cart & Enter Raffle' }).click()
    await page.getByText('2 tickets in Apple Watch').waitFor()
    await page.goto(paid)
    await page.getByText('#000 001').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('qura.cart'))).toContain('Notebook')
  },
  SLOW,
)

it(
  'notifies where no button of the checkout is covered',
  async () => {
    await shop.sell({ name: 'Mountain Bike', totalTickets: 100 })
    const { page } = await visit('/raffles', desk)
    await page.getByRole('button', { name: /Enter Raffle.*Mountain Bike/ }).click()
    await page.getByRole('button', { name: 'Checkout' }).click()
    await page.getByRole('button', { name: /^Pay \$/ }).click()
    const notice = await boxOf(page.getByRole('region', { name: /F8/ }).getByRole('alert'))
    for (const button of await page.getByRole('dialog').getByRole('button').all())
      expect(overlap(notice, await boxOf(button)), await button.innerText()).toBe(false)
  },
  SLOW,
)

it('answers 404 for pages and raffles that are not there', async () => {
  const unknown = await fetch(`${shop.origin}/nothing-here`)
  expect([unknown.status, await unknown.text()]).toEqual([
    404,
    expect.stringContaining('404 Page Not Found'),
  ])
  const raffle = await fetch(`${shop.origin}/raffle/00000000-0000-4000-8000-000000000000`)
  expect(raffle.status).toBe(404)
})

it(
  'leaves room for what lies over a page of a phone, and only where it does',
  async () => {
    const { raffleId } = await shop.sell({ name: 'Gold Necklace', totalTickets: 100 })
    const room = async (path: string) => {
      const { page } = await visit(path, phone)
      const below = await page.evaluate(() => {
        const { bottom } = document.querySelector('footer')!.getBoundingClientRect()
        // Half a pixel less than nothing is nothing, too.
        return Math.round(document.documentElement.scrollHeight - scrollY - bottom) || 0
      })
      await page.context().close()
      return below
    }
    expect(await room(`/raffle/${raffleId}`)).toBe(80)
    expect(await room('/raffle/00000000-0000-4000-8000-000000000000')).toBe(0)

    const { page } = await visit('/raffles', phone)
    const right = await page
      .locator('main article :is(h3, p)')
      .evaluateAll((texts) => Math.max(...texts.map((text) => text.getBoundingClientRect().right)))
    const help = await page.locator('aside a').boundingBox()
    expect(help!.x).toBeGreaterThanOrEqual(right)
  },
  SLOW,
)

it('writes the raffle into the page for who reads it without a script', async () => {
  const { raffleId } = await shop.sell({ name: 'City Car', totalTickets: 100 })
  const html = await (await fetch(`${shop.origin}/raffle/${raffleId}`)).text()
  expect(html).toMatch(/<title>City Car, \$[\d,.]+ · Qura<\/title>/)
  expect(html).toContain('property="og:image"')
  expect(html).toContain('Add to Cart &amp; Enter Raffle')
})

async function visit(path: string, options: BrowserContextOptions) {
  const page = await (await browser.newContext(options)).newPage()
  const complaints = complaintsOf(page)
  await page.goto(shop.origin + path, { waitUntil: 'networkidle' })
  return { page, complaints }
}

type Box = { x: number; y: number; width: number; height: number }

async function boxOf(element: Locator): Promise<Box> {
  await element.waitFor()
  const box = await element.boundingBox()
  if (!box) throw new Error('it went away')
  return box
}

const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

async function checkOut(page: Page, number: string): Promise<void> {
  await page.getByRole('button', { name: 'Checkout' }).click()
  await page.getByLabel('Full name').fill('Maya Haddad')
  await page.getByLabel('Email').fill('maya@example.com')
  await page.getByLabel('Phone', { exact: true }).fill(number)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await page.getByText('Redirecting to payment...').waitFor()
  await page.waitForURL((url) => url.href.startsWith(shop.sandboxUrl))
}

async function signUp(page: Page, number: string): Promise<void> {
  await page.goto(`${shop.origin}/login`)
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await page.getByLabel('Full name').fill('Maya Haddad')
  await page.getByLabel('Phone number').fill(number)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByText('OTP sent!').waitFor()
  const inbox = `${shop.sandboxUrl}/messages?to=${encodeURIComponent(number)}`
  const { messages } = await (await fetch(inbox)).json()
  const { code } = messages.find((message: { code?: string }) => message.code)
  await page.getByLabel('Verification code').fill(code)
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.waitForURL(`${shop.origin}/`)
}
