// Money that goes back, by keys alone: the form of a refund says how much and as what, and a duty
// that never was is withdrawn, from the list of duties and at its order, read from either side.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

import { addVariant, takeOrder } from '#services/testing/admin-furnishing.ts'
import type { ApiClient } from '#services/testing/api-client.ts'
import { axeFaults } from '#services/testing/axe.ts'
import { complaintsOf, desk, openBrowser, phone } from '#services/testing/browser.ts'
import { changeAsStaff } from '#services/testing/customer-steps.ts'
import {
  gone,
  isFocused,
  isHeldIn,
  openByKey,
  press,
  readNotice,
  sentBack,
  tabTo,
  wordsOf,
} from '#services/testing/keyboard.ts'
import { openRunningShop } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'
import { dialogOf } from '#services/testing/staff-steps.ts'
import { ofTurn } from '#services/testing/turns.ts'
import { until } from '#services/testing/until.ts'

const SLOW = 120_000
let shop: RunningShop
let browser: Browser
let owner: ApiClient
let productId: string

const english = {
  language: 'en',
  direction: 'ltr',
  size: desk as BrowserContextOptions,
  withdraw: (reference: string) => new RegExp(`^Withdraw ${reference}$`),
  dialog: /^Order #/,
  title: /^Withdraw the refund$/,
  mistake: 'For a refund that was never owed, or of the wrong amount',
  neverPaid: 'it counts as never paid, and leaves the till',
  why: /^What happened/,
  required: 'Please fill in this field.',
  confirm: /^Confirm$/,
  back: /^Back$/,
  done: 'Refund withdrawn',
  quoted: (note: string) => `“${note}”`,
  unpaid: 'Nothing was paid yet.',
}

const arabic: typeof english = {
  language: 'ar',
  direction: 'rtl',
  size: phone,
  withdraw: (reference) => new RegExp(`^إلغاء التعهّد ${reference}$`),
  dialog: /^الطلب/,
  title: /^إلغاء التعهّد بالردّ$/,
  mistake: 'لردّ لم يكن مستحقًّا أو كُتب بمبلغ خاطئ',
  neverPaid: 'تُعدّ كأنها لم تُدفع وتخرج من الصندوق',
  why: /^ماذا حدث/,
  required: 'يُرجى ملء هذا الحقل.',
  confirm: /^تأكيد$/,
  back: /^رجوع$/,
  done: 'أُلغي التعهّد بالردّ',
  quoted: (note) => `«${note}»`,
  unpaid: 'لم يُدفع شيء بعد.',
}

type Said = typeof english

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openRunningShop({ withPages: true }), openBrowser()])
  owner = await shop.owner()
  const sold = await shop.sell({ name: 'A Trip to Egypt', totalTickets: 500 })
  productId = sold.productId
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

async function visit(path: string, { language, size }: Said): Promise<Page> {
  const context = await browser.newContext({ ...size, reducedMotion: 'reduce' })
  const known = new Map(owner.cookies).set('qura_lang', language)
  await context.addCookies([...known].map(([name, value]) => ({ name, value, url: shop.origin })))
  const page = await context.newPage()
  await page.goto(shop.origin + path, { waitUntil: 'networkidle' })
  return page
}

async function isWellSeen(page: Page, { direction }: Said): Promise<void> {
  expect(await axeFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.dir)).toBe(direction)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
}

const read = async (id: string) => (await owner.get(`/api/admin/orders/${id}`)).body

let taken = 0

/** Paid in cash at the counter; by another buyer each time, or it is the same order once more. */
function take(change: object = {}): Promise<string> {
  const customerPhone = `+9617012340${(taken += 1)}`
  const sale = { productId, customerName: 'Rana Khoury', customerPhone, collector: 'Rami' }
  return takeOrder(owner, { ...sale, ...change })
}

async function owe(id: string, amount: string): Promise<void> {
  await owner.post(`/api/admin/orders/${id}/refund-duties`, { amount })
  await isListed(id)
}

async function isListed(id: string): Promise<void> {
  type Duty = { orderId: string }
  await until('the refund is listed', async () => {
    const { body } = await owner.get('/api/admin/money/refunds?state=due&limit=100')
    return body.data.some(({ orderId }: Duty) => orderId === id)
  })
}

