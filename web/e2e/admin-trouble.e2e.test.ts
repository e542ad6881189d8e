// What staff see when something goes wrong: their session was ended elsewhere, a page cannot be
// drawn, an answer does not come, or comes only after somebody wants to go on.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { openBrowser } from '#services/testing/browser.ts'
import { focusOf, press, wordsOf } from '#services/testing/keyboard.ts'
import { openRunningShop } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'
import { dialogOf, openAdminTab } from '#services/testing/staff-steps.ts'

const SLOW = 120_000
/** Conditions come when they come: a busy machine is no failure. */
const patient = { timeout: 30_000 }
let shop: RunningShop
let browser: Browser

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openRunningShop({ withPages: true }), openBrowser()])
  await shop.sell({ name: 'Olive Press', productName: 'Olive Oil', totalTickets: 100 })
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

const openTab = (tab: string): Promise<Page> => openAdminTab({ browser, origin: shop.origin }, tab)

it(
  'leads to the door of staff when the session was ended elsewhere',
  async () => {
    const page = await openTab('orders')
    await page.getByRole('button', { name: 'Create Order' }).waitFor()
    const owner = await shop.owner()
    const { body: me } = await owner.get('/api/auth/me')
    const { status } = await owner.delete(`/api/admin/staff/${me.user.id}/sessions`)
    expect(status).toBe(200)
    await page.getByRole('tab', { name: 'Customers' }).click()
    await page.waitForURL(`${shop.origin}/admin/login`)
    await page.getByRole('heading', { name: 'Admin Login' }).waitFor()
    await page.context().close()
  },
  SLOW,
)

it(
  'says that a page could not be drawn, leads on from there, and tries it again',
  async () => {
    const page = await openTab('orders')
    await page.goto(`${shop.origin}/admin/money`, { waitUntil: 'networkidle' })
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    const ordersTab = page.getByRole('tab', { name: 'Orders' })
    await ordersTab.waitFor()
    await page.evaluate(breakDesks)
    await page.goBack()
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
    await page.goForward()
    await ordersTab.waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('heading', { name: 'Money desk' }).waitFor()
    await page.context().close()
  },
  SLOW,
)

/** Runs in the page: what looks a desk up by its name fails, until the page is read anew. */
const breakDesks = () => {
  Object.hasOwn = () => {
    throw new Error('broken on purpose')
  }
}

it(
  'opens the form of a raffle whose draw cannot be read, and says so where it is to be copied',
  async () => {
    const page = await openTab('raffles')
    await page.route('**/api/draws/*', (route) => route.abort())
    const unread = page.waitForEvent('requestfailed', (request) =>
      request.url().includes('/api/draws/'),
    )
    await page.getByRole('button', { name: 'Edit: Olive Press' }).click()
    const form = dialogOf(page, 'Edit Raffle')
    await unread
    await form.getByLabel('Name').waitFor()
    await page.evaluate(focusOf) // two frames later
    expect(await form.isVisible()).toBe(true)
    await form.getByRole('button', { name: 'Cancel', exact: true }).click()
    await form.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'More: Olive Press' }).click()
    await page.getByRole('button', { name: 'Copy as new raffle' }).click()
    await page.locator('#toaster').getByText('Failed to fetch raffles').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.context().close()
  },
  SLOW,
)

it(
  'keeps the dialog of an order by hand open until it is known what became of it',
  async () => {
    const page = await openTab('orders')
    const answered = Promise.withResolvers<void>()
    await page.route('**/api/admin/orders/manual', async (route) => {
      await answered.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Create Order' }).click()
    const form = dialogOf(page, 'Create Order')
    await form.getByLabel('Product', { exact: true }).selectOption({ index: 1 })
    await form.getByRole('textbox', { name: 'Customer phone' }).fill('+96170987654')
    await form.getByRole('button', { name: 'Create Order' }).click()
    const cancel = form.getByRole('button', { name: 'Cancel' })
    await expect.poll(() => cancel.isDisabled(), patient).toBe(true)

    await press(page, 'Escape')
    await page.evaluate(focusOf) // two frames later
    await form.getByRole('button', { name: 'Close' }).click({ force: true })
    await page.evaluate(focusOf)
    expect(await page.getByRole('alertdialog').count()).toBe(0)
    expect(await form.isVisible()).toBe(true)

    answered.resolve()
    await wordsOf(page, /2 raffle tickets generated\.$/)
    await form.waitFor({ state: 'detached' })
    await page.context().close()
  },
  SLOW,
)

it(
  'says that a list which is opened again could not be read anew, and reads it when it is asked to',
  async () => {
    const page = await openTab('orders')
    const tab = (name: string) => page.getByRole('tab', { name })
    await tab('Customers').click()
    await page.getByLabel('Search customers').waitFor()
    await page.route('**/api/admin/orders?*', (route) => route.abort(), { times: 1 })
    await tab('Orders').click()
    await page.locator('#toaster').getByText('Failed to refresh').waitFor()
    await page.getByText(/^Showing \d+ of \d+ orders$/).waitFor()
    const read = page.waitForResponse((answer) => answer.url().includes('/api/admin/orders?'))
    await page.getByRole('button', { name: 'Refresh' }).click()
    expect((await read).status()).toBe(200)
    await page.context().close()
  },
  SLOW,
)

it(
  'says that the list of what to take from the shelves did not come, and asks for it again',
  async () => {
    const page = await openTab('orders')
    await page.route('**/api/admin/fulfilment/pick-list', (route) => route.abort(), { times: 1 })
    await page.goto(`${shop.origin}/admin/fulfilment`, { waitUntil: 'networkidle' })
    const line = page.getByText('Failed to load the pick list')
    await line.waitFor()
    await page.getByRole('button', { name: 'Retry' }).click()
    await line.waitFor({ state: 'detached' })
    await page.context().close()
  },
  SLOW,
)

it(
  'says that one’s own sessions could not be read, and reads them again',
  async () => {
    const page = await openTab('orders')
    await page.route('**/api/admin/staff/*', (route) => route.abort(), { times: 1 })
    await page.goto(`${shop.origin}/admin/security`, { waitUntil: 'networkidle' })
    const line = page.getByText('Where you are signed in could not be read.')
    await line.waitFor()
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('heading', { name: 'Signed in now' }).waitFor()
    await line.waitFor({ state: 'detached' })
    await page.context().close()
  },
  SLOW,
)
