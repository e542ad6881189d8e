// Every screen of the shop in every state a customer can bring it to, as a table: one line more,
// and it is photographed (`npm run screenshots`) and examined (`web/e2e/accessible.e2e.test.ts`).
// Openers find their way by the structure of a page, so that they work in every language.
import type { Page } from 'playwright-core'

import type { ApiClient } from './api-client.ts'
import type { RunningShop } from './running-service.ts'

export type Visitor = 'guest' | 'customer'

export type Screen = {
  name: string
  /** `:raffle` and the like are ids of `ScreenShop`. */
  path: string
  /** A guest, when left out. */
  as?: Visitor
  /** There is no such thing on a desk. */
  isOnPhonesOnly?: true
  /** It is the same for everybody, and does not ask who is there. */
  asksNobody?: true
  open?: (page: Page) => Promise<void>
}

const dialog = (page: Page) => page.getByRole('dialog')
const menu = (page: Page) => page.locator('header button[aria-haspopup=dialog]').first()
const cart = (page: Page) => page.locator('header button[aria-haspopup=dialog]').last()
const submit = (page: Page) => page.locator('main button[type=submit]').first()

async function openMenu(page: Page): Promise<void> {
  await menu(page).click()
  await dialog(page).waitFor()
}

async function openCart(page: Page): Promise<void> {
  await cart(page).click()
  await dialog(page).waitFor()
}

async function openCheckout(page: Page): Promise<void> {
  await openCart(page)
  await page.locator('.drawer__footer button').last().click()
  await dialog(page).locator('input[value=delivery]').waitFor({ state: 'attached' })
}

async function enter(page: Page): Promise<void> {
  const words = page.locator('main button:visible').filter({ hasNot: page.locator('svg, img') })
  await words.first().click()
  await dialog(page).waitFor()
}

const pay = (page: Page) => page.locator('.dialog__footer button').last().click()

