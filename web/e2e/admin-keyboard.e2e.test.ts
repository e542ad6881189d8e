// The desks of staff without a pointer: every opener by Tab and Enter, what opens keeps the
// keyboard and gives it back, and what an act takes away leaves the keyboard near by. The five
// tabs are walked where they are tested.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser, BrowserContext, Page } from 'playwright-core'

import {
  askForApproval,
  beginPaper,
  hire,
  keepBooks,
  takeOrder,
  troubles,
} from '#services/testing/admin-furnishing.ts'
import type { ApiClient } from '#services/testing/api-client.ts'
import { desk, openBrowser } from '#services/testing/browser.ts'
import { codeOfApp, fromBase32 } from '#services/testing/code-app.ts'
import { isSlowerThan, recordSession, stopByKeys } from '#services/testing/draw-by-keys.ts'
import {
  gone,
  isFocused,
  isHeldIn,
  openByKey,
  openEach,
  press,
  readReplaced,
  sentBack,
  tabTo,
  wordsOf,
} from '#services/testing/keyboard.ts'
import { keepsPlaces } from '#services/testing/kept-place.ts'
import { openRunningShop, sell } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'
import { ofTurn } from '#services/testing/turns.ts'

const SLOW = 120_000
const few = { tabs: 3 }
let shop: RunningShop
let browser: Browser
let context: BrowserContext
let invoiced: string

