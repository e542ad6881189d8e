// What staff choose for a list stands in its address: a reload, Back and whoever gets the link find
// the same list. What they search for may name a person and never stands there; Back finds it too.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { takeOrder, until } from '#services/testing/admin-furnishing.ts'
import { openBrowser } from '#services/testing/browser.ts'
import { focusOf, press } from '#services/testing/keyboard.ts'
import { openRunningShop } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'
import { ownerPage } from '#services/testing/staff-steps.ts'
import { ofTurn } from '#services/testing/turns.ts'

const SLOW = 120_000
/** Conditions come when they come: a busy machine is no failure. */
const patient = { timeout: 30_000 }
let shop: RunningShop
let browser: Browser
let productId: string

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openRunningShop({ withPages: true }), openBrowser()])
  ;({ productId } = await shop.sell({ name: 'A Trip to Egypt', totalTickets: 100 }))
  const owner = await shop.owner()
  await takeOrder(owner, { productId, customerName: 'Maya Haddad' })
  await takePending('Rana Khoury')
  await shop.service.workers.catchUp() // the read models are a moment behind the facts
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

/** Until the list of orders has it. */
async function takePending(customerName: string): Promise<void> {
  const owner = await shop.owner()
  await takeOrder(owner, { productId, customerName, status: 'pending' })
  await until(`the order of ${customerName} is listed`, async () => {
    const { body } = await owner.get('/api/admin/orders?status=pending')
    return body.data.some(({ userName }: { userName: string }) => userName === customerName)
  })
}

async function open(path: string): Promise<Page> {
  const page = await ownerPage({ browser, origin: shop.origin })
  await page.goto(`${shop.origin}${path}`, { waitUntil: 'networkidle' })
  return page
}

const queryOf = (page: Page) => new URL(page.url()).searchParams

/** By the menu, without reading the page anew. */
async function goElsewhere(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
}

const hasHeadingFocus = (page: Page) =>
  page.evaluate(() => document.activeElement?.matches('main h1') === true)

type Screen = { path: string; name: string; value: string; field: string; rows: string }

const radio = '[name=stage]:checked'
const screens: readonly Screen[] = [
  {
    path: '/admin?tab=orders',
    name: 'status',
    value: 'pending',
    field: '[name=status]',
    rows: 'main article',
  },
  {
    path: '/admin/audit?view=trail',
    name: 'type',
    value: 'OrderPlaced',
    field: '[name=type]',
    rows: 'main tbody tr',
  },
  {
    path: '/admin/fulfilment?lang=en',
    name: 'stage',
    value: 'ready',
    field: radio,
    rows: 'main article',
  },
  {
    path: '/admin?tab=analytics',
    name: 'range',
    value: 'today',
    field: 'main select',
    rows: 'main section bdi',
  },
]

const rowsOf = (page: Page, { rows }: Screen) => page.locator(rows).allInnerTexts()
const valueOf = (page: Page, { field }: Screen) => page.locator(field).first().inputValue()

async function choose(page: Page, { field, value }: Screen): Promise<void> {
  if (field === radio) await page.locator(`label:has(input[value=${value}])`).click()
  else await page.locator(field).first().selectOption(value)
}

it.each(ofTurn(screens, 3))(
  'finds again what was chosen: $path, $name',
  async (screen) => {
    const page = await open(screen.path)
    const usual = { value: await valueOf(page, screen), rows: await rowsOf(page, screen) }
    await choose(page, screen)
    await expect.poll(() => rowsOf(page, screen), patient).not.toEqual(usual.rows)
    await page.locator('[data-waits]').waitFor({ state: 'detached' })
    const chosen = await rowsOf(page, screen)
    expect(queryOf(page).get(screen.name)).toBe(screen.value)
    const isAsChosen = async () => {
      await expect.poll(() => rowsOf(page, screen), patient).toEqual(chosen)
      expect(await valueOf(page, screen)).toBe(screen.value)
    }

    await page.reload({ waitUntil: 'networkidle' })
    await isAsChosen()
    await goElsewhere(page)
    await page.goBack()
    await isAsChosen()
    await expect.poll(() => hasHeadingFocus(page), patient).toBe(true)

    const unknown = `${shop.origin}${screen.path}&${screen.name}=nonsense`
    await page.goto(unknown, { waitUntil: 'networkidle' })
    await expect.poll(() => rowsOf(page, screen), patient).toEqual(usual.rows)
    expect(await valueOf(page, screen)).toBe(usual.value)
    await page.context().close()
  },
  SLOW,
)

