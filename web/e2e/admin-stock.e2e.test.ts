// Pieces of a variant in a real browser: staff count and receive them, the shop says when few are
// left, and products come from a file.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { axeFaults } from '#services/testing/axe.ts'
import { complaintsOf, openBrowser, phone } from '#services/testing/browser.ts'
import { openEach } from '#services/testing/keyboard.ts'
import { openRunningShop } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'
import { dialogOf, openAdminTab, rowOf, told } from '#services/testing/staff-steps.ts'

const SLOW = 120_000
let shop: RunningShop
let browser: Browser
let raffleId: string

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openRunningShop({ withPages: true }), openBrowser()])
  const mug = { name: 'Gold lira', totalTickets: 500, productName: 'Cedar mug' }
  raffleId = (await shop.sell(mug)).raffleId
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

const openTab = (tab: string, looks?: Parameters<typeof openAdminTab>[2]): Promise<Page> =>
  openAdminTab({ browser, origin: shop.origin }, tab, looks)

type WantedVariant = { name: string; sku: string; stock?: string; lowAt?: string }

async function addVariant(page: Page, { name, sku, stock, lowAt }: WantedVariant): Promise<void> {
  await dialogOf(page, 'Variants of Cedar mug').getByRole('button', { name: 'Add Variant' }).click()
  const form = dialogOf(page, 'Add New Variant')
  await form.getByLabel('Variant Name').fill(name)
  await form.getByLabel('SKU').fill(sku)
  expect(await form.getByLabel('Warn at').count()).toBe(0)
  if (stock !== undefined) await form.getByLabel('Stock (optional)').fill(stock)
  if (lowAt !== undefined) await form.getByLabel('Warn at').fill(lowAt)
  await form.getByRole('button', { name: 'Create Variant' }).click()
  await told(page, 'Variant created')
}

it(
  'counts the pieces of a variant, receives a delivery, and warns when few are left',
  async () => {
    const page = await openTab('products')
    const complaints = complaintsOf(page)
    await page.getByRole('button', { name: 'Manage variants: Cedar mug' }).click()
    await addVariant(page, { name: 'Red', sku: 'MUG-R', stock: '3' })
    await addVariant(page, { name: 'Blue', sku: 'MUG-B', stock: '0', lowAt: '2' })
    await addVariant(page, { name: 'Plain', sku: 'MUG-P' })
    const list = dialogOf(page, 'Variants of Cedar mug')
    await rowOf(page, 'MUG-R').getByText('3 left').waitFor()
    await rowOf(page, 'MUG-B').getByText('Sold out').waitFor()
    await rowOf(page, 'MUG-P').getByText('Not counted').waitFor()
    expect(await axeFaults(page)).toEqual([])
    const acts = [/^Edit: Red$/, /^Change stock: Red$/, /^Delete: Red$/]
    await openEach(page, [/^Add Variant$/, ...acts], { tabs: 4 })

    await list.getByRole('button', { name: 'Change stock: Blue' }).click()
    const stock = dialogOf(page, 'Stock of Blue')
    await stock.getByLabel('Pieces').fill('1.5')
    await stock.getByRole('button', { name: 'Save change' }).click()
    await stock.getByText('Please enter a whole number').waitFor()
    await stock.getByLabel('Pieces').fill('12')
    await stock.getByLabel('Note').fill('Pallet 4')
    expect(await axeFaults(page)).toEqual([])
    await stock.getByRole('button', { name: 'Save change' }).press('Enter')
    await told(page, 'Stock changed')
    await rowOf(page, 'MUG-B').getByText('12 left').waitFor()

    await list.getByRole('button', { name: 'Change stock: Blue' }).click()
    await stock.getByLabel('What happened').selectOption('lost')
    await stock.getByLabel('Pieces').fill('13')
    await stock.getByRole('button', { name: 'Save change' }).click()
    await told(page, 'Only 12 pieces are free')
    await stock.getByLabel('Pieces').fill('12')
    await stock.getByRole('button', { name: 'Save change' }).click()
    await told(page, 'Stock changed')
    await rowOf(page, 'MUG-B').getByText('0 left').waitFor()

    await page.keyboard.press('Escape')
    await rowOf(page, 'Cedar mug').getByText('Low: Red, Blue').waitFor()
    await page.goto(`${shop.origin}/admin/attention`, { waitUntil: 'networkidle' })
    await page.getByText('Cedar mug · Red (MUG-R)').waitFor()
    expect(await page.getByText('Few pieces left').count()).toBeGreaterThanOrEqual(2)
    expect(complaints.filter((text) => !text.includes('409'))).toEqual([])
  },
  SLOW,
)

