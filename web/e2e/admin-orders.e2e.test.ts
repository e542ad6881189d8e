// Orders in the hands of staff, in a real browser: the list, orders taken by hand, every act at an
// order, and the desks beside the tabs; with the keyboard alone, and in both reading directions.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'

import { axeFaults } from '#services/testing/axe.ts'
import { complaintsOf, desk, openBrowser, phone } from '#services/testing/browser.ts'
import { isFocused, openEach, press, readNotice, tabTo } from '#services/testing/keyboard.ts'
import { openRunningShop } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'
import { discard, ownerPage, told } from '#services/testing/staff-steps.ts'

import { onPaper, savedFile } from './invoice-sheets.ts'

const SLOW = 120_000
/** Conditions come when they come: a busy machine is no failure. */
const patient = { timeout: 20_000 }
const PATIENT_MS = 60_000
let shop: RunningShop
let browser: Browser

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openRunningShop({ withPages: true }), openBrowser()])
  await shop.sell({ name: 'A Trip to Egypt', totalTickets: 5_000 })
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

type Opened = { size?: BrowserContextOptions; language?: string }

/** Signed in as the owner. */
async function open(path: string, { size = desk, language = 'en' }: Opened = {}): Promise<Page> {
  const page = await ownerPage({ browser, origin: shop.origin }, size)
  page.setDefaultTimeout(PATIENT_MS)
  const address = new URL(path, shop.origin)
  address.searchParams.set('lang', language)
  await page.goto(address.href, { waitUntil: 'networkidle' })
  return page
}

async function fillOrder(dialog: Locator, name: string): Promise<void> {
  await dialog.getByRole('textbox', { name: 'Customer phone' }).fill('+96170123456')
  await dialog.getByLabel('Name (optional)').fill(name)
  await dialog.getByLabel('Product', { exact: true }).selectOption({ index: 1 })
}

const cardOf = (page: Page, name: string) =>
  page.getByRole('article').filter({ hasText: name }).first()

/** Of staff with a browser's cookies, by their calls. */
async function place(change: object): Promise<string> {
  const owner = await shop.owner()
  const products = (await owner.get('/api/admin/products')).body.data
  const { body } = await owner.post('/api/admin/orders/manual', {
    customerPhone: '+96171222333',
    items: [{ productId: products[0].id, quantity: 1 }],
    shippingMethod: 'pickup',
    paymentMethod: 'cash',
    status: 'paid',
    ...change,
  })
  return body.order.id
}

