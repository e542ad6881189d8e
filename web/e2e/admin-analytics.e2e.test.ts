// What staff see of the whole in a real browser: the figures of any range, the table and the file
// behind each chart, customers found and read and exported, insight; in both reading directions.
import { readFile } from 'node:fs/promises'

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser, BrowserContextOptions, Download, Page } from 'playwright-core'

import { axeFaults } from '#services/testing/axe.ts'
import type { ApiClient } from '#services/testing/api-client.ts'
import { complaintsOf, desk, openBrowser, phone } from '#services/testing/browser.ts'
import { focusOf, isFocused, openEach, press, tabTo } from '#services/testing/keyboard.ts'
import { openRunningShop } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'
import { ownerPage, told } from '#services/testing/staff-steps.ts'

const SLOW = 120_000
let shop: RunningShop
let browser: Browser

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openRunningShop({ withPages: true }), openBrowser()])
  const raffle = { name: 'A Trip to Egypt', totalTickets: 500, productName: 'Olive Oil' }
  const { productId } = await shop.sell(raffle)
  const owner = await shop.owner()
  await sellByHand(owner, { productId, name: 'Maya Haddad', phone: '+96170123456' })
  await sellByHand(owner, { productId, name: '=Karim, "K"', phone: '+96171123456' })
  await shop.service.workers.catchUp() // the read models are a moment behind the facts
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

type Sale = { productId: string; name: string; phone: string }

async function sellByHand(owner: ApiClient, { productId, name, phone: number }: Sale) {
  const answer = await owner.post('/api/admin/orders/manual', {
    customerPhone: number,
    customerName: name,
    customerEmail: '',
    items: [{ productId, quantity: 2 }],
    shippingMethod: 'delivery',
    deliveryAddress: 'Hamra 12, Beirut',
    paymentMethod: 'omt',
    status: 'paid',
  })
  expect(answer.status).toBe(201)
}

type Opening = { size?: BrowserContextOptions; language?: string }

async function open(path: string, { size = desk, language = 'en' }: Opening = {}): Promise<Page> {
  const page = await ownerPage({ browser, origin: shop.origin }, size)
  await page.goto(`${shop.origin}/${path}lang=${language}`, { waitUntil: 'networkidle' })
  return page
}

const textOf = async (download: Download) => readFile(await download.path(), 'utf8')

it(
  'shows the figures of a range, the table behind a chart, and hands both out',
  async () => {
    const page = await open('admin?tab=analytics&')
    const complaints = complaintsOf(page)
    const overview = page.locator('dl[aria-label="Overview"]')
    await overview.getByText('$50.00').waitFor()
    for (const words of ['$25.00', 'less what was paid back', 'With shipping, before refunds'])
      expect(await overview.textContent()).toContain(words)
    await page.getByText('Olive Oil').waitFor()
    await page.getByText('OMT').waitFor()
    expect(await axeFaults(page)).toEqual([])

    const revenue = page.getByRole('region', { name: 'Revenue over time' })
    await revenue.getByRole('button', { name: 'Show as table' }).click()
    await revenue.getByRole('table').waitFor()
    expect(await axeFaults(page)).toEqual([])
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      revenue.getByRole('button', { name: /Download CSV/ }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^revenue_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.csv$/)
    expect(await textOf(file)).toMatch(/^\uFEFFFrom,Revenue,Orders\r\n[\s\S]*,50\.00,2\r\n$/)
    expect(complaints).toEqual([])
  },
  SLOW,
)

it(
  'hands money below zero out as a number, from the chart of time and from a ranking',
  async () => {
    const page = await open('admin?tab=analytics&')
    await page.getByText('Olive Oil').waitFor()
    // More was paid back in these days than came in.
    await page.route('**/api/admin/analytics?*', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.text()).replaceAll('"50.00"', '"-50.00"')
      await route.fulfill({ response: answer, body })
    })
    await page.getByLabel('Time range').selectOption('7days')
    await page.getByText('-$50.00').first().waitFor()
    const fileOf = async (title: string) => {
      const card = page.getByRole('region', { name: title })
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        card.getByRole('button', { name: /Download CSV/ }).click(),
      ])
      return textOf(file)
    }
    expect(await fileOf('Revenue over time')).toMatch(/,-50\.00,2\r\n$/)
    expect(await fileOf('Payment methods')).toMatch(/OMT,-50\.00,2\r\n$/)
  },
  SLOW,
)

