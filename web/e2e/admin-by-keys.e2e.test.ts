// What staff send, not only open, by Tab, arrows, typing, Enter and Space alone: an order taken by
// hand, the acts at an order and at what needs attention, a variant, a file of products, an export.
import { readFile } from 'node:fs/promises'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { leaveUndecided, takeOrder } from '#services/testing/admin-furnishing.ts'
import type { ApiClient } from '#services/testing/api-client.ts'
import { openBrowser } from '#services/testing/browser.ts'
import {
  chooseByKeys,
  gone,
  isFocused,
  isHeldIn,
  openByKey,
  press,
  tabTo,
  typeByKeys,
  wordsOf,
} from '#services/testing/keyboard.ts'
import { openRunningShop, sell } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'
import { openAdminTab, rowOf } from '#services/testing/staff-steps.ts'
import { ofTurn } from '#services/testing/turns.ts'
import { until } from '#services/testing/until.ts'

import { arabic, beginning, english, exactly } from './staff-words.ts'
import type { Said } from './staff-words.ts'

const SLOW = 120_000
let shop: RunningShop
let browser: Browser
let owner: ApiClient
/** Of Joelle, ready for her; of Rana, not paid yet; of Karim, cancelled; of Hala, undecided. */
let ready: string
let pending: string
let cancelled: string
let undecided: string

type Walk = { name: string; tab: string; walk: (page: Page, said: Said) => Promise<void> }
const walks: readonly Walk[] = [
  {
    name: 'takes an order, and does what is to be done at others',
    tab: 'orders',
    async walk(page, said) {
      await takeByHand(page, said)
      await handOver(page, said)
      await takeMoneyAndPromiseSome(page, said)
    },
  },
  {
    name: 'settles what needs attention',
    tab: 'orders',
    async walk(page, said) {
      await goToAttention(page, said)
      await settleUndecided(page, said)
      await payBack(page, said)
    },
  },
  {
    name: 'takes the entries as a file, adds a variant, and changes products by a file',
    tab: 'raffles',
    async walk(page, said) {
      await exportEntries(page, said)
      await goToProducts(page, said)
      await addVariant(page, said)
      await importProducts(page, said)
    },
  },
]

describe.each(ofTurn([english, arabic], 2))('by keys alone, in $language', (said) => {
  beforeAll(async () => {
    ;[shop, browser] = await Promise.all([openRunningShop({ withPages: true }), openBrowser()])
    owner = await shop.owner()
    await furnish()
  }, 240_000)
  afterAll(async () => {
    await browser?.close()
    await shop?.stop()
  })

  it.each(ofTurn(walks, 3))(
    '$name',
    async ({ tab, walk }) => {
      await walk(await openTab(tab, said), said)
    },
    SLOW,
  )
})

async function furnish(): Promise<void> {
  const tea = { name: 'Copper Kettle', productName: 'Mint Tea', totalTickets: 400 }
  const { productId } = await sell(owner, tea)
  const take = (customerName: string, customerPhone: string, change: object = {}) =>
    takeOrder(owner, { productId, collector: 'Rami', customerName, customerPhone, ...change })
  ready = await take('Joelle Karam', '+96171000001')
  await owner.post(`/api/admin/orders/${ready}/handover`, { step: 'ready' })
  pending = await take('Rana Khoury', '+96171000002', { status: 'pending' })
  cancelled = await take('Karim Saab', '+96171000003')
  const change = { status: 'cancelled', reason: 'mistake' }
  await owner.patch(`/api/admin/orders/${cancelled}`, change)
  undecided = await leaveUndecided({ shop, owner, productId })
  await until('the money is owed', async () => {
    const { body } = await owner.get('/api/admin/money/refunds?state=due&limit=100')
    return body.data.some(({ orderId }: { orderId: string }) => orderId === cancelled)
  })
}

const openTab = (tab: string, { language }: Said): Promise<Page> =>
  openAdminTab({ browser, origin: shop.origin }, tab, { language })

const read = async (id: string) => (await owner.get(`/api/admin/orders/${id}`)).body

