// One order from its payment to the end of it, on the page and on paper.
import { readFile } from 'node:fs/promises'

import type { Page } from 'playwright-core'

import type { Screen } from '../screens.ts'
import { cut, failure, keepWaiting } from './steps.ts'

/** What may be asked for stands at the end of the page. */
async function ask(page: Page): Promise<void> {
  await page.locator('main section').last().locator('button').last().click()
  await page.locator('main section form').waitFor()
}

const onPaper = (page: Page): Promise<void> => page.emulateMedia({ media: 'print' })

/** The file that is saved when the device has nothing to share it with, as large as it is. */
async function openTicketPicture(page: Page): Promise<void> {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('main article button:has(svg)').last().click(),
  ])
  const picture = (await readFile(await saved.path())).toString('base64')
  await page.goto('about:blank')
  await page.setContent(`<img src="data:image/png;base64,${picture}" style="max-width:100%">`)
}

const status = '**/api/whishpay/status/**'
const payment = (order: string) => `/payment/success?orderId=:${order}`
const STEP_MS = 500
const STEPS_MAX = 400

/** Half a minute of asking, told by a clock that is quicker. */
async function waitInVain(page: Page): Promise<void> {
  for (let step = 0; step < STEPS_MAX && !(await failure(page).isVisible()); step += 1)
    await page.clock.runFor(STEP_MS)
  await failure(page).waitFor()
}

export const orderScreens: readonly Screen[] = [
  { name: 'order-ready', path: '/order/:ready', as: 'customer' },
  { name: 'order-on-its-way', path: '/order/:away', as: 'customer' },
  { name: 'order-delivered', path: '/order/:delivered', as: 'customer' },
  { name: 'order-return', path: '/order/:delivered', as: 'customer', open: ask },
  { name: 'order-asked', path: '/order/:asked', as: 'customer' },
  { name: 'order-answered', path: '/order/:answered', as: 'customer' },
  { name: 'order-cancel-unpaid', path: '/order/:unpaid', as: 'customer', open: ask },
  { name: 'order-given-up', path: '/order/:givenUp', as: 'customer' },
  { name: 'order-refund-due', path: '/order/:refundDue', as: 'customer' },
  { name: 'order-refunded', path: '/order/:refunded', as: 'customer' },
  { name: 'order-drawn', path: '/order/:old', as: 'customer' },
  { name: 'order-on-paper', path: '/order/:order', as: 'customer', open: onPaper },
  {
    name: 'order-failed',
    path: '/dashboard',
    as: 'customer',
    isCut: true,
    before: cut('**/api/orders/*'),
    async open(page) {
      await page.locator('main a[href^="/order/"]').first().click()
      await failure(page).waitFor()
    },
  },
  {
    name: 'ticket-picture',
    path: '/order/:order',
    as: 'customer',
    isPicture: true,
    open: openTicketPicture,
  },
  {
    name: 'payment-processing',
    path: payment('order'),
    as: 'customer',
    isKeptWaiting: true,
    before: keepWaiting(status),
  },
  {
    name: 'payment-success-guest',
    path: payment('bought'),
    as: 'buyer',
    open: (page) => page.locator('main article').first().waitFor(),
  },
  {
    name: 'payment-declined',
    path: payment('declined'),
    as: 'buyer',
    open: (page) => failure(page).waitFor(),
  },
  {
    name: 'payment-unreachable',
    path: payment('order'),
    as: 'customer',
    isCut: true,
    before: cut(status),
    open: (page) => failure(page).waitFor(),
  },
  {
    name: 'payment-timeout',
    path: payment('unpaid'),
    as: 'customer',
    before: (page) => page.clock.install(),
    open: waitInVain,
  },
]