export const screens: readonly Screen[] = [
  { name: 'home', path: '/' },
  { name: 'menu', path: '/', isOnPhonesOnly: true, open: openMenu },
  { name: 'raffles', path: '/raffles' },
  { name: 'raffle', path: '/raffle/:raffle' },
  { name: 'raffle-reserved', path: '/raffle/:reserved' },
  { name: 'raffle-reserved-signed-in', path: '/raffle/:reserved', as: 'customer' },
  { name: 'raffle-missing', path: '/raffle/00000000-0000-4000-8000-000000000000' },
  { name: 'variants', path: '/raffle/:varied', open: enter },
  { name: 'cart', path: '/raffles', as: 'customer', open: openCart },
  { name: 'cart-empty', path: '/raffles', open: openCart },
  { name: 'checkout', path: '/raffles', as: 'customer', open: openCheckout },
  {
    name: 'checkout-delivery-refused',
    path: '/raffles',
    as: 'customer',
    async open(page) {
      await openCheckout(page)
      await dialog(page).locator('label:has(input[value=delivery])').click()
      await pay(page)
    },
  },
  { name: 'login', path: '/login' },
  {
    name: 'login-refused',
    path: '/login',
    async open(page) {
      await page.getByRole('tab').last().click()
      await submit(page).click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  { name: 'dashboard', path: '/dashboard', as: 'customer' },
  { name: 'account', path: '/account', as: 'customer' },
  { name: 'order', path: '/order/:order', as: 'customer' },
  { name: 'order-unpaid', path: '/order/:unpaid', as: 'customer' },
  { name: 'order-not-yours', path: '/order/:order' },
  { name: 'payment-success', path: '/payment/success?orderId=:order', as: 'customer' },
  { name: 'payment-without-order', path: '/payment/success' },
  { name: 'payment-failed', path: '/payment/failed' },
  { name: 'how-it-works', path: '/how-it-works' },
  {
    name: 'faq',
    path: '/faq',
    open: (page) => page.locator('summary, main button[aria-expanded]').first().click(),
  },
  { name: 'shipping', path: '/shipping' },
  { name: 'terms', path: '/terms' },
  { name: 'privacy', path: '/privacy' },
  { name: 'offline', path: '/offline' },
  { name: 'stop-alerts', path: '/stop/00000000-0000-4000-8000-000000000000' },
  { name: 'not-found', path: '/nothing-here' },
]

/** Opens the screen, listening and with everything it reads. */
export async function openScreen(page: Page, screen: Screen, url: string): Promise<void> {
  const known = screen.asksNobody
    ? undefined
    : page.waitForResponse((answer) => answer.url().endsWith('/api/auth/me'))
  await page.goto(url)
  await known
  await page.locator('[data-waits]').first().waitFor({ state: 'detached' })
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  await screen.open?.(page)
}

export type ScreenShop = {
  ids: Readonly<Record<'raffle' | 'reserved' | 'varied' | 'order' | 'unpaid', string>>
  /** Cookies of the customer, whose cart is not empty. */
  cookies: { name: string; value: string; url: string }[]
}

const PHONE = '+96170123456'

/** Raffles in three states and a customer with a paid and an unpaid order. */
export async function furnish(shop: RunningShop): Promise<ScreenShop> {
  const trip = { name: 'A Trip to Egypt', totalTickets: 500, productName: 'Olive Oil', tickets: 5 }
  const { raffleId: raffle, productId } = await shop.sell(trip)
  const watch = { name: 'Apple Watch', totalTickets: 400, productName: 'Cedar Notebook' }
  const { raffleId: varied, productId: notebook } = await shop.sell(watch)
  await addVariants(await shop.owner(), notebook)
  const small = { name: 'Gold Necklace', totalTickets: 2, productName: 'Bookmark' }
  const { raffleId: reserved, productId: bookmark } = await shop.sell(small)

  const customer = shop.client()
  await signUp(shop, customer)
  const order = await place(customer, productId, 2)
  await shop.pay(order, 'approve')
  const unpaid = await place(customer, bookmark, 1)
  await customer.put('/api/cart', { lines: [{ productId, variantId: null, quantity: 2 }] })
  await customer.post(`/api/raffles/${reserved}/alerts`, { consent: true })
  const cookies = [...customer.cookies].map(([name, value]) => ({
    name,
    value,
    url: shop.origin,
  }))
  return { ids: { raffle, reserved, varied, order, unpaid }, cookies }
}

export const addressOf = ({ path }: Screen, { ids }: ScreenShop): string =>
  path.replace(/:(raffle|reserved|varied|order|unpaid)\b/, (_all, name: string) => {
    const known: Readonly<Record<string, string>> = ids
    return known[name] ?? ''
  })

async function addVariants(owner: ApiClient, productId: string): Promise<void> {
  for (const [name, sku, change] of [
    ['Sea blue', 'NB-BLUE', '2.00'],
    ['Cedar green', 'NB-GREEN', '0.00'],
  ] as const) {
    const form = new FormData()
    form.set('name', name)
    form.set('sku', sku)
    form.set('priceAdjustment', change)
    await owner.post(`/api/admin/products/${productId}/variants`, form)
  }
}

async function signUp(shop: RunningShop, customer: ApiClient): Promise<void> {
  await customer.post('/api/auth/send-otp', { phone: PHONE })
  const inbox = await fetch(`${shop.sandboxUrl}/messages?to=${encodeURIComponent(PHONE)}`)
  const { messages } = (await inbox.json()) as { messages: { code?: string }[] }
  const code = messages.find((message) => message.code !== undefined)?.code
  const body = { phone: PHONE, code, fullName: 'Maya Haddad' }
  const { status } = await customer.post('/api/auth/verify-otp', body)
  if (status !== 200) throw new Error('the customer could not sign up')
  await customer.put('/api/account/profile', { fullName: 'Maya Haddad', email: 'maya@example.com' })
}

async function place(customer: ApiClient, productId: string, quantity: number): Promise<string> {
  const { status, body } = await customer.post('/api/purchases', {
    shippingMethod: 'pickup',
    paymentMethod: 'whishpay',
    customerName: 'Maya Haddad',
    customerEmail: 'maya@example.com',
    customerPhone: PHONE,
    items: [{ productId, quantity, variantId: null }],
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.id as string
}