/** Delivered, and paid in cash with its proof: what the form shows only for them is asked too. */
async function takeByHand(page: Page, { orders }: Said): Promise<void> {
  const { manual } = orders
  await openByKey(page, exactly(orders.create))
  await page.getByRole('textbox', { name: manual.phone }).waitFor()
  await typeByKeys(page, exactly(manual.phone), '70123456')
  await typeByKeys(page, exactly(manual.name), 'Maya Haddad')
  await chooseByKeys(page, exactly(manual.product), 'Mint Tea')
  await typeByKeys(page, exactly(manual.quantity), '2')
  await tabTo(page, exactly(manual.pickup))
  await press(page, 'ArrowDown')
  await isFocused(page, exactly(manual.delivery))
  await typeByKeys(page, exactly(manual.address), 'Hamra 12')
  await tabTo(page, exactly(manual.payments.whish))
  await press(page, 'ArrowDown', 'ArrowDown', 'ArrowDown')
  await isFocused(page, exactly(manual.payments.cash))
  await tabTo(page, exactly(manual.proof))
  await press(page, 'Enter')
  await typeByKeys(page, exactly(manual.reference), 'R-17')
  await typeByKeys(page, exactly(manual.collector), 'Rami')
  await tabTo(page, exactly(manual.submit))
  await press(page, 'Enter')
  await wordsOf(page, manual.created)
  await gone(page)
  await isFocused(page, exactly(orders.create))
  await page.getByRole('article').filter({ hasText: 'Maya Haddad' }).waitFor()
  expect(await read(await newest('Maya Haddad'))).toMatchObject({
    status: 'paid',
    total: '25.00',
    shippingMethod: 'delivery',
    deliveryAddress: 'Hamra 12',
    proof: { method: 'cash', reference: 'R-17', collector: 'Rami' },
  })
}

async function newest(name: string): Promise<string> {
  const { body } = await owner.get('/api/admin/orders?page=1&limit=20')
  return body.data.find(({ userName }: { userName: string | null }) => userName === name).id
}

async function handOver(page: Page, said: Said): Promise<void> {
  const { acts } = said.orders
  await openOrder(page, said, ready)
  await openAct(page, acts.handed_over)
  await confirm(page, said, acts.done.handed_over)
  expect(await read(ready)).toMatchObject({ status: 'completed' })
  await leaveOrder(page, said, ready)
}

async function takeMoneyAndPromiseSome(page: Page, said: Said): Promise<void> {
  const { acts, methods } = said.orders
  await openOrder(page, said, pending)
  await openAct(page, acts.mark_paid)
  await chooseByKeys(page, exactly(acts.method), methods.omt)
  await typeByKeys(page, exactly(acts.reference), 'OMT-7')
  await confirm(page, said, acts.done.mark_paid)
  await openAct(page, acts.owe_refund)
  await typeByKeys(page, exactly(acts.amount), '2.50')
  await confirm(page, said, acts.done.owe_refund)
  expect(await read(pending)).toMatchObject({
    status: 'paid',
    proof: { method: 'omt', reference: 'OMT-7' },
    refunds: [{ amount: '2.50', cause: 'staff', isPaid: false }],
  })
  await leaveOrder(page, said, pending)
}

const openerOf = ({ orders }: Said, id: string) => exactly(orders.openOf(id.slice(0, 8)))

const openOrder = (page: Page, said: Said, id: string) => openByKey(page, openerOf(said, id))

async function leaveOrder(page: Page, said: Said, id: string): Promise<void> {
  await press(page, 'Escape')
  await gone(page)
  await isFocused(page, openerOf(said, id))
}

async function openAct(page: Page, act: string): Promise<void> {
  await page.getByRole('button', { name: exactly(act) }).waitFor()
  await tabTo(page, exactly(act))
  await press(page, 'Enter')
  await isHeldIn(page, '[role=dialog] form')
}

/** The form is sent and goes, and the keyboard is at what may be done next. */
async function confirm(page: Page, { orders }: Said, done: string): Promise<void> {
  const name = exactly(orders.acts.confirm)
  await tabTo(page, name)
  await press(page, 'Enter')
  await wordsOf(page, done)
  await page.getByRole('button', { name }).waitFor({ state: 'detached' })
  await isHeldIn(page, '[role=dialog] [tabindex="-1"]')
}

async function goToAttention(page: Page, { admin, desks }: Said): Promise<void> {
  await tabTo(page, exactly(admin.menu.open))
  await press(page, 'Enter')
  await isHeldIn(page, '[role=dialog]')
  await tabTo(page, beginning(admin.menu.attention))
  await press(page, 'Enter')
  await isFocused(page, exactly(desks.attention.title))
}

