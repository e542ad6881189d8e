// What the walks of the tabs and desks leave out, without a pointer: dialogs over dialogs, the form
// of each act at an order, and the end of a sale while tickets are still reserved.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser, Page } from 'playwright-core'

import { moveClock } from '#services/clock.ts'
import { takeOrder, troubles } from '#services/testing/admin-furnishing.ts'
import { axeFaults } from '#services/testing/axe.ts'
import { openBrowser } from '#services/testing/browser.ts'
import { actByKeys, panelOf, recordSession } from '#services/testing/draw-by-keys.ts'
import {
  gone,
  isFocused,
  isHeldIn,
  openByKey,
  openEach,
  press,
  readNotice,
  sentBack,
  tabTo,
  wordsOf,
} from '#services/testing/keyboard.ts'
import { openRunningShop, ownerEmail, sell } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'
import { dialogOf, discard, openAdminTab, rowOf, told } from '#services/testing/staff-steps.ts'

const SLOW = 120_000
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const few = { tabs: 3 }
let shop: RunningShop
let browser: Browser
let raffleId: string
let productId: string
/** Of Joelle, paid and ready; of Rana, whose tickets are reserved for three days. */
let paid: string
let pending: string

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openRunningShop({ withPages: true }), openBrowser()])
  const owner = await shop.owner()
  const endsAt = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)
  const olives = { name: 'Olive Press', productName: 'Olive Oil', totalTickets: 100, endsAt }
  ;({ raffleId, productId } = await sell(owner, olives))
  paid = await takeOrder(owner, { productId, customerName: 'Joelle Karam', collector: 'Rami' })
  await owner.post(`/api/admin/orders/${paid}/handover`, { step: 'ready' })
  const unpaid = { customerName: 'Rana Khoury', customerPhone: '+96171555666', status: 'pending' }
  pending = await takeOrder(owner, { productId, ...unpaid })
  await troubles({ shop, owner, productId })
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

const openTab = (tab: string): Promise<Page> => openAdminTab({ browser, origin: shop.origin }, tab)

it(
  'corrects a prize for a reason, asked over the form and given up once',
  async () => {
    const page = await openTab('raffles')
    await openByKey(page, /^Edit: Olive Press$/)
    await tabTo(page, /^Prize Value/)
    await press(page, 'Control+A')
    await page.keyboard.type('450')
    await tabTo(page, /^Update Raffle$/)
    await press(page, 'Enter')
    const why = dialogOf(page, 'Why is the prize corrected?')
    await why.waitFor()
    await tabTo(page, /^Reason$/)
    expect(await why.locator('option:enabled').count()).toBe(1)
    expect(await axeFaults(page)).toEqual([])
    await press(page, 'Escape')
    await why.waitFor({ state: 'detached' })
    await isFocused(page, /^Update Raffle$/)

    await press(page, 'Enter')
    await tabTo(page, /^Record the correction$/)
    await press(page, 'Enter')
    await wordsOf(page, 'Raffle updated')
    await gone(page)
    await isFocused(page, /^Edit: Olive Press$/)
    await rowOf(page, 'Olive Press').getByText('$450.00').waitFor()
  },
  SLOW,
)

it(
  'says at its field what is wrong with an order by hand, and shuts nothing that is being mended',
  async () => {
    const page = await openTab('orders')
    await openByKey(page, /^Create Order$/)
    const form = dialogOf(page, 'Create Order')
    const rate = form.getByLabel('Pounds per dollar')
    await form.getByLabel('Product', { exact: true }).selectOption({ index: 1 })
    await form.getByRole('textbox', { name: 'Customer phone' }).fill('+9611234567')
    await form.getByText('Proof of payment (optional)').click()
    await form.getByLabel('Paid in').selectOption('LBP')
    await rate.fill('89,5')
    await form.getByRole('button', { name: 'Create Order' }).click()
    await form.getByText('Please enter a rate like 89500.').waitFor()
    await isFocused(page, /^Pounds per dollar/)
    await press(page, 'End')
    await page.keyboard.type('00')
    expect(await rate.inputValue()).toBe('89,500')
    await isFocused(page, /^Pounds per dollar/)

    await press(page, 'Enter')
    await form.getByText('Please enter a valid phone number with country code').waitFor()
    await isFocused(page, /^Customer phone/)
    expect(await axeFaults(page)).toEqual([])
    await form.getByRole('textbox', { name: 'Customer phone' }).fill('+96170987654')
    await press(page, 'Enter')
    await wordsOf(page, /2 raffle tickets generated\.$/)
    await form.waitFor({ state: 'detached' })
  },
  SLOW,
)

