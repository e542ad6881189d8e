// The raffles and products of staff in a real browser: every act, its words, the keyboard alone,
// and both reading directions.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { drawArtwork, tinyPicture } from '#services/demo/artwork.ts'
import { axeFaults } from '#services/testing/axe.ts'
import { complaintsOf, desk, openBrowser, phone } from '#services/testing/browser.ts'
import { isFocused, press, tabTo } from '#services/testing/keyboard.ts'
import { openRunningShop } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'
import { dialogOf, discard, openAdminTab, rowOf, told } from '#services/testing/staff-steps.ts'
import { ofTurn } from '#services/testing/turns.ts'

import {
  addVariant,
  buy,
  cancelAgainstRule,
  deletesWhatWasRead,
  isSlower,
  refusedAlone,
  signedPaper,
  walkCatalogue,
} from './admin-catalogue-steps.ts'
import { arabic, english } from './staff-words.ts'

const SLOW = 120_000
let shop: RunningShop
let browser: Browser
let picture: { name: string; mimeType: string; buffer: Buffer }

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openRunningShop({ withPages: true }), openBrowser()])
  const artwork = { seed: 'watch', glyph: 'watch', plate: 'sea' } as const
  const buffer = await drawArtwork(artwork, tinyPicture)
  picture = { name: 'watch.jpg', mimeType: 'image/jpeg', buffer }
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

const openTab = (tab: string, looks?: Parameters<typeof openAdminTab>[2]): Promise<Page> =>
  openAdminTab({ browser, origin: shop.origin }, tab, looks)

it(
  'shows five tabs, each with its own address, to staff alone',
  async () => {
    const page = await openTab('nonsense')
    expect(await page.getByRole('tab').allTextContents()).toEqual([
      'Analytics',
      'Customers',
      'Orders',
      'Raffles',
      'Products',
    ])
    const chosen = page.getByRole('tab', { selected: true })
    expect(await chosen.textContent()).toBe('Analytics')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Admin Dashboard')

    await page.getByRole('tab', { name: 'Raffles' }).click()
    await page.getByText('No raffles yet. Create your first raffle to get started.').waitFor()
    expect(new URL(page.url()).search).toContain('tab=raffles')

    const stranger = await (await browser.newContext(desk)).newPage()
    await stranger.goto(`${shop.origin}/admin?tab=raffles`)
    await stranger.waitForURL(`${shop.origin}/admin/login`)
  },
  SLOW,
)

it(
  'says to staff alone that the words of a page are a draft',
  async () => {
    const page = await openTab('raffles')
    await page.goto(`${shop.origin}/terms`)
    await page.getByRole('note').filter({ hasText: 'Draft' }).waitFor()

    const visitor = await (await browser.newContext(desk)).newPage()
    const known = visitor.waitForResponse((answer) => answer.url().endsWith('/api/auth/me'))
    await visitor.goto(`${shop.origin}/terms`)
    await known
    await visitor.getByRole('link', { name: 'Sign In' }).first().waitFor()
    expect(await visitor.getByRole('note').count()).toBe(0)
  },
  SLOW,
)

