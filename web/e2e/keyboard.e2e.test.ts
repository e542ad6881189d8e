// The shop without a pointer: every step of a purchase, of signing in and of changing the language
// by keys alone, the focus always seen, and given back by whatever closes.
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Browser, BrowserContext, Page } from 'playwright-core'

import { desk, openBrowser, phone } from '#services/testing/browser.ts'
import { codeOf, heading, open } from '#services/testing/customer-steps.ts'
import {
  dialogs,
  focusOf,
  isFocused,
  isHeldIn,
  isInDialog,
  openByKey,
  press,
  tabTo,
} from '#services/testing/keyboard.ts'
import { openRunningShop } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'

const SLOW = 180_000 // a key, a frame, a look: hundreds of times
let shop: RunningShop
let browser: Browser
let context: BrowserContext

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openRunningShop({ withPages: true }), openBrowser()])
  const { productId } = await shop.sell({ name: 'A Trip to Egypt', totalTickets: 500 })
  const owner = await shop.owner()
  for (const [name, sku] of [
    ['Sea blue', 'NB-BLUE'],
    ['Cedar green', 'NB-GREEN'],
  ] as const) {
    const variant = new FormData()
    variant.set('name', name)
    variant.set('sku', sku)
    await owner.post(`/api/admin/products/${productId}/variants`, variant)
  }
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})
afterEach(() => context?.close())

async function visit(path: string, size = desk): Promise<Page> {
  context = await browser.newContext({ ...size, reducedMotion: 'reduce' })
  return open(context, shop.origin + path)
}

it(
  'buys: raffle, variant, cart, checkout, the provider’s page, tickets',
  async () => {
    const page = await visit('/raffles')
    await tabTo(page, /^Skip to content$/)
    await press(page, 'Enter')
    await tabTo(page, /^A Trip to Egypt$/)
    await press(page, 'Enter')
    await page.waitForURL(/\/raffle\//)
    await isFocused(page, /^A Trip to Egypt$/) // the heading of the new page
    await tabTo(page, /^Add to Cart & Enter Raffle$/)
    await press(page, 'Enter')
    await page.getByText('SKU: NB-BLUE').waitFor()
    await isHeldIn(page, dialogs)
    await tabTo(page, /Sea blue/)
    await press(page, 'ArrowDown')
    await isFocused(page, /Cedar green/)
    await tabTo(page, /^Add to Cart$/)
    await press(page, 'Enter')

    await page.getByText('2 tickets in A Trip to Egypt').waitFor()
    await isHeldIn(page, dialogs)
    await tabTo(page, /^One more /)
    await press(page, 'Enter')
    await page.getByText('4 tickets in A Trip to Egypt').waitFor()
    await tabTo(page, /^Checkout$/)
    await press(page, 'Enter')
    await fillCheckout(page)
    await pay(page, /^Pay \$20\.00$/)

    await heading(page, 'MontyPay')
    await press(page, 'Tab')
    await isFocused(page, /^Approve$/)
    await press(page, 'Enter')
    await heading(page, 'Payment Successful')
    await page.getByText('#000 001').waitFor()
    await tabTo(page, /^Continue Shopping$/)
    await press(page, 'Enter')
    await heading(page, 'Win Premium Prizes')
  },
  SLOW,
)

/** To the provider's page. A busy shop may find it slow, and ask the buyer to press once more. */
async function pay(page: Page, button: RegExp): Promise<void> {
  const isThere = () => page.url().startsWith(shop.sandboxUrl)
  const pressOnce = async () => {
    if (isThere()) return
    await tabTo(page, button)
    await press(page, 'Enter')
    await page.waitForURL(isThere, { timeout: 10_000 })
  }
  await vi.waitFor(pressOnce, { timeout: 60_000, interval: 250 })
}

/** A card, by the arrow keys. What is missing has the keyboard when the form is sent too soon. */
async function fillCheckout(page: Page): Promise<void> {
  await isFocused(page, /^Full name$/)
  await tabTo(page, /^Pay \$/)
  await press(page, 'Enter')
  await isFocused(page, /^Full name$/)
  await page.keyboard.type('Maya Haddad')
  await tabTo(page, /^Email$/)
  await page.keyboard.type('maya@example.com')
  await tabTo(page, /^Phone$/)
  await page.keyboard.type('70123456')
  await tabTo(page, /^Pickup/)
  await press(page, 'ArrowDown')
  await isFocused(page, /^Delivery/)
  await press(page, 'ArrowUp')
  await tabTo(page, /^WhishPay Wallet/)
  await press(page, 'ArrowDown')
  await isFocused(page, /^Card Payment/)
}

it(
  'signs up with the code',
  async () => {
    const number = '+96170333444'
    const page = await visit('/login')
    await tabTo(page, /^Sign In$/) // of the bar
    await tabTo(page, /^Sign In$/)
    await press(page, 'ArrowRight')
    await isFocused(page, /^Sign Up$/)
    await tabTo(page, /^Full name$/)
    await page.keyboard.type('Maya Haddad')
    await tabTo(page, /^Phone number$/)
    await page.keyboard.type(number)
    await press(page, 'Enter')
    await isFocused(page, /^Verification code$/)
    await page.keyboard.type(await codeOf(shop, number))
    await press(page, 'Enter')
    await page.waitForURL(`${shop.origin}/`)
    await page.getByRole('link', { name: 'Dashboard' }).waitFor()
  },
  SLOW,
)

it(
  'changes the language from the menu, and reads the Arabic page',
  async () => {
    const page = await visit('/faq', phone)
    await openByKey(page, /^Menu$/)
    await tabTo(page, /^العربية$/)
    await press(page, 'Enter')
    await page.waitForURL(/lang=ar/)
    expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl')
    await page.getByRole('heading', { name: 'الأسئلة الشائعة' }).waitFor()
  },
  SLOW,
)

it(
  'keeps the keyboard inside what is open, closes it with Escape, and gives the focus back',
  async () => {
    const page = await visit('/raffles', phone)
    for (const opener of [/^Menu$/, /^Cart$/, /^Enter Raffle/]) {
      await openByKey(page, opener)
      for (let tabs = 0; tabs < 12; tabs += 1) {
        await press(page, 'Tab')
        expect(await page.evaluate(isInDialog)).toBe(true)
      }
      await press(page, 'Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await isFocused(page, opener)
    }
  },
  SLOW,
)

it(
  'leads to the notification with F8, and from the checkout back to where it all began',
  async () => {
    const page = await visit('/raffles')
    await tabTo(page, /^Enter Raffle/)
    await press(page, 'Enter')
    await page.getByText('SKU: NB-BLUE').waitFor()
    await isHeldIn(page, dialogs)
    await tabTo(page, /^Add to Cart$/)
    await press(page, 'Enter')
    await page.getByText('Added to cart', { exact: true }).waitFor()
    await isHeldIn(page, '.drawer__content')
    const inCart = await page.evaluate(focusOf)
    await press(page, 'F8')
    await isFocused(page, /^Close notification$/)
    await press(page, 'Enter')
    await page.getByText('Added to cart', { exact: true }).waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(focusOf)).toEqual(inCart)
    await tabTo(page, /^Checkout$/)
    await press(page, 'Enter')
    await isFocused(page, /^Full name$/)
    await press(page, 'Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await isFocused(page, /^Enter Raffle/)
  },
  SLOW,
)