/** The form is open at once. */
async function settleUndecided(page: Page, said: Said): Promise<void> {
  const { acts, methods } = said.orders
  const { markPaid } = said.desks.attention
  await page.getByRole('button', { name: exactly(markPaid) }).waitFor()
  await openByKey(page, exactly(markPaid))
  await isHeldIn(page, '[role=dialog] form')
  await chooseByKeys(page, exactly(acts.method), methods.whish)
  await typeByKeys(page, exactly(acts.reference), 'W-8')
  await confirm(page, said, acts.done.mark_paid)
  expect(await read(undecided)).toMatchObject({
    status: 'paid',
    proof: { method: 'whish', reference: 'W-8' },
  })
  await press(page, 'Escape')
  await gone(page)
  await isHeldIn(page, 'main')
}

/** The oldest of two. */
async function payBack(page: Page, said: Said): Promise<void> {
  const { acts } = said.orders
  const { refund } = said.desks.attention
  await openByKey(page, exactly(refund))
  await isHeldIn(page, '[role=dialog] form')
  await typeByKeys(page, exactly(acts.reference), 'R-9')
  await confirm(page, said, acts.done.pay_refund)
  expect(await read(cancelled)).toMatchObject({
    refunds: [{ amount: '10.00', isPaid: true, method: 'cash', reference: 'R-9' }],
  })
  await press(page, 'Escape')
  await gone(page)
  await isHeldIn(page, 'main')
}

async function exportEntries(page: Page, { admin, catalogue }: Said): Promise<void> {
  const { exportEntries: text, raffles } = catalogue
  const opener = exactly(`${raffles.export}: Copper Kettle`)
  await openByKey(page, opener)
  await tabTo(page, exactly(text.all))
  await press(page, 'ArrowDown')
  await isFocused(page, exactly(text.last7))
  await tabTo(page, exactly(text.submit))
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Enter')])
  expect(await readFile(await file.path(), 'utf8')).toContain('Joelle Karam')
  await wordsOf(page, admin.exported)
  await gone(page)
  await isFocused(page, opener)
}

async function goToProducts(page: Page, { admin, catalogue }: Said): Promise<void> {
  await tabTo(page, exactly(admin.tabs.raffles), 'Shift+Tab')
  await press(page, 'ArrowDown')
  await isFocused(page, exactly(admin.tabs.products))
  await press(page, 'Enter')
  await page.getByRole('table', { name: catalogue.products.title }).waitFor()
}

async function addVariant(page: Page, { catalogue }: Said): Promise<void> {
  const { products, variants: text } = catalogue
  const opener = exactly(`${products.variants}: Mint Tea`)
  await openByKey(page, opener)
  await openByKey(page, exactly(text.add))
  await typeByKeys(page, exactly(text.name), 'Green')
  await typeByKeys(page, exactly(text.sku), 'TEA-G')
  await typeByKeys(page, exactly(text.adjustment), '2.50')
  await typeByKeys(page, exactly(text.stock), '5')
  await tabTo(page, exactly(text.create))
  await press(page, 'Enter')
  await wordsOf(page, text.created)
  await isFocused(page, exactly(text.add))
  const row = rowOf(page, 'TEA-G')
  await row.getByText('+$2.50').waitFor()
  await row.getByText(text.left(5)).waitFor()
  await press(page, 'Escape')
  await gone(page)
  await isFocused(page, opener)
}

/** The browser itself asks for the file; listened for early, or it shows a dialog nobody sees. */
async function importProducts(page: Page, { imports }: Said): Promise<void> {
  const choose = async () => {
    await openByKey(page, exactly(imports.open))
    await tabTo(page, exactly(imports.choose))
    await press(page, 'Enter')
  }
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), choose()])
  const text = 'product;description;price;raffle;variant;sku;stock\r\nMint Tea;;11.50;;;;'
  const buffer = Buffer.from(text)
  await chooser.setFiles({ name: 'products.csv', mimeType: 'text/csv', buffer })
  await tabTo(page, exactly(imports.look))
  await press(page, 'Enter')
  await wordsOf(page, imports.summary(1, 0))
  await isFocused(page, exactly(imports.apply(1)))
  await press(page, 'Enter')
  await wordsOf(page, imports.applied(1))
  await gone(page)
  await isFocused(page, exactly(imports.open))
  await rowOf(page, 'Mint Tea').getByText('$11.50').waitFor()
}
