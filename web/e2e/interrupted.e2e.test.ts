// A purchase that does not go straight: a line that is cut or slow, a payment that is declined,
// late or given up, buttons that go back, and a second tab. One wish to buy stays one order.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Browser, BrowserContext, Page } from 'playwright-core'

import { desk, openBrowser, phone } from '#services/testing/browser.ts'
import {
  addToCart,
  choose,
  goPay,
  heading,
  open,
  openCheckout,
  orderCount,
  payButton,
  signUp,
  tryAgain,
} from '#services/testing/customer-steps.ts'
import { openHttpWire } from '#services/testing/http-wire.ts'
import type { HttpWire } from '#services/testing/http-wire.ts'
import { listening } from '#services/testing/listening.ts'
import { openRunningShop } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'

const SLOW = 90_000
let wire: HttpWire
let shop: RunningShop
let browser: Browser
let context: BrowserContext
let raffleId: string

beforeAll(async () => {
  wire = await openHttpWire()
  const env = { PUBLIC_ORIGIN: wire.origin }
  ;[shop, browser] = await Promise.all([openRunningShop({ withPages: true, env }), openBrowser()])
  wire.leadTo(shop.origin)
  ;({ raffleId } = await shop.sell({ name: 'A Trip to Egypt', totalTickets: 5_000 }))
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await wire?.close()
  await shop?.stop()
})
afterEach(async () => {
  wire.mend()
  await context?.close()
})

/** A customer of his own, before a checkout that wants nothing but to be sent. */
async function atCheckout(): Promise<Page> {
  const page = await atRaffle()
  await addToCart(page)
  await openCheckout(page)
  return page
}

async function atRaffle(): Promise<Page> {
  context = await browser.newContext({ ...phone, reducedMotion: 'reduce' })
  return open(context, `${wire.origin}/raffle/${raffleId}`)
}

/** Orders that come into being meanwhile. */
async function newOrders(act: () => Promise<void>): Promise<number> {
  const before = await orderCount(shop)
  await act()
  return (await orderCount(shop)) - before
}

const cartOf = (page: Page) => page.evaluate(() => localStorage.getItem('qura.cart') ?? '[]')

it(
  'makes one order of two tries when the first answer was lost, and gets its page of payment',
  async () => {
    const page = await atCheckout()
    const made = await newOrders(async () => {
      wire.cut({ call: /^POST \/api\/purchases$/, at: 'answer' })
      await payButton(page).click()
      await page.getByText('Failed to process your order. Please try again.').waitFor()
      expect(wire.cuts()).toBeGreaterThan(0)
      wire.mend()
      await goPay(page, shop)
      await page.getByText('$10.00').waitFor()
    })
    expect(made).toBe(1)
  },
  SLOW,
)

it(
  'says at once that there is no network, keeps nothing to be sent later, and sells afterwards',
  async () => {
    const page = await atCheckout()
    const made = await newOrders(async () => {
      await context.setOffline(true)
      await payButton(page).click()
      await page.getByText('Failed to process your order. Please try again.').waitFor()
      await context.setOffline(false)
      await goPay(page, shop)
    })
    expect(made).toBe(1)
  },
  SLOW,
)

it(
  'takes one order from an impatient thumb on a slow line',
  async () => {
    const page = await atCheckout()
    const line = await context.newCDPSession(page)
    const slow = { latency: 1_500, downloadThroughput: 50_000, uploadThroughput: 50_000 }
    await line.send('Network.emulateNetworkConditions', { offline: false, ...slow })
    const made = await newOrders(async () => {
      await payButton(page).dblclick()
      const pending = page.getByRole('button', { name: 'Processing...', disabled: true })
      await pending.waitFor()
      await pending.click({ force: true })
      await page.waitForURL((url) => url.href.startsWith(shop.sandboxUrl))
    })
    expect(made).toBe(1)
  },
  SLOW,
)

