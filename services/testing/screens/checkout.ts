// At the till: what is chosen, what is waited for, and everything the shop may say no to.
import type { Screen } from '../screens.ts'
import {
  answer,
  checkOutAsGuest,
  choose,
  cut,
  dialog,
  enter,
  fillIn,
  goToCheckout,
  keepWaiting,
  notice,
  openCheckout,
  pay,
  payButton,
  refusal,
} from './steps.ts'

const refusedByShop = {
  error: 'Please check the email address and the phone number.',
  code: 'invalid_request',
  fields: ['customerEmail', 'customerPhone'].map((path) => ({ path, message: 'is not valid' })),
}

export const checkoutScreens: readonly Screen[] = [
  {
    name: 'checkout-guest',
    path: '/raffle/:raffle',
    async open(page) {
      await enter(page)
      await goToCheckout(page)
    },
  },
  {
    name: 'checkout-contact-refused',
    path: '/raffle/:raffle',
    async open(page) {
      await enter(page)
      await goToCheckout(page)
      await pay(page)
      await dialog(page).locator('[aria-invalid=true]').first().waitFor()
      await refusal(page).waitFor()
    },
  },
  {
    name: 'checkout-fields-refused',
    path: '/raffle/:raffle',
    isCut: true,
    // What the form lets through, and the shop does not.
    before: answer('**/api/purchases', (route) =>
      route.fulfill({ status: 400, json: refusedByShop }),
    ),
    async open(page) {
      await checkOutAsGuest(page)
      await pay(page)
      await dialog(page).locator('[aria-invalid=true]').nth(1).waitFor()
      await refusal(page).waitFor()
    },
  },
  {
    name: 'checkout-card',
    path: '/raffles',
    as: 'customer',
    async open(page) {
      await openCheckout(page)
      await choose(page, 'montypay')
    },
  },
  {
    name: 'checkout-addresses',
    path: '/raffles',
    as: 'careful',
    async open(page) {
      await openCheckout(page)
      await choose(page, 'delivery')
      const town = dialog(page).locator('[autocomplete=address-level2]')
      await town.evaluate((field) => field.scrollIntoView({ block: 'end' }))
    },
  },
  {
    name: 'checkout-processing',
    path: '/raffles',
    as: 'customer',
    before: keepWaiting('**/api/purchases'),
    async open(page) {
      await openCheckout(page)
      await pay(page)
      await payButton(page).and(page.locator(':disabled')).waitFor()
    },
  },
  {
    name: 'checkout-redirecting',
    path: '/raffle/:raffle',
    // The browser stays where it is.
    before: (page, { sandboxUrl }) =>
      answer(`${sandboxUrl}/**`, (route) => route.fulfill({ status: 204 }))(page),
    async open(page) {
      await checkOutAsGuest(page)
      const answered = page.waitForResponse('**/api/purchases')
      await pay(page)
      await answered // the notification before it told of the cart
      await notice(page).waitFor()
    },
  },
  {
    name: 'checkout-failed',
    path: '/raffles',
    as: 'customer',
    isCut: true,
    before: cut('**/api/purchases'),
    async open(page) {
      await openCheckout(page)
      await pay(page)
      await refusal(page).waitFor()
    },
  },
  {
    name: 'checkout-price-changed',
    path: '/raffle/:priced',
    isCut: true,
    async open(page, { does }) {
      await checkOutAsGuest(page)
      await does.reprice()
      await pay(page)
      await refusal(page).waitFor()
    },
  },
  {
    name: 'checkout-tickets-left',
    path: '/raffle/:few',
    isCut: true,
    async open(page) {
      await enter(page)
      const more = dialog(page).locator('li output + button')
      await more.click()
      await more.click()
      await goToCheckout(page)
      await fillIn(page)
      await pay(page)
      await page.locator('.dialog__footer [role=alert]').waitFor()
    },
  },
  {
    name: 'checkout-sold-out',
    path: '/raffles',
    as: 'newcomer',
    isCut: true,
    async open(page) {
      await openCheckout(page)
      await pay(page)
      await page.locator('.dialog__footer [role=alert]').waitFor()
    },
  },
  {
    name: 'checkout-paused',
    path: '/raffles',
    as: 'careful',
    isCut: true,
    async open(page) {
      await openCheckout(page)
      await pay(page)
      await refusal(page).waitFor()
    },
  },
  {
    name: 'checkout-waiting',
    path: '/raffles',
    as: 'customer',
    isCut: true,
    async open(page, { does }) {
      await openCheckout(page)
      await page.context().clearCookies({ name: 'qura_entry' })
      await does.rush()
      await pay(page)
      await page.locator('.dialog__footer [role=status]').waitFor()
    },
  },
]