it(
  'draws money below zero below the line, whatever came in beside it',
  async () => {
    const page = await open('admin?tab=analytics&')
    await page.getByText('Olive Oil').waitFor()
    await page.route('**/api/admin/analytics?*', async (route) => {
      const answer = await route.fetch()
      const { series, ...rest } = await answer.json()
      const moved = { onlineRevenue: '30.00', offlineRevenue: '-50.00' }
      const json = { ...rest, series: series.map((one: object) => ({ ...one, ...moved })) }
      await route.fulfill({ response: answer, json })
    })
    await page.getByLabel('Time range').selectOption('7days')
    const chart = page.getByRole('region', { name: 'Online against offline' })
    const boxOf = async (nth: number) => {
      const bar = chart.locator('.recharts-bar').nth(nth).locator('.recharts-rectangle').first()
      await bar.waitFor()
      return (await bar.boundingBox()) ?? { y: Number.NaN, height: Number.NaN }
    }
    // Nothing was sold online: there is such a bar once the range has come.
    // The bars are drawn anew with it, so they are looked at until they stand.
    const gap = async () => {
      const [online, offline] = [await boxOf(0), await boxOf(1)]
      return Math.abs(online.y + online.height - offline.y)
    }
    await expect.poll(gap).toBeLessThan(2)
    const scale = chart.locator('.recharts-yAxis-tick-labels')
    expect(await scale.textContent()).toMatch(/-\$\d/)
  },
  SLOW,
)

it(
  'asks for a custom range only when both its days are chosen, on two months',
  async () => {
    const page = await open('admin?tab=analytics&')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.getByLabel('Time range').selectOption('custom')
    await page.getByText('Choose a first and a last day to see the figures.').waitFor()
    const calendar = page.locator('[data-scope="date-picker"][data-part="content"]')
    expect(await calendar.getByRole('grid').count()).toBe(2)
    expect(await axeFaults(page)).toEqual([])
    const today = calendar.locator('[data-part="table-cell-trigger"][data-today]')
    await today.click()
    expect(asked.filter((url) => url.includes('timeRange=custom'))).toEqual([])
    await today.click()
    await page.locator('dl[aria-label="Overview"]').getByText('$50.00').waitFor()
    const [question] = asked.filter((url) => url.includes('timeRange=custom'))
    expect(question).toMatch(/timeRange=custom&startDate=(\d{4}-\d\d-\d\d)&endDate=\1$/)
  },
  SLOW,
)

/** By keys: never without a reason, and the keyboard comes back to where it was. */
async function excludeAndReadmit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Exclude from buying' }).press('Enter')
  const exclude = page.getByRole('dialog', { name: 'Exclude from buying' })
  await exclude.getByRole('button', { name: 'Exclude from buying' }).press('Enter')
  await exclude.getByText('Please fill in this field.').waitFor()
  await exclude.getByLabel('Reason').selectOption('relative')
  await exclude.getByLabel('Note for colleagues').fill('A letter of the family')
  expect(await axeFaults(page)).toEqual([])
  await exclude.getByRole('button', { name: 'Exclude from buying' }).press('Enter')
  await page.getByText(/^Excluded by staff since /).waitFor()
  await isFocused(page, /^Let in again$/)

  await press(page, 'Enter')
  const readmit = page.getByRole('dialog', { name: 'Let in again' })
  await readmit.getByLabel('Reason').selectOption('reviewed')
  await readmit.getByRole('button', { name: 'Let in again' }).press('Enter')
  await page.getByText('Nothing keeps this number from buying.').waitFor()
  await isFocused(page, /^Exclude from buying$/)
}

