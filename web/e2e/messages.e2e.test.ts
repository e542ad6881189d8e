// The error catalogue of customers, as tables (`messages/`): each message, what really causes it,
// and that it is seen. A line is cut (`http-wire.ts`), a provider fails by its switch, a code is
// wrong or too old, a number is unknown, staff take away what was looked at. The rows of a table
// follow each other on one page, as its visitor would meet them. What a cart meets whose tickets or
// prices changed is in `availability.e2e.test.ts`.
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { openBrowser, phone } from '#services/testing/browser.ts'
import {
  addToCart,
  calm,
  choose,
  open,
  openCheckout,
  payButton,
  signUp,
} from '#services/testing/customer-steps.ts'
import { openHttpWire } from '#services/testing/http-wire.ts'
import type { HttpWire } from '#services/testing/http-wire.ts'
import { openRunningShop } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'

import { cartRows, checkoutRows, freeRows } from './messages/purchase.ts'
import type { Row } from './messages/row.ts'
import { codeRows, known, numberRows } from './messages/sign-in.ts'

const SLOW = 90_000
let wire: HttpWire
let shop: RunningShop
let browser: Browser
let trip: { raffleId: string; productId: string }
let waiting: Page

beforeAll(async () => {
  wire = await openHttpWire()
  const env = { PUBLIC_ORIGIN: wire.origin, LIMITS: 'strict' }
  ;[shop, browser] = await Promise.all([openRunningShop({ withPages: true, env }), openBrowser()])
  wire.leadTo(shop.origin)
  waiting = await visit('/raffles')
  await waiting.getByText('No Active Raffles', { exact: true }).waitFor()
  trip = await shop.sell({ name: 'A Trip to Egypt', totalTickets: 500 })
  await goUnpaid(waiting)
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await wire?.close()
  await shop?.stop()
})
beforeEach(async () => {
  wire.mend()
  await calm(shop)
})

describe('the checkout', () =>
  tell(checkoutRows, async () => {
    const page = await visit(`/raffle/${trip.raffleId}`)
    await addToCart(page)
    await page.getByRole('button', { name: 'Checkout' }).click()
    return page
  }))

describe('an order that costs nothing', () =>
  tell(freeRows, async () => {
    const free = { name: 'Open Day', totalTickets: 100, price: '0.00', tickets: 3 }
    const page = await visit(`/raffle/${(await shop.sell(free)).raffleId}`)
    await addToCart(page)
    await openCheckout(page)
    return page
  }))

describe('the cart', () =>
  tell(cartRows, async () => {
    const { productId } = await shop.sell({ name: 'Apple Watch', totalTickets: 100 })
    const variant = new FormData()
    variant.set('name', 'Sea blue')
    variant.set('sku', 'NB-BLUE')
    await (await shop.owner()).post(`/api/admin/products/${productId}/variants`, variant)
    return visit(`/raffle/${trip.raffleId}`)
  }))

describe('the number', () =>
  tell(numberRows, async () => {
    const page = await visit('/login')
    await signUp(page, shop, known)
    await page.context().clearCookies()
    await page.goto(`${wire.origin}/login`, { waitUntil: 'networkidle' })
    return page
  }))

describe('the code, and what it opens', () =>
  tell(codeRows, async () => {
    const context = await browser.newContext({ ...phone, reducedMotion: 'reduce' })
    await context.clock.install()
    return open(context, `${wire.origin}/login`)
  }))

it(
  'says that it waits no longer: the provider has said nothing for half a minute',
  () =>
    says(
      waiting,
      "Payment verification timeout: We're still processing your payment. " +
        'Please check your order history in a few minutes.',
    ),
  SLOW,
)

/** The rows, on the page with which they begin. */
function tell(rows: readonly Row[], begin: () => Promise<Page>): void {
  let page: Page
  beforeAll(async () => {
    page = await begin()
  }, SLOW)
  afterAll(() => page.context().close())

  it.each(rows)(
    'says “$message”: $cause',
    async ({ message, provoke }) => {
      await provoke(page, { shop, wire })
      await says(page, message)
    },
    SLOW,
  )
}

async function says(page: Page, message: string): Promise<void> {
  const [before = '', after] = message.split('{n}')
  const words = after === undefined ? before : new RegExp(`^${before}\\d+${after}$`)
  await page.getByText(words).first().waitFor()
}

const visit = async (path: string): Promise<Page> =>
  open(await browser.newContext({ ...phone, reducedMotion: 'reduce' }), wire.origin + path)

/** By way of the provider, who is not paid, back to the shop, which waits for it. */
async function goUnpaid(page: Page): Promise<void> {
  await page.goto(`${wire.origin}/raffle/${trip.raffleId}`, { waitUntil: 'networkidle' })
  await addToCart(page)
  await openCheckout(page)
  await payButton(page).click()
  await choose(page, 'Never answer')
  await page.getByRole('link', { name: 'Back to the shop' }).click()
  await page.getByRole('heading', { name: 'Processing Payment' }).waitFor()
}