/** In the form that has just opened: sent back without a word, then withdrawn for this reason. */
async function withdraw(page: Page, said: Said, why: string): Promise<void> {
  await isFocused(page, said.title)
  await isWellSeen(page, said)
  await sentBack(page, said.confirm, { words: said.required, field: said.why })
  await page.keyboard.type(why)
  await isWellSeen(page, said)
  await confirm(page, said)
  await readNotice(page, said.done)
}

/** What the dialog tells of the order: the keyboard is on it where nothing is left to do. */
const detail = '[role=dialog] [tabindex="-1"]'

/** The form goes, and the keyboard is at what may be done next. */
async function confirm(page: Page, said: Said): Promise<void> {
  await tabTo(page, said.confirm)
  await press(page, 'Enter')
  await page.getByRole('button', { name: said.confirm }).waitFor({ state: 'detached' })
  await isHeldIn(page, detail)
}

it.each(ofTurn([english, arabic], 2))(
  'a duty taken on by mistake is withdrawn from the list of duties, in $language',
  async (said) => {
    const id = await take()
    await owe(id, '9.00')
    const { reference } = await read(id)
    const page = await visit('/admin/money?part=refunds', said)
    const complaints = complaintsOf(page)
    const opener = page.getByRole('button', { name: said.withdraw(reference) })
    await opener.waitFor()
    await openByKey(page, said.withdraw(reference))
    const dialog = dialogOf(page, said.dialog)
    await dialog.getByText(said.mistake).waitFor()
    await withdraw(page, said, 'Ten for one')
    await isHeldIn(page, '[role=dialog]')
    const happened = dialog.getByRole('listitem').filter({ hasText: said.done })
    await happened.getByText('$9.00').waitFor()
    expect(await happened.textContent()).toContain(said.quoted('Ten for one'))
    await isWellSeen(page, said)
    await press(page, 'Escape')
    await gone(page)
    await opener.waitFor({ state: 'detached' })
    await isHeldIn(page, 'main section')
    expect((await read(id)).refunds).toEqual([])
    expect(complaints).toEqual([])
    await page.context().close()
  },
  SLOW,
)

it.each(ofTurn([english, arabic], 2))(
  'a payment that never came is withdrawn at its order, and leaves it, in $language',
  async (said) => {
    const id = await take()
    const cancelled = { status: 'cancelled', reason: 'mistake' }
    await owner.patch(`/api/admin/orders/${id}`, cancelled)
    await until('the money is owed', async () => (await read(id)).refunds.length === 1)
    const page = await visit(`/admin?tab=orders&order=${id}`, said)
    const complaints = complaintsOf(page)
    const dialog = dialogOf(page, said.dialog)
    const button = dialog.getByRole('button', { name: said.title })
    await button.waitFor()
    await tabTo(page, said.title)
    await press(page, 'Enter')
    await dialog.getByText(said.neverPaid).waitFor()
    await isFocused(page, said.title)
    await tabTo(page, said.back)
    await press(page, 'Enter')
    await isFocused(page, said.title)
    await press(page, 'Enter')
    await withdraw(page, said, 'Paid for another order')
    await isHeldIn(page, '[role=dialog]')
    await dialog.getByText(said.unpaid).waitFor()
    expect(await button.count()).toBe(0)
    const happened = dialog.getByRole('listitem').filter({ hasText: said.done })
    await happened.getByText('$10.00').waitFor()
    await isWellSeen(page, said)
    expect(await read(id)).toMatchObject({ refunds: [], payments: [], proof: null })
    expect(complaints).toEqual([])
    await page.context().close()
  },
  SLOW,
)

const unpaidSaid = [
  { ...english, title: /^It was not paid$/, done: 'The refund is due again' },
  { ...arabic, title: /^لم يُردّ فعلًا$/, done: 'عاد المبلغ مستحقًّا' },
]

