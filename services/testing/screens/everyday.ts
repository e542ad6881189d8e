// What nearly every customer sees, and one of each kind of state: the gate looks at these.
import type { Screen } from '../screens.ts'
import {
  choose,
  cut,
  dialog,
  enter,
  openCart,
  openCheckout,
  openMenu,
  pay,
  submit,
} from './steps.ts'

export const everydayScreens: readonly Screen[] = [
  {
    name: 'home',
    path: '/',
    async open(page, { ids }) {
      if (ids.drawn !== undefined) await page.locator('#winners article').first().waitFor()
    },
  },
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
      await choose(page, 'delivery')
      await pay(page)
      await dialog(page).locator('[aria-invalid=true]').first().waitFor()
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
  { name: 'dashboard-empty', path: '/dashboard', as: 'newcomer' },
  {
    name: 'dashboard-failed',
    path: '/dashboard',
    as: 'customer',
    isCut: true,
    before: cut('**/api/users/**'),
    open: (page) => page.locator('main [role=alert]').nth(1).waitFor(),
  },
  { name: 'account', path: '/account', as: 'customer' },
  { name: 'order', path: '/order/:order', as: 'customer' },
  {
    name: 'order-cancel',
    path: '/order/:order',
    as: 'customer',
    async open(page) {
      await page.locator('main section').last().locator('button').last().click()
      await page.locator('main section form').waitFor()
    },
  },
  { name: 'order-unpaid', path: '/order/:unpaid', as: 'customer' },
  { name: 'order-not-yours', path: '/order/:order' },
  {
    name: 'payment-success',
    path: '/payment/success?orderId=:order',
    as: 'customer',
    open: (page) => page.locator('main article').first().waitFor(),
  },
  { name: 'payment-without-order', path: '/payment/success' },
  { name: 'payment-failed', path: '/payment/failed' },
  { name: 'draw-announced', path: '/draws/:raffle' },
  { name: 'verify', path: '/verify' },
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