it(
  'shows what is sold out and what is nearly, and a cart that is too full takes what is left',
  async () => {
    const context = await browser.newContext({ ...phone, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.goto(`${shop.origin}/raffle/${raffleId}`, { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Add to Cart & Enter Raffle' }).click()
    const dialog = dialogOf(page, 'Cedar mug')
    await dialog.getByText('Only 3 left').waitFor()
    expect(await dialog.getByRole('radio', { name: /Blue/ }).isDisabled()).toBe(true)
    expect(await dialog.getByText('Sold out').count()).toBe(1)
    expect(await dialog.getByRole('radio', { name: /Red/ }).isChecked()).toBe(true)
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Add to Cart' }).click()
    const cart = dialogOf(page, 'Your cart')
    for (let pieces = 1; pieces < 4; pieces++)
      await cart.getByRole('button', { name: 'One more Cedar mug' }).click()
    await cart.getByRole('button', { name: 'Checkout' }).click()
    const checkout = dialogOf(page, 'Checkout')
    await checkout.getByLabel('Full name').fill('Maya Haddad')
    await checkout.getByLabel('Email').fill('maya@example.com')
    await checkout.getByLabel('Phone', { exact: true }).fill('70 123 456')
    await checkout.getByRole('button', { name: /^Pay \$/ }).click()
    await checkout.getByText('Only 3 left of Cedar mug (Red)').waitFor()
    await checkout.getByRole('button', { name: 'Take 3 instead' }).click()
    await checkout.getByText('3 × Cedar mug').waitFor()
  },
  SLOW,
)

it(
  'asks whether the pieces of a cancelled order go back on the shelf',
  async () => {
    const orderId = await sellAtTheCounter('MUG-R', 2)
    const page = await openTab(`orders&order=${orderId}`)
    const dialog = dialogOf(page, /Order #/)
    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    const back = dialog.getByRole('checkbox', { name: /Put the pieces back on the shelf/ })
    expect(await back.isChecked()).toBe(true)
    await dialog.getByText('2 × Cedar mug (Red)').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await told(page, 'Order cancelled')
    await dialog.getByText('The pieces are back on the shelf').waitFor()

    await page.goto(`${shop.origin}/admin/audit`, { waitUntil: 'networkidle' })
    await page.getByText('its pieces went back on the shelf').first().waitFor()
    await page
      .getByText(`The pieces of MUG-R changed by 2 (returned, order #${orderId.slice(0, 8)})`)
      .first()
      .waitFor()
  },
  SLOW,
)

it(
  'leads on when pieces were sold while they were counted',
  async () => {
    const page = await openTab('products')
    await page.getByRole('button', { name: 'Manage variants: Cedar mug' }).click()
    await rowOf(page, 'MUG-R').getByText('3 left').waitFor()
    await page.getByRole('button', { name: 'Edit: Red' }).click()
    const form = dialogOf(page, 'Edit Variant')
    const save = form.getByRole('button', { name: 'Update Variant' })
    await form.getByLabel('Stock (optional)').fill('5')
    await sellAtTheCounter('MUG-R', 1)
    await save.click()
    await form.getByText('2 pieces are there now. Please look again.').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await form.getByRole('button', { name: 'Read the newest version' }).click()
    await form.getByText('Please look again.').waitFor({ state: 'detached' })
    expect(await form.getByLabel('Stock (optional)').inputValue()).toBe('5')
    await save.click()
    await told(page, 'Variant updated')
    await rowOf(page, 'MUG-R').getByText('5 left').waitFor()
  },
  SLOW,
)

/** Paid in cash, by the calls of staff. */
async function sellAtTheCounter(sku: string, quantity: number): Promise<string> {
  const owner = await shop.owner()
  const products = (await owner.get('/api/admin/products')).body.data
  const product = products.find(({ name }: { name: string }) => name === 'Cedar mug')
  const { body } = await owner.get(`/api/admin/products/${product.id}/variants`)
  const variant = body.variants.find((known: { sku: string }) => known.sku === sku)
  const { body: placed } = await owner.post('/api/admin/orders/manual', {
    customerPhone: '+96171222333',
    items: [{ productId: product.id, quantity, variantId: variant.id }],
    shippingMethod: 'pickup',
    paymentMethod: 'cash',
    status: 'paid',
  })
  return placed.order.id
}

it(
  'imports products from a file that was looked at first',
  async () => {
    const page = await openTab('products')
    await page.getByRole('button', { name: 'Import CSV' }).click()
    const dialog = dialogOf(page, 'Import products')
    const choose = (name: string, text: string) =>
      dialog
        .locator('[type=file]')
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
    const check = dialog.getByRole('button', { name: 'Check the file' })
    expect(await check.isDisabled()).toBe(true)

    await choose('broken.csv', 'product;price\n"Tray;9')
    await check.click()
    await dialog.getByText('Line 2: a quote is opened and never closed.').waitFor()
    await choose('wrong.csv', 'product;price;sku;variant\nTray;cheap;T-1;Oak\nTray;;T-1;Elm')
    await check.click()
    await dialog.getByText('3 errors: nothing can be imported').waitFor()
    await rowOf(page, 'Not an amount like 12.50').getByText('cheap').waitFor()
    expect(await axeFaults(page)).toEqual([])

    const file = [
      '\uFEFFproduct;description;price;raffle;variant;sku;stock',
      'Tray;Walnut;19.00;Gold lira;Oak;T-1;7',
      'Tray;;;;Elm;T-2;none',
      'Cedar mug;;11.50;;;;',
    ].join('\r\n')
    await choose('products.csv', file)
    await check.click()
    await dialog.getByText('4 to change, 0 already as the file says').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Make 4 changes' }).click()
    await told(page, '4 changes made')
    await dialog.waitFor({ state: 'hidden' })
    await rowOf(page, 'Tray').getByText('7 left').waitFor()
    await rowOf(page, 'Cedar mug').getByText('$11.50').waitFor()

    await page.getByRole('button', { name: 'Import CSV' }).click()
    await choose('products.csv', file)
    await check.click()
    await dialog.getByText('The shop already is as the file says.').waitFor()

    await adjust('Tray', 'T-1', { change: -3, reason: 'lost' })
    await choose('products.csv', file)
    await check.click()
    await dialog.getByText('counted by this file before as 7; 4 now').waitFor()
    expect(await dialog.getByText('The shop already is as the file says.').count()).toBe(0)
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByRole('checkbox', { name: /^Count again/ }).check()
    await dialog.getByRole('button', { name: 'Make 1 change' }).click()
    await told(page, '1 change made')
    await rowOf(page, 'Tray').getByText('7 left').waitFor()
  },
  SLOW,
)

it(
  'corrects by a count no number that a colleague has corrected meanwhile',
  async () => {
    const page = await openTab('products')
    await page.getByRole('button', { name: 'Manage variants: Cedar mug' }).click()
    const list = dialogOf(page, 'Variants of Cedar mug')
    await list.getByRole('button', { name: 'Change stock: Blue' }).click()
    const stock = dialogOf(page, 'Stock of Blue')
    await stock.getByText('0 left').waitFor()
    await stock.getByLabel('What happened').selectOption('counted')
    await stock.getByLabel('Pieces').fill('2')
    await adjust('Cedar mug', 'MUG-B', { change: 2, reason: 'counted' })
    const save = stock.getByRole('button', { name: 'Save change' })
    await save.click()
    await stock.getByText(/^Changed by .* while you were editing\.$/).waitFor()
    expect(await axeFaults(page)).toEqual([])
    await stock.getByRole('button', { name: 'Read the newest version' }).click()
    await stock.getByText('2 left').waitFor()
    await stock.getByRole('alert').waitFor({ state: 'detached' })

    // What came is more, whatever is there by now.
    await adjust('Cedar mug', 'MUG-B', { change: 1, reason: 'received' })
    await stock.getByLabel('What happened').selectOption('received')
    await save.click()
    await told(page, 'Stock changed')
    await rowOf(page, 'MUG-B').getByText('5 left').waitFor()
  },
  SLOW,
)

/** By a colleague. */
async function adjust(name: string, sku: string, change: object): Promise<void> {
  const owner = await shop.owner()
  const products = (await owner.get('/api/admin/products')).body.data
  const { id, variants } = products.find((known: { name: string }) => known.name === name)
  const variant = variants.find((known: { sku: string }) => known.sku === sku)
  const path = `/api/admin/products/${id}/variants/${variant.id}/stock`
  expect((await owner.post(path, change)).status).toBe(200)
}