it(
  'finds cart and order again after the provider’s page was left, and buys once',
  async () => {
    const page = await atCheckout()
    const made = await newOrders(async () => {
      await goPay(page, shop)
      await page.goBack({ waitUntil: 'networkidle' })
      await page.getByRole('button', { name: 'Cart, 1 item' }).click()
      await openCheckout(page)
      await goPay(page, shop)

      await choose(page, 'Decline')
      await heading(page, 'Payment Failed')
      expect(await cartOf(page)).toContain('A Trip to Egypt')
      await tryAgain(page, shop)
      await choose(page, 'Approve')
      await heading(page, 'Payment Successful')
      await page.getByText('#000 001').waitFor()
      expect(await cartOf(page)).toBe('[]')
    })
    expect(made).toBe(1)

    await page.goBack() // the provider's page, of a payment that has been made
    await page.getByText('This payment has been made.').waitFor()
    await page.getByRole('link', { name: 'Back to the shop' }).click()
    await heading(page, 'Payment Successful')
  },
  SLOW,
)

it(
  'shows who comes back to a page as he left it a button that pays, not one that waits',
  async () => {
    const page = await atCheckout()
    // This browser keeps no pages to show them again: it is held on this one, and told that it is.
    const away = page.waitForRequest((request) => request.url().startsWith(shop.sandboxUrl))
    await page.route(`${shop.sandboxUrl}/**`, (route) => route.fulfill({ status: 204 }))
    await payButton(page).click()
    await away
    await page.getByRole('button', { name: 'Processing...', disabled: true }).waitFor()
    await page.evaluate(() =>
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
    )
    await page.unrouteAll()
    await goPay(page, shop)
  },
  SLOW,
)