it.each(ofTurn(unpaidSaid, 2))(
  'a refund that was paid at the wrong order is due again, by its form, in $language',
  async (said) => {
    const id = await take()
    await owner.patch(`/api/admin/orders/${id}`, { status: 'cancelled', reason: 'mistake' })
    await until('the money is owed', async () => (await read(id)).refunds.length === 1)
    const paid = { refundId: `cancelled:${id}`, method: 'omt', reference: `T-${id}` }
    await owner.post(`/api/admin/orders/${id}/refunds`, paid)
    const page = await visit(`/admin?tab=orders&order=${id}`, said)
    const complaints = complaintsOf(page)
    const dialog = dialogOf(page, said.dialog)
    const button = dialog.getByRole('button', { name: said.title })
    await button.waitFor()
    await tabTo(page, said.title)
    await press(page, 'Enter')
    await withdraw(page, said, 'Of another order')
    await isHeldIn(page, '[role=dialog]')
    await button.waitFor({ state: 'detached' })
    await dialog.getByText(said.quoted('Of another order')).waitFor()
    await isWellSeen(page, said)
    expect(await read(id)).toMatchObject({ refunds: [{ isPaid: false, reference: null }] })
    expect(complaints).toEqual([])
    await page.context().close()
  },
  SLOW,
)

const returnSaid = [
  {
    ...english,
    title: /^Return a line$/,
    which: /^What came back$/,
    shelf: /^Put the pieces back on the shelf/,
    hint: 'its tickets become void',
    happened: 'Goods came back',
    shelved: 'The pieces are back on the shelf',
    done: 'Return saved',
  },
  {
    ...arabic,
    title: /^إرجاع صنف$/,
    which: /^ما الذي أُعيد$/,
    shelf: /^إعادة القطع إلى الرفّ/,
    hint: 'وتبطل تذاكره',
    happened: 'أُعيدت البضاعة',
    shelved: 'عادت القطع إلى الرفّ',
    done: 'سُجّل الإرجاع',
  },
]

it.each(ofTurn(returnSaid, 2))(
  'one line of two comes back, and what was counted of it can be sold again, in $language',
  async (said) => {
    const { id, which, left } = await takeTwoLines(`Cup ${said.language}`)
    expect(await left()).toBe(3)
    const page = await visit(`/admin?tab=orders&order=${id}`, said)
    const complaints = complaintsOf(page)
    const dialog = dialogOf(page, said.dialog)
    await dialog.getByRole('button', { name: said.title }).waitFor()
    await tabTo(page, said.title)
    await press(page, 'Enter')
    await isFocused(page, said.title)
    await dialog.getByText(said.hint).waitFor()
    const lines = dialog.getByLabel(said.which)
    await tabTo(page, said.which)
    await press(page, 'Home', ...Array<string>(which).fill('ArrowDown'))
    // The first is nothing yet.
    expect(await lines.evaluate((one: HTMLSelectElement) => one.selectedIndex)).toBe(which + 1)
    await tabTo(page, said.shelf)
    await press(page, 'Space')
    await isWellSeen(page, said)
    await confirm(page, said)
    await readNotice(page, said.done)
    const told = dialog.getByRole('listitem').filter({ hasText: said.shelved })
    await told.getByText(said.happened).waitFor()
    expect(await dialog.getByRole('button', { name: said.title }).count()).toBe(0)
    await isWellSeen(page, said)
    expect(await read(id)).toMatchObject({
      status: 'paid',
      refunds: [{ cause: 'returned', amount: '20.00', isPaid: false }],
    })
    await until('the pieces are on the shelf', async () => (await left()) === 5)
    expect(complaints).toEqual([])
    await page.context().close()
  },
  SLOW,
)

type Line = { productName: string; isCounted: boolean }

/** A ticket's worth of goods, and two of five cups that are counted: in a raffle of their own. */
async function takeTwoLines(cup: string) {
  const sold = await shop.sell({ name: cup, totalTickets: 500 })
  const blue = { name: 'Blue', sku: cup.replace(' ', '-'), stock: '5' }
  const variantId = await addVariant(owner, sold.productId, blue)
  const counted = { productId: sold.productId, variantId, quantity: 2 }
  const id = await take({ items: [{ productId, quantity: 1 }, counted] })
  const left = async () => {
    const { data } = (await owner.get('/api/admin/products?limit=100')).body
    const shelf = data.find((known: { id: string }) => known.id === sold.productId)
    return shelf.variants[0].stock.left
  }
  const lines: Line[] = (await read(id)).returnable
  return { id, left, which: lines.findIndex(({ isCounted }) => isCounted) }
}