it(
  'finds customers, shows one of them, and exports what was found',
  async () => {
    const page = await open('admin?tab=customers&')
    const complaints = complaintsOf(page)
    await page.getByRole('row').filter({ hasText: 'Maya Haddad' }).waitFor()
    expect(await page.getByRole('row').count()).toBe(3)
    expect(await axeFaults(page)).toEqual([])
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^customers_\d{4}-\d\d-\d\d\.csv$/)
    const lines = (await textOf(file)).split('\r\n')
    expect(lines[0]).toBe('\uFEFFName,Phone,Joined Date,Total Orders,Total Spent,Last Order')
    expect(lines[1]).toMatch(/^"'=Karim, ""K""",'\+96171123456,\d{4}-\d\d-\d\d,1,25\.00,\d{4}/)

    const search = page.getByLabel('Search customers')
    await search.fill('zzz')
    await page.getByText('No customers found matching your search').waitFor()
    expect(await page.getByRole('button', { name: 'Export CSV' }).isDisabled()).toBe(true)
    await search.fill('70 123')
    await page.getByRole('button', { name: 'View details of Maya Haddad' }).click()
    const dialog = page.getByRole('dialog', { name: 'Maya Haddad' })
    await dialog.getByText('A Trip to Egypt').waitFor()
    await dialog.getByText('2 × Olive Oil').waitFor()
    await dialog.getByText('4 tickets').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await excludeAndReadmit(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  },
  SLOW,
)

/**
 * Four letters a quarter of a second apart. The page itself is the one who types: however slow the
 * machine, its next letter comes before what it waits for after the last one.
 */
const typeSlowly = (page: Page, words: string) =>
  page.evaluate(async (letters) => {
    for (const letter of letters) {
      document.execCommand('insertText', false, letter)
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }, words)

it(
  'asks for customers once the typing stops, and for nothing in between',
  async () => {
    const page = await open('admin?tab=customers&')
    await page.getByRole('row').filter({ hasText: 'Maya Haddad' }).waitFor()
    const searchIn = (url: string) => new URL(url).searchParams.get('search') ?? ''
    const asked: string[] = []
    page.on('request', (request) => asked.push(searchIn(request.url())))
    await page.getByLabel('Search customers').focus()
    await Promise.all([
      page.waitForResponse((answer) => searchIn(answer.url()) === 'Maya'),
      typeSlowly(page, 'Maya'),
    ])
    expect(asked.filter((words) => words !== '')).toEqual(['Maya'])
    await page.close()
  },
  SLOW,
)

/** By arrows from the day that has the keyboard, and Enter: of the week before it, three days. */
async function chooseDays(page: Page): Promise<void> {
  const today = Date.parse(await focusedDay(page))
  const first = dayOf(today - 7 * DAY_MS)
  const last = dayOf(today - 5 * DAY_MS)
  await press(page, 'ArrowUp')
  await expect.poll(() => focusedDay(page)).toBe(first)
  await press(page, 'Enter', 'ArrowRight') // Enter goes on to the next day by itself
  await expect.poll(() => focusedDay(page)).toBe(last)
  const asked = page.waitForRequest(/timeRange=custom/)
  await press(page, 'Enter')
  expect((await asked).url()).toContain(`startDate=${first}&endDate=${last}`)
  await isFocused(page, /^\d+ \w+ \d{4} .+ \d+ \w+ \d{4}$/)
  await page.locator('[data-scope="date-picker"][data-part="content"]').waitFor({ state: 'hidden' })
}

const DAY_MS = 86_400_000
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
/** As its cell is named, in the words of the page. */
const focusedDay = async (page: Page) =>
  dayOf(Date.parse(`${(await page.evaluate(focusOf))?.name} UTC`))

it(
  'is read with the keyboard alone: ranges, charts, customers',
  async () => {
    const page = await open('admin?tab=analytics&')
    await page.locator('dl[aria-label="Overview"]').waitFor()
    await tabTo(page, /^Time range/)
    await press(page, 'End') // the custom range
    await page.getByText('Choose a first and a last day to see the figures.').waitFor()
    await tabTo(page, /^Earlier month$/) // the calendar has opened, and is next
    await press(page, 'Escape')
    await isFocused(page, /^Choose the days$/)
    await press(page, 'Enter')
    await isFocused(page, /^\d+ \w+ \d{4}$/)
    await press(page, 'Escape')
    await isFocused(page, /^Choose the days$/)
    await press(page, 'Enter')
    await isFocused(page, /^\d+ \w+ \d{4}$/)
    await chooseDays(page)
    await tabTo(page, /^Time range/, 'Shift+Tab')
    await press(page, 'Home')
    await page.locator('dl[aria-label="Overview"]').waitFor()
    await tabTo(page, /^Show as table$/)
    await press(page, 'Enter')
    await page.getByRole('table', { name: /Revenue over time/ }).waitFor()

    await tabTo(page, /^Analytics$/, 'Shift+Tab')
    await press(page, 'ArrowDown')
    await isFocused(page, /^Customers$/)
    await press(page, 'Enter')
    await page.getByRole('table', { name: 'Customers' }).waitFor()
    await openEach(page, [/^View details of Maya Haddad$/])
  },
  SLOW,
)

it(
  'shows insight with a forecast of the raffle on sale',
  async () => {
    const page = await open('admin?tab=analytics&')
    const complaints = complaintsOf(page)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('link', { name: 'Insight' }).click()
    await page.getByRole('heading', { level: 1, name: 'Insight' }).waitFor()
    const forecast = page.getByRole('region', { name: 'Forecast of each raffle' })
    await forecast.getByText('8 / 500').waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      forecast.getByRole('button', { name: /Download CSV/ }).click(),
    ])
    await told(page, 'Export successful')
    const columns = 'Raffle,Sold,Total tickets,Tickets a day,Sold out (likely),'
    expect((await textOf(file)).slice(1).startsWith(columns)).toBe(true)
    const past = page.getByRole('region', { name: 'The forecast held against past raffles' })
    await past.getByText('No raffle has ended yet', { exact: true }).waitFor()
    await page.getByRole('region', { name: 'From cart to paid' }).waitFor()
    const kpis = page.locator('dl[aria-label="Key figures"]')
    await kpis.getByText('Of known buyers in this range, before refunds').waitFor()
    await kpis.getByText('Paid back in this range, against the money taken in it').waitFor()
    expect(await axeFaults(page)).toEqual([])
    expect(complaints).toEqual([])
  },
  SLOW,
)

it(
  'reads from right to left on a phone',
  async () => {
    for (const path of ['admin?tab=analytics&', 'admin?tab=customers&', 'admin/insight?']) {
      const page = await open(path, { size: phone, language: 'ar' })
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.locator('dl, table').first().waitFor()
      expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl')
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        360,
      )
      expect(await axeFaults(page)).toEqual([])
      await page.close()
    }
  },
  SLOW,
)