it(
  'says that a logout has failed',
  async () => {
    const page = await openTab('orders')
    await page.route('**/api/auth/logout', (route) => route.abort())
    await page.getByRole('button', { name: 'Logout' }).click()
    await wordsOf(page, 'Something went wrong')
    await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
  },
  SLOW,
)

it(
  'asks before it takes what was typed with it, and closes unasked when nothing was',
  async () => {
    const page = await openTab('raffles')
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    const name = dialogOf(page, 'Edit Raffle').getByLabel('Name')
    await openByKey(page, /^Edit: Olive Press$/)
    await tabTo(page, /^Name/)
    await press(page, 'End', 'I', 'I')
    await press(page, 'Escape')
    await isFocused(page, /^Keep editing$/)
    expect(await axeFaults(page)).toEqual([])
    await press(page, 'Escape')
    await question.waitFor({ state: 'detached' })
    await isFocused(page, /^Name/)
    expect(await name.inputValue()).toBe('Olive PressII')

    await tabTo(page, /^Close$/)
    await press(page, 'Enter')
    await isFocused(page, /^Keep editing$/)
    await press(page, 'Enter')
    await isFocused(page, /^Close$/)
    await goBackOnPhone(page)
    await isFocused(page, /^Keep editing$/)
    await goBackOnPhone(page)
    await question.waitFor({ state: 'detached' })
    await discard(page)
    await gone(page)
    await isFocused(page, /^Edit: Olive Press$/)

    await press(page, 'Enter')
    await isHeldIn(page, '[role=dialog]')
    await tabTo(page, /^Name/)
    await press(page, 'End', 'I')
    await tabTo(page, /^Cancel$/)
    await press(page, 'Enter')
    await gone(page)
    await isFocused(page, /^Edit: Olive Press$/)
    await tabTo(page, /^Export: Olive Press$/, 'Shift+Tab')
    await press(page, 'Enter')
    await isHeldIn(page, '[role=dialog]')
    await press(page, 'ArrowDown', 'Escape')
    await isFocused(page, /^Export: Olive Press$/)
  },
  SLOW,
)

/** As Android asks for it: like Esc, but no key that a page hears. */
async function goBackOnPhone(page: Page): Promise<void> {
  await page.evaluate(() =>
    addEventListener('keydown', (event) => event.stopImmediatePropagation(), {
      capture: true,
      once: true,
    }),
  )
  await press(page, 'Escape')
}

it(
  'keeps a product that was ordered, and leads on to what may be done instead',
  async () => {
    const page = await openTab('products')
    await openByKey(page, /^Delete: Olive Oil$/)
    await tabTo(page, /^Delete$/)
    await press(page, 'Enter')
    await wordsOf(page, 'Cannot delete product')
    await isFaster(`products/${productId}`, 'From the hills.')
    await tabTo(page, /^Make it inactive instead$/)
    await press(page, 'Enter')
    await readsNewest(page)
    await tabTo(page, /^Make it inactive instead$/)
    await press(page, 'Enter')
    await wordsOf(page, 'Product updated')
    await gone(page)
    await isFocused(page, /^Delete: Olive Oil$/)
  },
  SLOW,
)

/** Somebody else, while a dialog is open. */
async function isFaster(what: string, description: string): Promise<void> {
  const change = new FormData()
  change.set('description', description)
  const owner = await shop.owner()
  expect((await owner.put(`/api/admin/${what}`, change)).status).toBe(200)
}