it(
  'leads to the tickets when a payment that had failed arrives after all',
  async () => {
    const page = await atCheckout()
    const made = await newOrders(async () => {
      await goPay(page, shop)
      await choose(page, 'Approve late')
      await heading(page, 'Payment Failed')
      const orderId = new URL(page.url()).searchParams.get('orderId')
      const status = () =>
        page.evaluate(async (id) => {
          const answer = await fetch(`/api/whishpay/status/${id}`)
          return ((await answer.json()) as { status: string }).status
        }, orderId)
      await expect.poll(status, { timeout: 30_000, interval: 250 }).toBe('paid')
      await page.getByRole('button', { name: 'Try Again' }).click()
      await heading(page, 'Payment Successful')
      await page
        .getByText(/^#\d{3}\s\d{3}$/)
        .first()
        .waitFor()
    })
    expect(made).toBe(1)
  },
  SLOW,
)

it(
  'opens what was pressed before the page listened, once it does, and keeps what was typed',
  async () => {
    context = await browser.newContext({ ...phone, reducedMotion: 'reduce' })
    const page = await context.newPage()
    const line = Promise.withResolvers<void>()
    await context.route('**/assets/**', async (route) => {
      await line.promise
      await route.fallback()
    })
    const login = await context.newPage()
    await login.goto(`${wire.origin}/login`, { waitUntil: 'commit' })
    await login.locator('input[type=tel]').fill('70 7')
    await page.goto(`${wire.origin}/raffle/${raffleId}`, { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Add to Cart & Enter Raffle' }).click()
    line.resolve()
    await page.getByText(/^\d+ tickets? in /).waitFor()
    await login.evaluate(listening)
    await login.locator('input[type=tel]').press('End')
    await login.keyboard.type('65432')
    expect(await login.locator('input[type=tel]').inputValue()).toMatch(/^70\D*765\D*432$/)
  },
  SLOW,
)

/** Runs in the page: presses that button once before React has its root, and at once afterwards. */
function pressTwice(name: string): void {
  const press = () =>
    [...document.querySelectorAll('button')].find((one) => one.textContent.includes(name))?.click()
  const add = EventTarget.prototype.addEventListener
  EventTarget.prototype.addEventListener = function (this: EventTarget, ...given) {
    const isRoot = this instanceof Element && this.id === 'root' && given[0] === 'click'
    if (isRoot) {
      EventTarget.prototype.addEventListener = add
      press()
      queueMicrotask(press) // its root is made, and nothing is drawn yet
    }
    add.apply(this, given)
  }
}

it(
  'does once what is pressed again, or only, while the page begins to listen',
  async () => {
    context = await browser.newContext({ ...phone, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.addInitScript(pressTwice, 'Add to Cart & Enter Raffle')
    await page.goto(`${wire.origin}/raffle/${raffleId}`, { waitUntil: 'networkidle' })
    await page.evaluate(listening)
    await page.getByText('2 tickets in A Trip to Egypt').waitFor()
    expect(JSON.parse(await cartOf(page))).toMatchObject([{ quantity: 1 }])
  },
  SLOW,
)

it(
  'loses no letter of who is typing while the page begins to listen',
  async () => {
    context = await browser.newContext({ ...desk, reducedMotion: 'reduce' })
    const words = 'somebody.who.types.for.a.long.while@example.com'
    for (const before of [8, 20, words.length]) {
      const page = await context.newPage()
      const line = Promise.withResolvers<void>()
      await page.route('**/assets/**', async (route) => {
        await line.promise
        await route.fallback()
      })
      await page.goto(`${wire.origin}/admin/login`, { waitUntil: 'commit' })
      const email = page.getByLabel('Email')
      await email.focus()
      await page.keyboard.type(words.slice(0, before))
      line.resolve()
      await page.keyboard.type(words.slice(before), { delay: 5 })
      await page.evaluate(listening)
      // What the app knows, not only what stands there: it draws the field anew.
      await page.getByLabel('Password').pressSequentially('x')
      await page.keyboard.press('Enter')
      await page.getByText('Invalid email or password').first().waitFor()
      expect(await email.inputValue()).toBe(words)
      await page.close()
    }
  },
  SLOW,
)

it(
  'reads a page anew, once and quietly, whose shop has another build by now',
  async () => {
    // No worker stands between the page and the shop, where it would not be seen from here.
    context = await browser.newContext({ ...phone, serviceWorkers: 'block' })
    const page = await open(context, `${wire.origin}/raffles`)
    // As after a new version: files of this page's build are gone, pages name those of the next.
    await context.route('**/assets/**', (route) => route.fulfill({ status: 404 }))
    const pagesRead: string[] = []
    await context.route(
      (url) => !url.pathname.startsWith('/assets/'),
      async (route, request) => {
        if (request.isNavigationRequest()) {
          pagesRead.push(new URL(request.url()).pathname)
          await context.unroute('**/assets/**')
        }
        await route.fallback()
      },
    )
    await page.getByRole('link', { name: 'Terms' }).first().click()
    await heading(page, 'Terms')
    await page.evaluate(listening)
    expect(pagesRead).toEqual(['/terms'])
  },
  SLOW,
)

it(
  'closes the checkout with the page that the back button leaves, and keeps the cart',
  async () => {
    context = await browser.newContext({ ...phone, reducedMotion: 'reduce' })
    const page = await open(context, `${wire.origin}/raffles`)
    await page.getByRole('link', { name: 'A Trip to Egypt' }).click()
    await addToCart(page)
    await openCheckout(page)
    await page.goBack()
    await heading(page, 'Win Premium Prizes')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Cart, 1 item' }).waitFor()
  },
  SLOW,
)

it(
  'has one cart in two tabs, and no checkout in the second of what was paid in the first',
  async () => {
    const first = await atRaffle()
    const second = await open(context, `${wire.origin}/raffle/${raffleId}`)
    await addToCart(first)
    await second.getByRole('button', { name: 'Cart, 1 item' }).click()
    await second.getByRole('button', { name: /^One more / }).click()
    await first.getByText('4 tickets in A Trip to Egypt').waitFor()

    await openCheckout(second)
    const made = await newOrders(async () => {
      await openCheckout(first)
      await goPay(first, shop)
      await choose(first, 'Approve')
      await heading(first, 'Payment Successful')
    })
    expect(made).toBe(1)
    await second.getByText('Your cart is empty').waitFor()
    expect(await payButton(second).count()).toBe(0)
  },
  SLOW,
)

it(
  'shows nobody’s orders in one tab after he has signed out in the other',
  async () => {
    const first = await atRaffle()
    await signUp(first, shop, '+96170456789')
    const second = await open(context, `${wire.origin}/dashboard`)
    await heading(second, 'My Dashboard')
    await first.goto(`${wire.origin}/dashboard`)
    await first.getByRole('button', { name: 'Logout' }).click()
    await second.waitForURL(`${wire.origin}/login`)
  },
  SLOW,
)