it(
  'publishes a raffle with the keyboard alone, edits it and deletes it',
  async () => {
    const page = await openTab('raffles')
    const complaints = complaintsOf(page)
    await page.getByRole('tab', { name: 'Raffles' }).focus()
    await tabTo(page, /^Add Raffle$/)
    await press(page, 'Enter')
    const form = dialogOf(page, 'Add New Raffle')
    await form.waitFor()
    expect(await form.getByLabel('Total Tickets').inputValue()).toBe('5000')
    expect(await form.getByLabel('Minimum Tickets Required').inputValue()).toBe('50')

    await form.getByLabel('Name').focus()
    await page.keyboard.type('Gold "Lira"')
    await page.keyboard.press('Tab')
    await page.keyboard.type('One lira')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Minted 1923')
    await page.keyboard.press('Tab')
    await page.keyboard.type('1050.5')
    await page.keyboard.press('Enter') // refused: no end, no picture
    await form.getByText('Please choose a picture.').waitFor()
    await form.getByText('Please fill in this field.').waitFor()
    await form.locator('[type=file]:focus').waitFor({ state: 'attached' })

    await form.locator('[type=file]').setInputFiles(picture)
    await form.getByLabel('End Date').focus()
    await page.keyboard.type('12312099')
    await page.keyboard.press('Enter')
    await told(page, 'Raffle created')
    await form.waitFor({ state: 'hidden' })
    await rowOf(page, 'Gold "Lira"').getByText('$1,050.50').waitFor()

    await page.getByRole('button', { name: 'Edit: Gold "Lira"' }).press('Enter')
    const edit = dialogOf(page, 'Edit Raffle')
    expect(await edit.getByLabel('End Date').inputValue()).toBe('2099-12-31')
    await edit.getByLabel('Name').fill('Gold Lira 1923')
    await edit.getByLabel('Name').press('Enter')
    await told(page, 'Raffle updated')
    await rowOf(page, 'Gold Lira 1923').waitFor()

    await page.getByRole('button', { name: 'Delete: Gold Lira 1923' }).press('Enter')
    const question = page.getByRole('alertdialog')
    await question
      .getByText('Are you sure you want to delete "Gold Lira 1923"? This action cannot be undone.')
      .waitFor()
    await question.getByRole('button', { name: 'Delete' }).press('Enter')
    await told(page, 'Raffle deleted')
    await page.getByText('No raffles yet. Create your first raffle to get started.').waitFor()
    expect(complaints).toEqual([])
  },
  SLOW,
)

it(
  'says who was faster, asks for the reason of a cancellation, and copies a raffle as new',
  async () => {
    const watch = { name: 'Apple Watch', totalTickets: 100, minTicketsRequired: 50 }
    const draw = { mode: 'physical', alternates: '1' } as const
    const { raffleId, productId } = await shop.sell({ ...watch, draw })
    await buy(shop, productId)
    const page = await openTab('raffles')
    const edit = dialogOf(page, 'Edit Raffle')
    const other = new FormData()
    other.set('description', 'Series 12, in its box.')
    const save = async () => (await shop.owner()).put(`/api/admin/raffles/${raffleId}`, other)
    await isSlower(page, { edit: /^Edit: Apple Watch$/, update: /^Update Raffle$/, save })
    await page.waitForFunction(() =>
      [...document.querySelectorAll('textarea')].some(({ value }) => value.includes('Series 12')),
    )
    expect(await edit.getByLabel('Start Date').isDisabled()).toBe(true)
    await discard(page)
    await isFocused(page, /^Edit: Apple Watch$/)

    await press(page, 'Enter')
    await edit.getByLabel('Status').selectOption('cancelled')
    await edit.getByRole('button', { name: 'Update Raffle' }).click()
    const why = dialogOf(page, 'Cancel raffle')
    await refusedAlone(shop, raffleId)
    await cancelAgainstRule(why)
    await told(page, 'Raffle updated')
    const { rows } = await shop.test.owner.query<{ cause: string; paper: string }>(
      `select payload::json -> 'data' ->> 'cause' as cause,
              payload::json -> 'data' ->> 'paperSha256' as paper
         from events where log_id = $1 and type = 'RaffleCancelled'`,
      [`raffle/${raffleId}`],
    )
    const paper = createHash('sha256').update(signedPaper).digest('hex')
    expect(rows).toEqual([{ cause: 'under_sold', paper }])
    await rowOf(page, 'Apple Watch').getByText('Cancelled').waitFor()

    await page.getByRole('button', { name: 'More: Apple Watch' }).click()
    await page.getByRole('button', { name: 'Copy as new raffle' }).click()
    const copy = dialogOf(page, 'Add New Raffle')
    expect(await copy.getByLabel('Name').inputValue()).toBe('Apple Watch')
    expect(await copy.locator('[name=mode]').inputValue()).toBe(draw.mode)
    expect(await copy.locator('[name=alternates]').inputValue()).toBe(draw.alternates)
    await copy.getByLabel('End Date').fill('2099-12-31')
    await copy.getByRole('button', { name: 'Create Raffle' }).click()
    await told(page, 'Raffle created')
    await rowOf(page, 'Active').waitFor()
    expect(await rowOf(page, 'Apple Watch').count()).toBe(2)
  },
  SLOW,
)