/** It is said who was faster, and what stands now is read. */
async function readsNewest(page: Page): Promise<void> {
  await wordsOf(page, `Changed by ${ownerEmail} while you were editing.`)
  await tabTo(page, /^Read the newest version$/)
  await press(page, 'Enter')
  await page.getByText('while you were editing').waitFor({ state: 'detached' })
}

it(
  'says who was faster than an extension or a cancellation, keeps what was typed, and does it then',
  async () => {
    const lamp = { name: 'Brass Lamp', productName: 'Lamp oil', totalTickets: 50 }
    const { raffleId: lampId } = await shop.sell(lamp)
    const page = await openTab('raffles')
    const openAct = async (act: string, title: string) => {
      await page.getByRole('button', { name: 'More: Brass Lamp' }).click()
      await page.getByRole('button', { name: act, exact: true }).click()
      return dialogOf(page, title)
    }
    const extending = await openAct('Extend', 'Extend the raffle')
    await extending.getByRole('button', { name: '+7 days' }).click()
    const day = await extending.getByLabel('New end date').inputValue()
    const extend = extending.getByRole('button', { name: 'Extend', exact: true })
    await isFaster(`raffles/${lampId}`, 'Polished once more.')
    await extend.click()
    await readsNewest(page)
    expect(await extending.getByLabel('New end date').inputValue()).toBe(day)
    await extend.click()
    await told(page, 'Raffle updated')

    const cancelling = await openAct('Cancel raffle', 'Cancel raffle')
    const reason = cancelling.getByLabel('Reason')
    await reason.selectOption('prize_unavailable')
    const cancel = cancelling.getByRole('button', { name: 'Cancel the raffle' })
    await isFaster(`raffles/${lampId}`, 'Polished twice.')
    await cancel.click()
    await readsNewest(page)
    expect(await reason.inputValue()).toBe('prize_unavailable')
    await cancel.click()
    await told(page, 'Raffle updated')
    await rowOf(page, 'Brass Lamp').getByText('Cancelled').waitFor()
  },
  SLOW,
)

it(
  'excludes a customer and lets her in again, over her own dialog',
  async () => {
    const page = await openTab('customers')
    await openByKey(page, /^View details of Rana Khoury$/)
    await page.getByRole('button', { name: 'Exclude from buying' }).waitFor()
    await openEach(page, [/^Exclude from buying$/], few)
    await press(page, 'Enter')
    await isHeldIn(page, '[role=dialog] form')
    const asked = { words: 'Please fill in this field.', field: /^Reason$/ }
    await sentBack(page, /^Exclude from buying$/, asked)
    await press(page, 'ArrowDown')
    await tabTo(page, /^Exclude from buying$/)
    await press(page, 'Enter')
    await wordsOf(page, /^Excluded by staff since /)
    await isFocused(page, /^Let in again$/)

    await openEach(page, [/^Let in again$/], few)
    await press(page, 'Enter')
    await isHeldIn(page, '[role=dialog] form')
    await sentBack(page, /^Let in again$/, asked)
    await press(page, 'ArrowDown')
    await tabTo(page, /^Let in again$/)
    await press(page, 'Enter')
    await isFocused(page, /^Exclude from buying$/)
    await press(page, 'Escape')
    await isFocused(page, /^View details of Rana Khoury$/)
  },
  SLOW,
)

it(
  'opens the form of each act at an order, and comes back to its button',
  async () => {
    const page = await openTab('orders')
    await openEach(page, [/^Create Order$/], few)
    await openByKey(page, openerOf(paid))
    const ofPaid = [/^Handed over$/, /^Correct method or proof$/, /^Correct phone$/]
    await openForms(page, [...ofPaid, /^Promise a refund$/, /^Cancel order$/])
    await press(page, 'Escape')
    await isFocused(page, openerOf(paid))

    await openByKey(page, openerOf(pending))
    await openForms(page, [/^Mark as paid$/, /^Extend reservation$/])
    await press(page, 'Escape')
    await isFocused(page, openerOf(pending))

    await page.goto(`${shop.origin}/admin/attention`)
    await page.getByRole('button', { name: 'Answer' }).waitFor()
    await openByKey(page, /^Answer$/)
    await openForms(page, [/^Accept$/, /^Decline$/])
    await press(page, 'Escape')
    await isFocused(page, /^Answer$/)
  },
  SLOW,
)