it(
  'takes a choice in the place of the one before, and reads a list anew that is chosen again',
  async () => {
    const page = await open('/admin?tab=orders')
    const status = page.locator('[name=status]')
    await goElsewhere(page)
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    for (const value of ['cancelled', 'pending', '']) await status.selectOption(value)
    await page.getByRole('article').filter({ hasText: 'Maya Haddad' }).waitFor()
    expect([...queryOf(page).keys()]).toEqual(['tab'])
    await takePending('Nour Saab')
    await status.selectOption('pending')
    await page.getByRole('article').filter({ hasText: 'Nour Saab' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    await page.context().close()
  },
  SLOW,
)

it(
  'does not open an order again that was closed before Back',
  async () => {
    const page = await open('/admin?tab=orders')
    const details = page.getByRole('button', { name: /^Details and actions of order/ })
    await details.first().click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await expect.poll(() => queryOf(page).has('order'), patient).toBe(true)
    await press(page, 'Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => queryOf(page).has('order'), patient).toBe(false)
    await page.goBack()
    await page.evaluate(focusOf) // two frames later
    expect(await dialog.count()).toBe(0)
    await page.context().close()
  },
  SLOW,
)

const phone = '+961 71 222 333'
const searches = [
  ['/admin?tab=customers', 'main [type=search]', /search=/],
  ['/admin?tab=orders', 'main [type=search]', /search=/],
  ['/admin/messages', 'main [type=search]', /search=/],
  ['/admin/audit?view=trail', '[name=subject]', /subject=/],
  ['/admin/audit?view=trail', '[name=actor]', /actor=/],
  ['/admin/audit?view=past', '[name=subject]', null],
] as const

it(
  'keeps what is searched for out of every address, and shows it again after Back',
  async () => {
    const page = await open('/admin')
    const addresses: string[] = []
    page.on('framenavigated', (frame) => addresses.push(frame.url()))
    for (const [path, field, asked] of searches) {
      await page.goto(`${shop.origin}${path}`, { waitUntil: 'networkidle' })
      const isAsked = asked && page.waitForRequest((request) => asked.test(request.url()))
      await page.locator(field).fill(phone)
      await press(page, 'Tab')
      await isAsked
      addresses.push(page.url())
      await goElsewhere(page)
      await page.goBack()
      await expect.poll(() => page.locator(field).inputValue(), patient).toBe(phone)
      addresses.push(page.url())
    }
    expect(addresses.length).toBeGreaterThan(searches.length * 2)
    expect(addresses.filter((address) => /71\D*222/.test(decodeURIComponent(address)))).toEqual([])
    await page.context().close()
  },
  SLOW,
)

it(
  'takes the number of a raffle into the address once it is typed to its end',
  async () => {
    const { body } = await (await shop.owner()).get('/api/admin/raffles')
    const { raffleNumber } = body.data[0]
    const page = await open('/admin/audit?view=trail')
    const subject = page.locator('[name=subject]')
    await page.locator('[name=subjectKind]').selectOption('raffle')
    await subject.fill(raffleNumber)
    expect(queryOf(page).has('subject')).toBe(false)
    await press(page, 'Enter')
    await expect.poll(() => queryOf(page).get('subject'), patient).toBe(raffleNumber)
    await page.locator('[name=type]').selectOption('RafflePublished')
    await expect.poll(() => queryOf(page).get('type'), patient).toBe('RafflePublished')
    expect(queryOf(page).get('about')).toBe('raffle')
    await page.reload({ waitUntil: 'networkidle' })
    expect(await subject.inputValue()).toBe(raffleNumber)
    await expect.poll(() => page.locator('main tbody tr').count(), patient).toBe(1)

    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await expect.poll(() => [...queryOf(page).keys()], patient).toEqual(['view'])
    expect(await subject.inputValue()).toBe('')
    await page.context().close()
  },
  SLOW,
)