beforeAll(async () => {
  // Passkeys belong to a named host.
  const named = { withPages: true, host: 'localhost' } as const
  ;[shop, browser] = await Promise.all([openRunningShop(named), openBrowser()])
  const owner = await shop.owner()
  await furnish(owner)
  context = await browser.newContext({ ...desk, reducedMotion: 'reduce' })
  const cookies = [...owner.cookies].map(([name, value]) => ({ name, value, url: shop.origin }))
  await context.addCookies(cookies)
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

/** A little work for each desk: whoever goes by keys meets every line of it. */
async function furnish(owner: ApiClient): Promise<void> {
  const tea = { name: 'Copper Kettle', productName: 'Mint Tea', totalTickets: 400 }
  const { raffleId, productId } = await sell(owner, tea)
  const work = { shop, owner, productId }
  const cashier = await hire(work)
  await troubles(work)
  await keepBooks(work, cashier)
  await askForApproval(work, raffleId)
  await beginPaper(work, raffleId)
  await takeOrders(owner, productId)
  await leaveUndecided(productId)
  await shop.owner() // signs in from elsewhere too
}

async function takeOrders(owner: ApiClient, productId: string): Promise<void> {
  const proven = { productId, collector: 'Rami' }
  const ready = await takeOrder(owner, { ...proven, customerName: 'Joelle Karam' })
  await owner.post(`/api/admin/orders/${ready}/handover`, { step: 'ready' })
  invoiced = await takeOrder(owner, { ...proven, customerName: 'Nadim Aoun' })
  await takeOrder(owner, { productId, customerName: 'Rana Khoury', paymentMethod: 'omt' })
  for (const customerName of ['Lina Rahme', 'Karim Saab']) {
    const id = await takeOrder(owner, { ...proven, customerName })
    await owner.patch(`/api/admin/orders/${id}`, { status: 'cancelled', reason: 'mistake' })
  }
  const all = { name: 'Garden Set', productName: 'Key Ring', totalTickets: 4, tickets: 4 }
  const sold = await sell(owner, all)
  await takeOrder(owner, { ...proven, productId: sold.productId, customerName: 'Maya Haddad' })
}

/** Somebody began to pay three days ago, and the provider never said what became of it. */
async function leaveUndecided(productId: string): Promise<void> {
  const { body } = await shop.client().post('/api/purchases', {
    shippingMethod: 'pickup',
    paymentMethod: 'whishpay',
    customerName: 'Hala Mansour',
    customerEmail: 'hala@example.com',
    customerPhone: '+96170777888',
    items: [{ productId, quantity: 1, variantId: null }],
  })
  const ended = `
    update payment_attempts
       set state = 'attention', next_check_at = null, created_at = created_at - interval '3 days'
     where order_id = $1`
  await shop.test.owner.query(ended, [body.id])
}

async function attention(page: Page): Promise<void> {
  const acts = [/^Refund$/, /^Open order$/, /^Answer$/, /^Add proof$/, /^Mark paid$/]
  await openEach(page, [/^Dealt with$/, ...acts], few)
  await tabTo(page, /^Re-check$/, 'Shift+Tab')
  await press(page, 'Enter')
  await wordsOf(page, 'The provider was asked')
  await isHeldIn(page, 'main li')
  await openByKey(page, /^Dealt with$/)
  await sentBack(page, /^Dealt with$/, {
    words: 'Please fill in',
    field: /^What was done about it$/,
  })
  await page.keyboard.type('Called the provider')
  await tabTo(page, /^Dealt with$/)
  await press(page, 'Enter')
  await wordsOf(page, 'Taken off the list')
  await gone(page)
  await isHeldIn(page, 'main li')
}

async function fulfilment(page: Page): Promise<void> {
  await openEach(page, [/^Open order /], few)
  await tabTo(page, /^(Ready for pickup|Out for delivery)$/)
  await press(page, 'Enter')
  await wordsOf(page, 'The customer was told')
  await isHeldIn(page, 'main article')
  await tabTo(page, /^To prepare/, 'Shift+Tab')
  await press(page, 'ArrowRight')
  await isFocused(page, /^Ready for pickup/)
  await tabTo(page, /^Pickup code/)
  await press(page, '1')
  await sentBack(page, /^Handed over$/, {
    words: 'The code has six digits.',
    field: /^Pickup code/,
  })
  await press(page, 'Control+A', ...'000000')
  await sentBack(page, /^Handed over$/, {
    words: 'This is not the code of this order.',
    field: /^Pickup code/,
  })
}

async function statementsAndTill(page: Page): Promise<void> {
  await tabTo(page, /^Compare$/)
  await press(page, 'Enter')
  await page.getByRole('table').waitFor()
  await openEach(page, [/^Open order /], few)
  await tabTo(page, /^Statements$/, 'Shift+Tab')
  await press(page, 'ArrowRight')
  await isFocused(page, /^Till$/)
  await tabTo(page, /^Count again$/)
  await press(page, 'Enter')
  await isHeldIn(page, 'main section')
  await sentBack(page, /^Close the till$/, {
    words: 'Please enter an amount like 12.50 or -12.50.',
    field: /^Cash counted/,
  })
}

async function refunds(page: Page): Promise<void> {
  await openEach(page, [/^Refund /], few)
  await openByKey(page, /^Refund /)
  await isFocused(page, /^Mark as paid back$/)
  const field = /^Receipt or transfer number$/
  await sentBack(page, /^Confirm$/, { words: 'Please fill in this field.', field })
  await page.keyboard.type('R-9')
  await tabTo(page, /^Confirm$/)
  await press(page, 'Enter')
  await wordsOf(page, 'Refund marked as paid')
  await press(page, 'Escape')
  await gone(page)
  await isHeldIn(page, 'main section')
  await tabTo(page, /^Due$/, 'Shift+Tab')
  await press(page, 'ArrowRight', 'ArrowRight')
  await isFocused(page, /^Credit that counts$/)
  await press(page, 'ArrowRight')
  await isFocused(page, /^All$/)
  await openEach(page, [/^Open order /], few)
  expect(await page.getByRole('radio', { name: 'All' }).isChecked()).toBe(true)
}

async function filesAndRates(page: Page): Promise<void> {
  await tabTo(page, /^Download CSV: Orders$/)
  await Promise.all([page.waitForEvent('download'), press(page, 'Enter')])
  await wordsOf(page, 'Export successful')
  await isFocused(page, /^Download CSV: Orders$/)
  await tabTo(page, /^Files$/, 'Shift+Tab')
  await press(page, 'ArrowRight')
  await tabTo(page, /^Pounds per dollar/)
  await page.keyboard.type('many')
  await sentBack(page, /^Save rate$/, {
    words: 'Please enter a whole number like 89500.',
    field: /^Pounds per dollar/,
  })
}

async function invoiceAndMenu(page: Page): Promise<void> {
  await tabTo(page, /^Print or save as PDF$/)
  await openEach(page, [/^More$/], few)
}

async function messages(page: Page): Promise<void> {
  await tabTo(page, /^Search by phone/)
  await tabTo(page, /^Send again$/)
  await press(page, 'Enter')
  await wordsOf(page, 'Message sent again')
  await readReplaced(page, /^Send again$/, '**/api/admin/messages/**')
}

async function draws(page: Page): Promise<void> {
  await tabTo(page, /^Garden Set$/)
  await press(page, 'Enter')
  await isFocused(page, /^Draw room: Garden Set$/)
  await tabTo(page, /^Add a witness$/)
  await press(page, 'Enter')
  await isFocused(page, /^Add a witness$/)
  await tabTo(page, /^Remove$/, 'Shift+Tab')
  await press(page, 'Enter')
  await isFocused(page, /^Add a witness$/)
  await sentBack(page, /^Save$/, { words: 'Please fill in this field.', field: /^Place$/ })
  await isSlowerThan(page, await shop.owner())
  await recordSession(page)
  await tabTo(page, /^Openings for an auditor$/)
  await press(page, 'Enter')
  await tabTo(page, /^Download the openings$/)
  await stopByKeys(page)
}

async function insight(page: Page): Promise<void> {
  await tabTo(page, /^Show as table$/)
  await press(page, 'Enter')
  await isFocused(page, /^Show as chart$/)
}

async function approvals(page: Page): Promise<void> {
  await tabTo(page, /^Note/)
  await page.keyboard.type('Seen at the till.')
  await tabTo(page, /^Approve$/)
  await press(page, 'Enter')
  await page.getByRole('button', { name: 'Approve' }).waitFor({ state: 'detached' })
  await isHeldIn(page, 'main section')
  await tabTo(page, /^Waiting$/, 'Shift+Tab')
  await press(page, 'ArrowRight')
  await isFocused(page, /^All$/)
}

/** Its last button is a few steps back from the heading. */
async function trail(page: Page): Promise<void> {
  await tabTo(page, /^Load More$/, 'Shift+Tab')
  await press(page, 'Enter')
  await isHeldIn(page, 'main tr')
}

async function ticket(page: Page): Promise<void> {
  await tabTo(page, /^Raffle$/)
  await press(page, 'ArrowDown')
  await tabTo(page, /^Ticket number/)
  await press(page, '1', 'Enter')
  await page.getByRole('heading', { name: /^Ticket / }).waitFor()
  await isFocused(page, /^Ticket number/)
}

async function timeTravel(page: Page): Promise<void> {
  const order = await (await shop.owner()).get(`/api/admin/orders/${invoiced}`)
  await tabTo(page, /^Reference, name, phone or id$/)
  await page.keyboard.type(order.body.reference)
  await press(page, 'Enter')
  await page.getByRole('table').waitFor()
  await isFocused(page, /^Reference, name, phone or id$/)
}

async function kit(page: Page): Promise<void> {
  await tabTo(page, /^Open the paper on /)
  await press(page, 'Enter')
  await page.getByRole('heading', { name: 'Working paper', exact: true }).waitFor()
  await isHeldIn(page, 'main section')
  await noteBesideAnother(page)
  await tabTo(page, /^All papers$/, 'Shift+Tab')
  await press(page, 'Enter')
  await page.getByRole('heading', { name: 'Working papers' }).waitFor()
  await isHeldIn(page, 'main section')
}

/** Another auditor saves meanwhile: he is named, and what both wrote is kept. */
async function noteBesideAnother(page: Page): Promise<void> {
  await tabTo(page, /^Conclusion$/)
  await page.keyboard.type('In order')
  const paper = `/api/admin/audit/papers/${new URL(page.url()).searchParams.get('paper')}`
  const other = await shop.owner()
  const [{ walk }] = (await other.get(paper)).body.walks
  await other.put(paper, { notes: { [walk.number]: 'Seen' }, conclusion: '' })
  const conflict = { words: /^Changed by /, field: /^Changed by / }
  await sentBack(page, /^Save notes$/, conflict)
  await tabTo(page, /^Read the newest version$/)
  await press(page, 'Enter')
  const note = page.getByLabel(/^Note on ticket/).first()
  await expect.poll(() => note.inputValue()).toBe('Seen')
  await tabTo(page, /^Save notes$/)
  await press(page, 'Enter')
  await wordsOf(page, 'Notes saved')
  expect(await page.getByLabel('Conclusion').inputValue()).toBe('In order')
}

async function accounts(page: Page): Promise<void> {
  await openByKey(page, /^Invite somebody$/)
  await tabTo(page, /^Name$/)
  await page.keyboard.type('Nour Khalil')
  await tabTo(page, /^Email$/)
  await page.keyboard.type('nour')
  await tabTo(page, /^Invite$/)
  await press(page, 'Enter')
  await isFocused(page, /^Email$/) // refused: the field has the keyboard, not the button
  await page.keyboard.type('@shop.example')
  await press(page, 'Enter')
  await page.locator('[data-entry]').waitFor() // in the place of the form
  await press(page, 'Escape')
  await isFocused(page, /^Invite somebody$/)
  await openByKey(page, /^Open Rami Aoun$/)
  await page.getByRole('button', { name: 'New way in' }).waitFor()
  await openEach(page, [/^New way in$/, /^Reset second factor$/, /^Disable$/], few)
  await press(page, 'Escape')
  await isFocused(page, /^Open Rami Aoun$/)
}

/** Last: it changes how the owner signs in. */
async function security(page: Page): Promise<void> {
  await openEach(page, [/^Set up$/, /^Add a passkey$/], few)
  await tabTo(page, /^End the session of/)
  await press(page, 'Enter')
  await wordsOf(page, 'Ended')
  await isHeldIn(page, 'main section')
  await openByKey(page, /^Set up$/)
  const secret = fromBase32(await page.getByRole('dialog').locator('code').innerText())
  await tabTo(page, /^Six-digit code$/)
  await page.keyboard.type(codeOfApp(secret, shop.service.core.clock.now()))
  await press(page, 'Enter')
  await tabTo(page, /^I have kept them$/)
  await press(page, 'Enter')
  await isFocused(page, /^Remove$/)
  await openEach(page, [/^Make new ones$/], few)
  await tabTo(page, /^Remove$/, 'Shift+Tab')
  await press(page, 'Enter')
  await isFocused(page, /^Cancel$/) // one press takes nothing away
  await tabTo(page, /^Remove$/)
  await press(page, 'Enter')
  await isFocused(page, /^Set up$/)
}

const desks = [
  ['needs attention', 'attention', attention],
  ['fulfilment', 'fulfilment', fulfilment],
  ['statements and till', 'money', statementsAndTill],
  ['refund duties', 'money?part=refunds', refunds],
  ['files and rates', 'money?part=files', filesAndRates],
  ['an invoice, and the menu', 'invoice?order=:order', invoiceAndMenu],
  ['messages', 'messages', messages],
  ['a draw, put off and annulled', 'draws', draws],
  ['insight', 'insight', insight],
  ['approvals', 'approvals', approvals],
  ['a trail that goes on', 'audit', trail],
  ['a ticket and its evidence', 'audit?view=ticket', ticket],
  ['time travel', 'audit?view=past', timeTravel],
  ['the auditor’s kit', 'audit?view=kit', kit],
  ['accounts', 'staff', accounts],
  ['one’s own sign-in', 'security', security],
] as const

it.each(ofTurn(desks, 2))(
  'is walked with the keyboard alone: %s',
  async (_name, path, walk) => {
    const page = await openDesk(path.replace(':order', invoiced))
    await walk(page)
    await page.close()
  },
  SLOW,
)

it(
  'gives a place back to whoever has lost it, and takes the keyboard from nobody else',
  async () => {
    const page = await openDesk('audit')
    await keepsPlaces(page)
    await page.close()
  },
  SLOW,
)

/** As whoever comes by the menu: the heading has the keyboard. */
async function openDesk(path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${shop.origin}/admin/${path}`)
  await page.locator('main h1').focus()
  await page.locator('[data-waits]').waitFor({ state: 'detached' })
  return page
}