const openerOf = (orderId: string) =>
  new RegExp(`^Details and actions of order ${orderId.slice(0, 8)}$`)

async function openForms(page: Page, acts: readonly RegExp[]): Promise<void> {
  for (const act of acts) {
    await page.getByRole('button', { name: act }).waitFor()
    await tabTo(page, act)
    await press(page, 'Enter')
    await isHeldIn(page, '[role=dialog] form')
    await tabTo(page, /^Back$/)
    await press(page, 'Enter')
    await isFocused(page, act)
  }
}

// Last: it moves the clock on.
it(
  'ends a sale while tickets are reserved: lets nothing go before its time, and then all of it',
  async () => {
    const { endsAt } = (await shop.client().get(`/api/raffles/${raffleId}`)).body
    await moveTo(Date.parse(endsAt) + MINUTE_MS)
    await expect.poll(() => standingOf(raffleId), patient).toMatchObject({ ticketsHeld: 2 })
    const page = await openTab('raffles')
    await rowOf(page, 'Olive Press').getByText('Sales closed').waitFor()
    await rowOf(page, 'Olive Press').getByText('2 reserved').waitFor()
    await openEach(page, [/^More: Olive Press$/], few)
    await toDrawRoom(page)

    await wordsOf(page, /^2 tickets are still reserved · Late payments count until /)
    expect(await axeFaults(page)).toEqual([])
    await actByKeys(page, 'close', CLOSE)
    await isFocused(page, CLOSE)
    await readNotice(page, 'Late payments are still being waited for')
    await wordsOf(page, /^2 tickets are still reserved/)

    const settled = shop.config.settlementSeconds * 1_000
    await moveTo(Date.parse(endsAt) + settled + MINUTE_MS)
    await isFocused(page, CLOSE)
    await press(page, 'Enter')
    await wordsOf(page, '2 tickets let go')
    await panelOf(page, 'close').waitFor({ state: 'detached' })
    await isHeldIn(page, 'main li')
    await readNotice(page, 'Recorded')
    expect(await standingOf(raffleId)).toMatchObject({ phase: 'closing', ticketsHeld: 0 })

    // Nothing is in the way of the seal any more.
    await recordSession(page)
    await actByKeys(page, 'seal', /^Seal the register$/)
    await panelOf(page, 'postpone').waitFor()
    await expect.poll(() => standingOf(raffleId), patient).toMatchObject({ phase: 'frozen' })
  },
  SLOW,
)

const CLOSE = /^Close and settle reservations$/
const patient = { timeout: 30_000 }

/** From the tab by the menu, which is closed once without leading anywhere. */
async function toDrawRoom(page: Page): Promise<void> {
  await openEach(page, [/^More$/], few)
  await openByKey(page, /^More$/)
  await tabTo(page, /^Draws$/)
  await press(page, 'Enter')
  await isFocused(page, /^Draws$/)
  await rowOf(page, 'Olive Press').getByText('Close and settle reservations').waitFor()
  await tabTo(page, /^Olive Press$/)
  await press(page, 'Enter')
  await isFocused(page, /^Draw room: Olive Press$/)
}

async function moveTo(ms: number): Promise<void> {
  await moveClock(shop.test.owner, new Date(ms))
  await shop.service.core.clock.sync()
}

/** As the tab of raffles is told. */
async function standingOf(id: string) {
  const { body } = await (await shop.owner()).get('/api/admin/raffles?page=1&limit=20')
  return body.data.find((raffle: { id: string }) => raffle.id === id)
}
