// Before anybody buys: raffles at every point of their life, lists that are empty, late or cut off,
// and what stands around the pages.
import type { Page, Route } from 'playwright-core'

import type { Screen } from '../screens.ts'
import {
  answer,
  cut,
  dialog,
  enter,
  failure,
  keepWaiting,
  notice,
  openCart,
  openMenu,
} from './steps.ts'

/** The list is read by the browser itself when it comes from another page. */
async function goToRaffles(page: Page): Promise<void> {
  await page.locator('footer a[href="/raffles"]').click()
  await page.waitForURL('**/raffles')
}

const notify = (page: Page) => page.locator('main form button[type=submit]').click()

/** The page as the shop writes it where a marketing tag is set. */
async function withGoogleTag(route: Route): Promise<void> {
  const response = await route.fetch()
  const html = await response.text()
  const body = html.replace('"gaMeasurementId":null', '"gaMeasurementId":"G-SAMPLE"')
  const headers = response.headers()
  delete headers['content-encoding'] // it is plain text by now
  await route.fulfill({ response, headers, body })
}

export const browsingScreens: readonly Screen[] = [
  { name: 'menu-signed-in', path: '/', as: 'customer', isOnPhonesOnly: true, open: openMenu },
  {
    name: 'raffles-loading',
    path: '/faq',
    before: keepWaiting('**/api/raffles'),
    async open(page) {
      await goToRaffles(page)
      await page.locator('main [role=status]').waitFor()
    },
  },
  {
    name: 'raffles-failed',
    path: '/faq',
    isCut: true,
    before: cut('**/api/raffles'),
    async open(page) {
      await goToRaffles(page)
      await failure(page).waitFor()
    },
  },
  {
    name: 'raffles-empty',
    path: '/faq',
    before: answer('**/api/raffles', (route) => route.fulfill({ json: [] })),
    async open(page) {
      await goToRaffles(page)
      await page.locator('#raffles svg').first().waitFor()
    },
  },
  { name: 'raffle-scheduled', path: '/raffle/:scheduled' },
  { name: 'raffle-sold-out', path: '/raffle/:soldOut' },
  { name: 'raffle-sealed', path: '/raffle/:sealed' },
  { name: 'raffle-drawn', path: '/raffle/:drawn' },
  { name: 'raffle-cancelled', path: '/raffle/:cancelled' },
  { name: 'raffle-coming-soon', path: '/raffle/:coming' },
  { name: 'raffle-goods', path: '/raffle/:over' },
  {
    name: 'gallery-next',
    path: '/raffle/:varied',
    isInWindow: true,
    open: (page) => page.locator('main section button[aria-current]').last().click(),
  },
  { name: 'variants-few', path: '/raffle/:stocked', open: enter },
  {
    name: 'variants-failed',
    path: '/raffle/:stocked',
    isCut: true,
    before: cut('**/api/products/*/variants'),
    async open(page) {
      await enter(page)
      await dialog(page).getByRole('alert').waitFor()
    },
  },
  {
    name: 'notify-refused',
    path: '/raffle/:reserved',
    async open(page) {
      await notify(page)
      await failure(page).waitFor()
    },
  },
  {
    name: 'notify-noted',
    path: '/raffle/:scheduled',
    async open(page) {
      await page.locator('main form input[type=tel]').fill('76 123 456')
      await page.locator('main form label:has(input[type=checkbox])').click()
      await notify(page)
      await page.locator('main form').waitFor({ state: 'detached' })
    },
  },
  {
    name: 'cart-added',
    path: '/raffle/:raffle',
    async open(page) {
      await enter(page)
      const { width = 0 } = page.viewportSize() ?? {}
      if (width >= 768) await notice(page).waitFor()
    },
  },
  {
    name: 'cart-choice-lost',
    path: '/raffles',
    before: answer('**/api/raffles/*', (route) =>
      route.fulfill({ status: 404, json: { error: 'not found', code: 'not_found' } }),
    ),
    isCut: true,
    async open(page) {
      await openCart(page)
      await dialog(page).locator('section button').first().click()
      await notice(page).waitFor()
    },
  },
  {
    name: 'consent',
    path: '/',
    async before(page) {
      // The page is not to come by way of the worker that keeps things for the offline page.
      const line = await page.context().newCDPSession(page)
      await line.send('Network.enable')
      await line.send('Network.setBypassServiceWorker', { bypass: true })
      await answer(/\/$/, withGoogleTag)(page)
    },
    open: (page) => page.locator('section[aria-label]:has(button + button)').last().waitFor(),
  },
  {
    name: 'share-picture',
    isPicture: true,
    path: '/raffle/:raffle',
    async open(page) {
      const picture = await page.locator('meta[property="og:image"]').getAttribute('content')
      await page.goto(picture ?? '')
    },
  },
  {
    name: 'waiting-room',
    path: '/raffles',
    asksNobody: true,
    isCut: true,
    async before(page, { does }) {
      await page.context().clearCookies({ name: 'qura_entry' })
      await does.rush()
    },
  },
]