it(
  'exports the entries, of all time or of some days, as a file that opens safely',
  async () => {
    const { productId } = await shop.sell({ name: 'Trip / Egypt', totalTickets: 100, tickets: 3 })
    await buy(shop, productId, { customerName: '=HYPERLINK("http://x")' })
    const page = await openTab('raffles')
    await page.getByRole('button', { name: 'Export: Trip / Egypt' }).click()
    const dialog = dialogOf(page, 'Export Raffle Entries')
    await dialog.getByText('Custom Date Range').click()
    const submit = dialog.getByRole('button', { name: 'Export CSV' })
    expect(await submit.isDisabled()).toBe(true)
    await dialog.getByText('Last 7 Days').click()

    const [file] = await Promise.all([page.waitForEvent('download'), submit.click()])
    await told(page, 'Export successful')
    expect(file.suggestedFilename()).toMatch(
      /^raffle_entries_Trip_Egypt_\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.csv$/,
    )
    const text = await readFile(await file.path(), 'utf8')
    const lines = text.split('\r\n')
    expect(lines[0]).toBe(
      '\uFEFFTicket number,Status,Order reference,Name,Phone,E-mail,Channel,Issued at (Beirut)',
    )
    expect(lines).toHaveLength(5)
    expect(lines[1]).toMatch(/^000001,valid,QR-\w+,"'=HYPERLINK\(""http:\/\/x""\)",'\+961/)

    await page.getByRole('button', { name: 'Export: Trip / Egypt' }).click()
    await dialog.getByText('Ticket register, without names').click()
    expect(await dialog.getByText('Last 7 Days').count()).toBe(0)
    expect(await axeFaults(page)).toEqual([])
    const [register] = await Promise.all([page.waitForEvent('download'), submit.click()])
    expect(register.suggestedFilename()).toMatch(/^ticket_register_Trip_Egypt_/)
    const [, first] = (await readFile(await register.path(), 'utf8')).split('\r\n')
    expect(first).toMatch(/^000001,valid,QR-\w+,manual,\d{4}-[\d: -]+,\d+,,,,[0-9a-f]{64}$/)
  },
  SLOW,
)

it(
  'lists a product, links it, gives it variants and takes them away again',
  async () => {
    await shop.sell({ name: 'Home Cinema', totalTickets: 50 })
    const page = await openTab('products', { size: phone })
    await page.getByRole('button', { name: 'Add Product' }).click()
    const form = dialogOf(page, 'Add New Product')
    expect(await form.getByLabel('Tickets Per Purchase').inputValue()).toBe('1')
    expect(await form.getByLabel('Total Tickets Available').inputValue()).toBe('100')
    await form.getByText('A purchase automatically enters the buyer into this raffle.').waitFor()
    await form.locator('[type=file]').setInputFiles(picture)
    await form.getByLabel('Name').fill('Soap')
    await form.getByLabel('Description').fill('Olive oil and laurel')
    await form.getByLabel('Price ($)').fill('4.5')
    await form.getByLabel('Total Tickets Available').fill('40')
    await form.getByLabel('Linked Raffle').selectOption({ label: 'Home Cinema' })
    await form.getByRole('button', { name: 'Create Product' }).click()
    await told(page, 'Product created')
    await rowOf(page, 'Soap').getByText('$4.50').waitFor()

    await page.getByRole('button', { name: 'Manage variants: Soap' }).click()
    await addVariant(page, { name: 'Large', sku: 'SOAP-L', adjustment: '2.5' })
    await addVariant(page, { name: 'Small', sku: 'SOAP-S', adjustment: '-1' })
    await addVariant(page, { name: 'Plain', sku: 'SOAP-P' })
    const list = dialogOf(page, 'Variants of Soap')
    for (const change of ['+$2.50', '-$1.00', 'No change']) await list.getByText(change).waitFor()

    await list.getByRole('button', { name: 'Edit: Plain' }).click()
    await dialogOf(page, 'Edit Variant').getByLabel('SKU').fill('soap-l')
    await dialogOf(page, 'Edit Variant').getByRole('button', { name: 'Update Variant' }).click()
    await told(page, 'The SKU soap-l is used by another variant')
    await discard(page)
    await list.getByRole('button', { name: 'Delete: Plain' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await told(page, 'Variant deleted')
    await list.getByText('No change').waitFor({ state: 'hidden' })
    expect(await axeFaults(page)).toEqual([])
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Edit: Soap' }).click()
    await dialogOf(page, 'Edit Product').getByLabel('Status').selectOption('0')
    await dialogOf(page, 'Edit Product').getByRole('button', { name: 'Update Product' }).click()
    await told(page, 'Product updated')
    await rowOf(page, 'Soap').getByText('Inactive').waitFor()

    await page.getByRole('button', { name: 'Delete: Soap' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await told(page, 'Product deleted')
    await rowOf(page, 'Soap').waitFor({ state: 'hidden' })
  },
  SLOW,
)

it(
  'keeps a product that was ordered, and offers to make it inactive',
  async () => {
    const { productId } = await shop.sell({
      name: 'City Car',
      totalTickets: 50,
      productName: 'Candle',
    })
    await buy(shop, productId)
    const page = await openTab('products')
    await page.getByRole('button', { name: 'Delete: Candle' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Delete' }).click()
    await told(page, 'Cannot delete product')
    await question.getByRole('button', { name: 'Make it inactive instead' }).click()
    await told(page, 'Product updated')
    const other = new FormData()
    other.set('description', 'Beeswax')
    const save = async () => (await shop.owner()).put(`/api/admin/products/${productId}`, other)
    await isSlower(page, { edit: /^Edit: Candle$/, update: /^Update Product$/, save })
    await discard(page)
    await isFocused(page, /^Edit: Candle$/)
    await rowOf(page, 'Candle').getByText('Inactive').waitFor()
  },
  SLOW,
)

it(
  'deletes nothing that a colleague has changed meanwhile, before that was read',
  async () => {
    const { raffleId, productId } = await shop.sell({
      name: 'Tea Set',
      totalTickets: 50,
      productName: 'Tea',
    })
    const product = `/api/admin/products/${productId}`
    const mint = new FormData()
    mint.set('name', 'Mint')
    mint.set('sku', 'TEA-M')
    const { body } = await (await shop.owner()).post(`${product}/variants`, mint)
    const page = await openTab('products')
    const deletes = (wanted: Parameters<typeof deletesWhatWasRead>[2]) =>
      deletesWhatWasRead(shop, page, wanted)
    const [path, change] = [`${product}/variants/${body.id}`, { name: 'Sage' }]
    await page.getByRole('button', { name: 'Manage variants: Tea' }).click()
    await deletes({ name: 'Mint', path, change, done: 'Variant deleted' })
    await press(page, 'Escape')
    const dear = { price: '11.00' }
    await deletes({ name: 'Tea', path: product, change: dear, done: 'Product deleted' })
    await page.getByRole('tab', { name: 'Raffles' }).click()
    const raffle = { path: `/api/admin/raffles/${raffleId}`, change: { name: 'Tea Service' } }
    // It has had a product: its newest version is judged, and stays.
    await deletes({ name: 'Tea Set', ...raffle, done: 'Cannot delete raffle' })
  },
  SLOW,
)

it.each(ofTurn([english, arabic], 2))(
  'walks the tabs with the arrows, and every dialog without a pointer, in $language',
  async (said) => {
    const { language } = said
    const name = `Brass Lamp ${language}`
    await shop.sell({ name, totalTickets: 50, productName: 'Lamp oil' })
    const page = await openTab('customers', { language })
    await walkCatalogue(page, said, name)
    await page.context().close()
  },
  SLOW,
)

const looks = [
  ['en', desk],
  ['ar', phone],
] as const
it.each(ofTurn(looks, 2))(
  'breaks no rule of accessibility and fits its screen: %s %#',
  async (language, size) => {
    const faults: string[] = []
    for (const tab of ['raffles', 'products']) {
      const page = await openTab(tab, { size, language })
      await page.getByRole('table').waitFor()
      faults.push(...(await axeFaults(page)).map((fault) => `${tab}: ${fault}`))
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (overflow > 0) faults.push(`${tab} is ${overflow} px too wide`)
      await page
        .getByRole('tabpanel')
        .getByRole('button', { name: /^(Add|إضافة)/ })
        .click()
      await page.getByRole('dialog').waitFor()
      faults.push(...(await axeFaults(page)).map((fault) => `${tab} form: ${fault}`))
      await page.context().close()
    }
    expect(faults).toEqual([])
  },
  SLOW,
)
