// The money desk in a real browser: a refund that nobody here has paid, a till that was counted in
// dollars and in pounds, and dated rates. And the list of what needs attention, which looks again.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { hire, takeOrder } from '#services/testing/admin-furnishing.ts'
import type { ApiClient } from '#services/testing/api-client.ts'
import { axeFaults } from '#services/testing/axe.ts'
import { complaintsOf, desk, openBrowser, phone } from '#services/testing/browser.ts'
import { isFocused, press, tabTo, wordsOf } from '#services/testing/keyboard.ts'
import { openRunningShop } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'
import { ownerPage } from '#services/testing/staff-steps.ts'

const SLOW = 120_000
/** Conditions come when they come: a busy machine is no failure. */
const patient = { timeout: 20_000 }
let shop: RunningShop
let browser: Browser
let owner: ApiClient

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openRunningShop({ withPages: true }), openBrowser()])
  owner = await shop.owner()
  const { productId } = await shop.sell({ name: 'A Trip to Egypt', totalTickets: 100 })
  const cashier = await hire({ shop, owner, productId })
  await takeOrder(cashier, { productId, customerName: 'Rana Khoury' })
  const inPounds = { currency: 'LBP', rate: '89500', collector: 'Rami' }
  await takeOrder(cashier, { productId, customerName: 'Nour Saab', ...inPounds })
  await importStatement('november.csv', `777777,-9.00,USD,${new Date().toISOString()},chargeback`)
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

async function importStatement(fileName: string, ...lines: string[]): Promise<void> {
  const csv = ['externalId,amount,currency,date,type', ...lines].join('\n')
  const path = `/api/admin/money/statements?provider=whishpay&fileName=${fileName}`
  await owner.post(path, csv, { 'Content-Type': 'text/csv' })
}

async function open(path: string, { size = desk, language = 'en' } = {}): Promise<Page> {
  const page = await ownerPage({ browser, origin: shop.origin }, size)
  await page.goto(`${shop.origin}${path}?lang=${language}`, { waitUntil: 'networkidle' })
  return page
}

it(
  'shows a chargeback as what nobody here has paid back, in the statement and on the list',
  async () => {
    const page = await open('/admin/money')
    await page.getByRole('button', { name: 'Compare' }).click()
    const row = page.getByRole('row').filter({ hasText: '777777' })
    await row.getByText('Refund we did not pay').waitFor()
    await row.getByText('$9.00').waitFor()
    expect(await axeFaults(page)).toEqual([])

    const list = await open('/admin/attention')
    const item = list.getByRole('listitem').filter({ hasText: '777777' })
    await item.getByText('Refund that we do not know').waitFor()
    expect(await axeFaults(list)).toEqual([])
  },
  SLOW,
)

it(
  'looks each minute, by itself, for what needs attention',
  async () => {
    const list = await open('/admin/attention')
    await list.clock.install()
    await list.reload({ waitUntil: 'networkidle' })
    const items = list.getByRole('listitem')
    await items.filter({ hasText: '777777' }).waitFor()
    await importStatement('december.csv', `777778,-4.00,USD,${new Date().toISOString()},chargeback`)
    const newer = items.filter({ hasText: '777778' })
    expect(await newer.count()).toBe(0)
    await list.clock.fastForward('01:01')
    await newer.waitFor()
  },
  SLOW,
)

it(
  'asks whose statement it is, and withdraws one by keys, never without a reason',
  async () => {
    await importStatement('wrong.csv', `888888,9.00,USD,${new Date().toISOString()},sale`)
    const page = await open('/admin/money')
    const complaints = complaintsOf(page)
    await tabTo(page, /^Import and match$/)
    await press(page, 'Enter')
    await wordsOf(page, 'Please choose the provider that the file comes from.')
    await wordsOf(page, 'Please choose a CSV file.')
    await isFocused(page, /^Provider/)

    await page.getByRole('button', { name: 'Compare' }).first().click()
    await page.getByRole('row').filter({ hasText: '888888' }).waitFor()
    await tabTo(page, /^Withdraw wrong\.csv$/, 'Shift+Tab')
    await press(page, 'Enter')
    await page.getByRole('alertdialog').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await tabTo(page, /^Withdraw$/)
    await press(page, 'Enter')
    await isFocused(page, /^Reason/)
    await page.keyboard.type('Imported under the wrong provider.')
    await tabTo(page, /^Withdraw$/)
    await press(page, 'Enter')
    await wordsOf(page, 'Statement withdrawn')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await page.getByText('wrong.csv').waitFor({ state: 'detached' })
    expect(await page.getByText('november.csv').count()).toBe(1)
    expect(await axeFaults(page)).toEqual([])
    expect(complaints).toEqual([])
  },
  SLOW,
)