it(
  'takes an order by hand, says what is missing, and makes one order of two clicks',
  async () => {
    const page = await open('/admin?tab=orders')
    const complaints = complaintsOf(page)
    await page.getByText('No orders yet.').waitFor()
    await page.getByRole('button', { name: 'Create Order' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Order' })

    await dialog.getByRole('button', { name: 'Create Order' }).click()
    await told(page, 'Please provide customer phone and at least one product.')
    await fillOrder(dialog, 'Maya Haddad')
    await dialog.getByText('2 tickets per item').waitFor()
    await dialog.getByLabel('Quantity').fill('3')
    await dialog.getByText('Delivery (+$5.00)').click()
    const summary = dialog.getByRole('region', { name: 'Order Summary' })
    await summary.getByText('$35.00').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Create Order' }).click()
    await told(page, 'Please provide a delivery address.')
    await dialog.getByLabel('Delivery Address').fill('Hamra, Beirut')

    await dialog.getByRole('button', { name: 'Create Order' }).dblclick()
    await told(page, /Order #[0-9a-f]{8} for Maya Haddad: 6 raffle tickets generated\./)
    await page.getByText('Showing 1 of 1 orders').waitFor()
    const card = cardOf(page, 'Maya Haddad')
    for (const words of ['Offline', 'Paid', '$35.00', 'Subtotal $30.00', 'Hamra, Beirut'])
      await card.getByText(words, { exact: true }).first().waitFor()
    await card.getByText('#000 006').waitFor()
    expect(await axeFaults(page)).toEqual([])
    expect(complaints).toEqual([])
  },
  SLOW,
)

it(
  'keeps a pending order, marks it as paid, and cancels it with a refund that is paid back',
  async () => {
    const page = await open('/admin?tab=orders')
    await page.getByRole('button', { name: 'Create Order' }).click()
    const form = page.getByRole('dialog', { name: 'Create Order' })
    await fillOrder(form, 'Rana Khoury')
    await form.getByText('Pending - no raffle tickets').click()
    await form.getByRole('button', { name: 'Create Order' }).click()
    await told(page, /for Rana Khoury: 0 raffle tickets generated/)

    await cardOf(page, 'Rana Khoury')
      .getByRole('button', { name: /Details/ })
      .click()
    const dialog = page.getByRole('dialog', { name: /Order #/ })
    await dialog.getByRole('button', { name: 'Mark as paid' }).click()
    await dialog.getByLabel('Method').selectOption('omt')
    await dialog.getByLabel('Receipt or transfer number').fill('OMT-77')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await told(page, 'Order marked as paid')
    await dialog.getByText('Payment received').first().waitFor()
    await dialog.getByText('by owner@shop.example').first().waitFor()

    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    await dialog.getByLabel('Reason').selectOption('out_of_stock')
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await told(page, 'Order cancelled')
    await dialog.getByText('Out of stock').first().waitFor()
    await dialog.getByRole('button', { name: 'Mark as paid back' }).click()
    await dialog.getByLabel('Receipt or transfer number').fill('R-1')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await told(page, 'Refund marked as paid')
    await dialog.getByText('Refund paid').first().waitFor()
  },
  SLOW,
)

it(
  'tells who was faster when two people act on the same order, and leads on by keys',
  async () => {
    const id = await place({ customerName: 'Two Clerks', status: 'pending' })
    const page = await open(`/admin?tab=orders&order=${id}`)
    const dialog = page.getByRole('dialog', { name: /Order #/ })
    await dialog.getByRole('button', { name: 'Extend reservation' }).waitFor()
    await tabTo(page, /^Extend reservation$/)
    await press(page, 'Enter')
    await tabTo(page, /^Confirm$/)
    const owner = await shop.owner()
    await owner.post(`/api/admin/orders/${id}/hold`, { hours: 90 })
    await press(page, 'Enter')
    const who = 'This was changed by owner@shop.example meanwhile. Please look at it again.'
    await isFocused(page, /^Confirm$/)
    await readNotice(page, who)
    await dialog.getByText('Reservation extended').waitFor()
    await tabTo(page, /^Back$/, 'Shift+Tab')
    await press(page, 'Enter')
    await isFocused(page, /^Extend reservation$/)
  },
  SLOW,
)

it(
  'finds orders by kind, status, name and reference',
  async () => {
    await place({ customerName: 'Nadim Searched' })
    const page = await open('/admin?tab=orders')
    await cardOf(page, 'Nadim Searched').waitFor()
    await page.getByLabel('Search by name, phone or reference').fill('nadim')
    await page.getByText('Showing 1 of 1 orders').waitFor()
    await cardOf(page, 'Nadim Searched').waitFor()
    await page.getByText('Online Only').click()
    await page.getByText('No orders found matching your search.').waitFor()
    await page.getByText('Offline Only').click()
    await cardOf(page, 'Nadim Searched').waitFor()
    await page.getByLabel('Status').selectOption('cancelled')
    await page.getByText('No orders found matching your search.').waitFor()
  },
  SLOW,
)

it(
  'is worked with the keyboard alone, and gives the focus back',
  async () => {
    const page = await open('/admin?tab=orders')
    await page.getByRole('button', { name: 'Create Order' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Create Order' })
    await dialog.waitFor()
    await dialog.getByRole('textbox', { name: 'Customer phone' }).focus()
    await page.keyboard.type('70123456')
    for (let steps = 0; steps < 4; steps++) await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    await dialog.getByText('2 tickets per item').waitFor()
    await dialog.getByRole('radio', { name: 'Pickup' }).focus()
    await page.keyboard.press('ArrowDown')
    await dialog.getByLabel('Delivery Address').waitFor()
    await discard(page)
    await dialog.waitFor({ state: 'detached' })
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent), patient)
      .toBe('Create Order')
  },
  SLOW,
)

it(
  'goes through an order and to the desks with the keyboard alone',
  async () => {
    await place({ customerName: 'By Keys', paymentMethod: 'omt' })
    const page = await open('/admin?tab=orders')
    await openEach(page, [/^Details and actions of order/])
    await press(page, 'Enter')
    await page.getByRole('dialog').waitFor()
    await tabTo(page, /^Cancel order$/)
    await press(page, 'Enter')
    await tabTo(page, /^Back$/)
    await press(page, 'Enter')
    await isFocused(page, /^Cancel order$/)
    await press(page, 'Escape')

    await tabTo(page, /^More$/, 'Shift+Tab')
    await press(page, 'Enter')
    await tabTo(page, /^Needs attention/)
    await press(page, 'Enter')
    await isFocused(page, /^Needs attention$/)
  },
  SLOW,
)

it(
  'reads from right to left on a phone, in the list, the dialogs and the desks',
  async () => {
    await place({ customerName: 'ليلى حداد' })
    const page = await open('/admin?tab=orders', { size: phone, language: 'ar' })
    const complaints = complaintsOf(page)
    await cardOf(page, 'ليلى حداد').waitFor()
    expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl')
    expect(await axeFaults(page)).toEqual([])
    await cardOf(page, 'ليلى حداد')
      .getByRole('button', { name: /تفاصيل/ })
      .click()
    await page.getByText('سُجّل الطلب').first().waitFor()
    expect(await axeFaults(page)).toEqual([])
    for (const [path, title] of [
      ['/admin/attention', 'ما يحتاج إلى متابعة'],
      ['/admin/fulfilment', 'مكتب التجهيز'],
      ['/admin/money', 'مكتب المال'],
      ['/admin/messages', 'الرسائل'],
    ] as const) {
      await page.goto(`${shop.origin}${path}`, { waitUntil: 'networkidle' })
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      expect(await axeFaults(page)).toEqual([])
      expect(await isWiderThanScreen(page)).toBe(false)
    }
    expect(complaints).toEqual([])
  },
  SLOW,
)

const isWiderThanScreen = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)

it(
  'opens the order of a message from the list of messages',
  async () => {
    const id = await place({ customerName: 'Told Once', customerPhone: '+96171444555' })
    const page = await open('/admin/messages')
    await page.getByLabel('Search by phone or e-mail').fill('71444555')
    const row = page.getByRole('row').filter({ hasText: '71 444 555' })
    await row.getByRole('button', { name: 'Open order' }).click()
    const dialog = page.getByRole('dialog', { name: `Order #${id.slice(0, 8)}` })
    await dialog.getByText('Told Once').waitFor()
    expect(await axeFaults(page)).toEqual([])
  },
  SLOW,
)

it(
  'adds the proof of a payment from the list of what needs attention',
  async () => {
    const id = await place({ customerName: 'No Proof', paymentMethod: 'whish' })
    const page = await open('/admin/attention')
    const item = page.getByRole('listitem').filter({ hasText: 'No Proof' })
    await item.getByRole('button', { name: 'Add proof' }).click()
    const dialog = page.getByRole('dialog', { name: /Order #/ })
    await dialog.getByLabel('Method').selectOption('OMT')
    await dialog.getByLabel('Receipt or transfer number').fill('OMT-99')
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await told(page, 'Payment details saved')
    await dialog.getByText('Method of the payment corrected').waitFor()
    const { body } = await (await shop.owner()).get(`/api/admin/orders/${id}`)
    expect(body.proof).toMatchObject({ method: 'omt', reference: 'OMT-99' })
    await page.keyboard.press('Escape')
    await item.waitFor({ state: 'detached' })
  },
  SLOW,
)

it(
  'takes back an order from its card, and from its dialog once it is off the desk',
  async () => {
    const why = /^What happened/
    const owner = await shop.owner()
    const id = await place({ customerName: 'Come Back', collector: 'Rami' })
    const path = `/api/admin/orders/${id}`
    await owner.post(`${path}/handover`, { step: 'ready' })
    const page = await open('/admin/fulfilment')
    const card = page.getByRole('article').filter({ hasText: 'Come Back' })
    await page.getByText(/^Ready for pickup \(/).click()
    // A second Enter opens it again: nothing beside it is delivered for it.
    await card.getByRole('button', { name: 'Came back' }).focus()
    await page.keyboard.press('Enter')
    await isFocused(page, why)
    await card.getByRole('button', { name: 'Back', exact: true }).focus()
    await page.keyboard.press('Enter')
    await isFocused(page, /^Came back$/)
    await card.getByRole('button', { name: 'Came back' }).click()
    await card.getByRole('button', { name: 'To prepare again' }).click()
    await card.getByText('Please fill in this field.').waitFor()
    await isFocused(page, why)
    expect(await axeFaults(page)).toEqual([])
    await card.getByLabel(why).fill('Wrong card')
    await card.getByRole('button', { name: 'To prepare again' }).click()
    await told(page, 'Waits to be prepared again')
    await card.waitFor({ state: 'detached' })
    await page.getByText(/^To prepare \(/).click()
    await card.getByRole('button', { name: 'Ready for pickup' }).waitFor()

    await owner.post(`${path}/handover`, { step: 'handed_over' })
    await page.goto(`${shop.origin}/admin?tab=orders&order=${id}`)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Came back' }).click()
    await dialog.getByLabel(why).fill('Not this one')
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await told(page, 'Waits to be prepared again')
    await dialog.getByText('Came back: to be prepared again').first().waitFor()
    expect((await owner.get(path)).body).toMatchObject({ status: 'paid', handover: null })
  },
  SLOW,
)

it(
  'prepares an order, hands it over by its code, and issues its invoice',
  async () => {
    const id = await place({ customerName: 'Pick Me', collector: 'Rami' })
    const page = await open('/admin/fulfilment')
    const card = page.getByRole('article').filter({ hasText: 'Pick Me' })
    await page.getByRole('heading', { name: 'Pick list' }).waitFor()
    // Told in the order's own dialog: the desk below it knows.
    await card.getByRole('button', { name: /^Open order/ }).click()
    const dialog = page.getByRole('dialog', { name: /Order #/ })
    await dialog.getByRole('button', { name: 'Ready for pickup' }).click()
    await told(page, 'The customer was told')
    await page.keyboard.press('Escape')
    await page.locator('article', { hasText: 'Pick Me' }).waitFor({ state: 'detached' })
    await page.getByText(/^Ready for pickup \(/).click()
    await card.getByLabel('Pickup code').fill('12')
    await card.getByRole('button', { name: 'Handed over' }).click()
    await card.getByText('The code has six digits.').waitFor()
    await card.getByLabel('Pickup code').fill('')
    expect(await axeFaults(page)).toEqual([])
    await card.getByRole('button', { name: 'Handed over' }).click()
    await card.waitFor({ state: 'detached' })

    await page.goto(`${shop.origin}/admin/invoice?order=${id}`, { waitUntil: 'networkidle' })
    await page.getByRole('heading', { name: 'Tax invoice', level: 2 }).waitFor()
    await page.getByText('Total with VAT').first().waitFor()
    expect(await axeFaults(page)).toEqual([])
    expect(await savedFile(page)).toBe(await onPaper(page))
    const arabic = await open(`/admin/invoice?order=${id}`, { language: 'ar' })
    await arabic.getByRole('heading', { name: 'فاتورة ضريبية', level: 2 }).waitFor()
    expect(await savedFile(arabic, 'تنزيل PDF')).toBe(await onPaper(arabic))
    await arabic.close()

    const owner = await shop.owner()
    const acts = `/api/admin/orders/${id}`
    const { body } = await owner.post(`${acts}/refund-duties`, { amount: '1.00' })
    const [{ id: refundId }] = body.refunds
    await owner.post(`${acts}/refunds`, { refundId, method: 'cash', reference: 'Till 7' })
    await page.reload({ waitUntil: 'networkidle' })
    await page.getByRole('link', { name: /^Credit note No\. \d+-1$/ }).click()
    await page.getByRole('heading', { name: 'Credit note', level: 2 }).waitFor()
    await page.getByText('Paid back with VAT').first().waitFor()
    expect(await axeFaults(page)).toEqual([])
    expect(await savedFile(page)).toBe(await onPaper(page))
  },
  SLOW,
)