it(
  'a refund in pounds says its sum at the rate as it is typed, and where that is left out',
  async () => {
    const id = await take({ currency: 'LBP', rate: '89500', customerName: 'Nour Saab' })
    await owe(id, '4.00')
    const { reference } = await read(id)
    const page = await visit('/admin/money?part=refunds', english)
    await openByKey(page, new RegExp(`^Refund ${reference}$`))
    await isFocused(page, /^Mark as paid back$/)
    const sum = dialogOf(page, english.dialog).getByRole('status')
    await expect.poll(() => sum.innerText()).toMatch(/^To give back: LBP 358,000 · Cash\n/)
    expect(await sum.innerText()).toContain('$4.00 at 89,500 pounds per dollar.')
    await isWellSeen(page, english)
    await tabTo(page, /^Receipt or transfer number$/)
    await page.keyboard.type('R-1')
    await tabTo(page, /^Pounds per dollar$/)
    await press(page, 'Control+A')
    await page.keyboard.type('90000')
    await expect.poll(() => sum.innerText()).toContain('LBP 360,000 · Cash')
    await press(page, 'Backspace')
    await expect.poll(() => sum.innerText()).toContain('LBP 36,000 · Cash')
    await press(page, 'Control+A', 'Delete')
    await expect.poll(() => sum.innerText()).toContain('LBP 358,000 · Cash') // of the payment
    await confirm(page, english)
    await readNotice(page, 'Refund marked as paid')
    await wordsOf(page, 'at 89,500 pounds per dollar')
    const paid = { isPaid: true, currency: 'LBP', rate: '89500', reference: 'R-1' }
    expect((await read(id)).refunds).toMatchObject([paid])
    await page.context().close()
  },
  SLOW,
)

it(
  'a refund as credit asks for no number, and says that it accepts what the buyer asks for',
  async () => {
    const id = await wantsCredit()
    const { reference } = await read(id)
    const page = await visit('/admin/money?part=refunds', english)
    await openByKey(page, new RegExp(`^Refund ${reference}$`))
    const dialog = dialogOf(page, english.dialog)
    const sum = dialog.getByRole('status')
    await expect.poll(() => sum.innerText()).toContain('To give back: $10.00 · Store credit')
    expect(await sum.innerText()).toContain('Confirming accepts the request of the customer')
    expect(await dialog.getByLabel('Receipt or transfer number').count()).toBe(0)
    await isWellSeen(page, english)
    await confirm(page, english)
    await readNotice(page, 'Refund marked as paid')
    await dialog.getByText('Accepted', { exact: true }).waitFor()
    expect(await read(id)).toMatchObject({
      refunds: [{ isPaid: true, method: 'credit', reference: null }],
      requests: [{ kind: 'credit', state: 'accepted' }],
    })
    await page.context().close()
  },
  SLOW,
)

/** Bought online in a raffle that was cancelled; its buyer keeps what is owed as credit. */
async function wantsCredit(): Promise<string> {
  const raffle = await shop.sell({ name: 'A phone', totalTickets: 500 })
  const guest = shop.client()
  const { body } = await guest.post('/api/purchases', {
    shippingMethod: 'pickup',
    paymentMethod: 'whishpay',
    customerName: 'Maya Haddad',
    customerEmail: 'buyer@example.com',
    customerPhone: '+96170123456',
    items: [{ productId: raffle.productId, quantity: 1, variantId: null }],
  })
  const { id } = body as { id: string }
  await shop.pay(id, 'approve')
  await until('the order is paid', async () => (await read(id)).status === 'paid')
  const cancelled = { status: 'cancelled', reason: 'prize_unavailable' }
  await changeAsStaff(shop, `raffles/${raffle.raffleId}`, cancelled)
  await isListed(id)
  const asked = await guest.post(`/api/orders/${id}/requests`, { kind: 'credit' })
  expect(asked.status).toBeLessThan(300)
  return id
}