it(
  'forgets the file of a statement that was imported',
  async () => {
    const page = await open('/admin/money')
    const csv = 'externalId,amount,currency,date\n555555,9.00,USD,2026-11-01'
    const file = { name: 'once.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
    await page.getByLabel('Provider').selectOption('whishpay')
    await page.locator('main input[type=file]').setInputFiles(file)
    await page.getByRole('button', { name: 'Import and match' }).click()
    await wordsOf(page, 'No file chosen yet')
    await page.getByRole('button', { name: 'Import and match' }).click()
    await wordsOf(page, 'Please choose a CSV file.')
  },
  SLOW,
)

it(
  'counts dollars and pounds by keys, each against its own sum',
  async () => {
    const page = await open('/admin/money')
    const complaints = complaintsOf(page)
    await page.getByText('Till', { exact: true }).click()
    await wordsOf(page, 'Cash in pounds that should be there')
    expect(await page.getByText('LBP 895,000').count()).toBe(2)
    await tabTo(page, /^Cash counted/)
    await page.keyboard.type('10')
    await tabTo(page, /^Close the till$/)
    await press(page, 'Enter')
    await wordsOf(page, 'Please enter whole pounds like 895000 or -44750.')
    await isFocused(page, /^Pounds counted/)
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.type('890000')
    await tabTo(page, /^Close the till$/)
    // A colleague was faster: what was counted here is still there, and takes its place.
    const { body: till } = await owner.get('/api/admin/money/till')
    const { cashierId } = till.tills[0]
    const hers = { day: till.day, cashierId, counted: '10.00', countedLbp: '900000' }
    await owner.post('/api/admin/money/cash-ups', hers)
    await press(page, 'Enter')
    await wordsOf(page, 'LBP 900,000')
    expect(await page.getByLabel('Cash counted').inputValue()).toBe('10')
    expect(await page.getByLabel('Pounds counted').inputValue()).toBe('890000')
    await page.getByRole('button', { name: 'Close the till' }).click()
    await wordsOf(page, 'LBP 890,000')
    await wordsOf(page, 'LBP -5,000')
    expect(await page.getByText('It fits.').count()).toBe(0)

    await page.getByRole('button', { name: 'Count again' }).click()
    await page.getByLabel('Cash counted').fill('10')
    await page.getByLabel('Pounds counted').fill('895000')
    await page.getByRole('button', { name: 'Close the till' }).click()
    await wordsOf(page, 'It fits.')
    const earlier = page.getByRole('listitem').filter({ hasText: 'LBP 890,000' })
    await page.getByRole('heading', { name: 'Earlier counts' }).waitFor()
    expect(await earlier.innerText()).toContain('Counted by')
    expect(await earlier.innerText()).toContain('LBP -5,000')
    // The dollars of that count did fit.
    expect(await earlier.innerText()).not.toContain('$0.00')

    await page.getByRole('button', { name: 'Count again' }).click()
    await wordsOf(page, 'Put a minus in front if more went out than came in.')
    await page.getByLabel('Cash counted').fill('-0.50')
    await page.getByLabel('Pounds counted').fill('−44750')
    await page.getByRole('button', { name: 'Close the till' }).click()
    await wordsOf(page, 'LBP -44,750')
    await wordsOf(page, '-$0.50')
    expect(await axeFaults(page)).toEqual([])
    expect(complaints.filter((text) => !text.includes('409'))).toEqual([])
  },
  SLOW,
)

it(
  'keeps the VAT number where the percentage alone is changed',
  async () => {
    const tax = { day: '2026-01-01', vatPercent: '11.5', vatNumber: '601-2345678' }
    await owner.post('/api/admin/money/taxes', tax)
    const page = await open('/admin/money')
    await page.getByText('Rates', { exact: true }).click()
    const heading = page.getByRole('heading', { name: 'VAT', exact: true })
    const vat = page.locator('section').filter({ has: heading }).last()
    const isShown = async (percent: string) => {
      await expect.poll(() => vat.getByLabel('Percent').inputValue(), patient).toBe(percent)
      expect(await vat.getByLabel('VAT number').inputValue()).toBe(tax.vatNumber)
    }
    await isShown('11.5')
    await vat.getByLabel('Percent').fill('12')
    await vat.getByRole('button', { name: 'Save rate' }).click()
    await wordsOf(page, 'Rate saved')
    await isShown('12')
    const { body } = await owner.get('/api/admin/money/settings')
    expect(body.taxes[0]).toMatchObject({ vatPercent: '12', vatNumber: tax.vatNumber })
    expect(body.taxes[1]).toEqual(tax)
  },
  SLOW,
)

it(
  'puts no VAT over that of a colleague who was faster, and reads it anew',
  async () => {
    const tax = { day: '2026-01-01', vatPercent: '11', vatNumber: '601-1' }
    await owner.post('/api/admin/money/taxes', tax)
    const page = await open('/admin/money')
    await page.getByText('Rates', { exact: true }).click()
    const vat = page.locator('form:has([name=vatPercent])')
    await vat.locator('[name=taxDay]').fill(tax.day)
    await expect.poll(() => vat.getByLabel('VAT number').inputValue(), patient).toBe('601-1')
    await vat.getByLabel('Percent').fill('12')
    await owner.post('/api/admin/money/taxes', { ...tax, vatNumber: '601-2' })
    const save = vat.getByRole('button', { name: 'Save rate' })
    await save.click()
    await isFocused(page, /^Changed by .* while you were editing\.$/)
    expect(await axeFaults(page)).toEqual([])

    await vat.getByRole('button', { name: 'Read the newest version' }).click()
    await expect.poll(() => vat.getByLabel('VAT number').inputValue(), patient).toBe('601-2')
    expect(await vat.getByLabel('Percent').inputValue()).toBe('12')
    await vat.getByRole('alert').waitFor({ state: 'detached' })
    await save.click()
    await wordsOf(page, 'Rate saved')
    const { body } = await owner.get('/api/admin/money/settings')
    expect(body.taxes).toContainEqual({ ...tax, vatPercent: '12', vatNumber: '601-2' })
  },
  SLOW,
)

it(
  'says that the rates of the pound are more than it lists, and lists the others',
  async () => {
    await shop.test.owner.query(
      `insert into exchange_rates
       select date '2025-01-01' + n, 89000 + n, gen_random_uuid(), now()
         from generate_series(0, 60) as n`,
    )
    const page = await open('/admin/money')
    await page.getByText('Rates', { exact: true }).click()
    await page.getByText('60 of 61 shown', { exact: true }).waitFor()
    await tabTo(page, /^Load More$/)
    await press(page, 'Enter')
    await page.getByText('61 of 61 shown', { exact: true }).waitFor()
    await isFocused(page, /^1 Jan 2025/)
    expect(await axeFaults(page)).toEqual([])

    // As it is printed above.
    await page.locator('[name=lbpPerUsd]').fill('91,250')
    await page
      .locator('form:has([name=lbpPerUsd])')
      .getByRole('button', { name: 'Save rate' })
      .click()
    await wordsOf(page, 'Rate saved')
    const { body } = await owner.get('/api/admin/money/settings')
    expect(body.rates[0]).toMatchObject({ lbpPerUsd: '91250' })
  },
  SLOW,
)

it(
  'puts no rate over an older one than it lists, and keeps what is typed where that is not read',
  async () => {
    await shop.test.owner.query(
      `insert into exchange_rates
       select date '2024-01-01' + n, 88000 + n, gen_random_uuid(), now()
         from generate_series(0, 60) as n`,
    )
    const standing = { day: '2023-12-01', lbpPerUsd: '87500' }
    await owner.post('/api/admin/money/rates', standing)
    const page = await open('/admin/money')
    await page.getByText('Rates', { exact: true }).click()
    const pound = page.locator('form:has([name=lbpPerUsd])')
    const [day, rate] = [pound.locator('[name=rateDay]'), pound.locator('[name=lbpPerUsd]')]
    await day.fill(standing.day)
    await rate.fill('88,500')
    const save = pound.getByRole('button', { name: 'Save rate' })
    await save.click()
    await isFocused(page, /^Changed by .* while you were editing\.$/)

    const settings = '**/api/admin/money/settings?*'
    await page.route(settings, (route) => route.abort())
    const newest = pound.getByRole('button', { name: 'Read the newest version' })
    await newest.click()
    await page.locator('#toaster').getByText('Failed to refresh').waitFor()
    const retry = page.getByRole('button', { name: 'Retry' })
    await retry.waitFor()
    const isTyped = async () =>
      expect([await day.inputValue(), await rate.inputValue()]).toEqual([standing.day, '88,500'])
    await isTyped()
    expect(await axeFaults(page)).toEqual([])
    await page.unroute(settings)
    await retry.click()
    await retry.waitFor({ state: 'detached' })

    // It is read on to the page that has it.
    await newest.click()
    await pound.getByRole('alert').waitFor({ state: 'detached' })
    await wordsOf(page, '87,500')
    await isTyped()
    await save.click()
    await wordsOf(page, 'Rate saved')
    const { rows } = await shop.test.owner.query<{ rate: string }>(
      'select lbp_per_usd::text as rate from exchange_rates where from_day = $1',
      [standing.day],
    )
    expect(rows).toEqual([{ rate: '88500' }])
  },
  SLOW,
)

it(
  'says so in Arabic, on a phone',
  async () => {
    const page = await open('/admin/money', { size: phone, language: 'ar' })
    await page.getByText('الصندوق', { exact: true }).click()
    await wordsOf(page, 'النقد المنتظر بالليرة')
    expect(await axeFaults(page)).toEqual([])
  },
  SLOW,
)
