// The five tabs of staff and every dialog over them.
import type { Page } from 'playwright-core'

import {
  acts,
  altered,
  bodyButton,
  byAct,
  choose,
  colleague,
  create,
  empty,
  failing,
  file,
  fill,
  headButton,
  opened,
  press,
  pressInside,
  refusing,
  search,
  send,
  shown,
  told,
  top,
  withFailure,
} from './admin-openers.ts'
import type { Act, StaffScreen } from './admin-openers.ts'

/** What `furnishStaff` has put there for them. */
const RAFFLE = 'Copper Kettle'
const PRODUCT = 'Mint Tea'
const VARIANT = 'Tin of 50'

const tab = (name: string) => `/admin?tab=${name}`
const at = (path: string) => (rest: string, open?: Act) => ({
  name: `admin-${rest}`,
  path,
  ...(open && { open }),
})
const analytics = at(tab('analytics'))
const customers = at(tab('customers'))
const orders = at(tab('orders'))
const raffles = at(tab('raffles'))
const products = at(tab('products'))

/** The table behind each chart, in its place. */
const tables: Act = async (page) => {
  const asTable = page.locator('main button[aria-pressed=false]')
  await asTable.first().waitFor()
  while ((await asTable.count()) > 0) await asTable.first().click()
}

const calendar: Act = async (page) => {
  await page.locator('main select').first().selectOption('custom')
  await page.locator('[data-scope=date-picker][data-part=content]').waitFor()
}

/** A first step of every order by hand: who, what, and how it is delivered. */
const written: Act = acts(
  create,
  fill({ productId: 1, quantity: 3 }),
  choose('delivery'),
  fill({ deliveryAddress: 'Hamra 12, Beirut' }),
)

/** Saved by a colleague while the form was open. */
const changedMeanwhile =
  (place: number, then: Act): Act =>
  async (page) => {
    await press(RAFFLE, place)(page)
    const owner = await colleague(page)
    const { body } = await owner.get('/api/admin/raffles?limit=100')
    const { id } = body.data.find(({ name }: { name: string }) => name === RAFFLE)
    const form = new FormData()
    form.set('description', `Series ${Date.now() % 1_000}, in its box.`)
    await owner.put(`/api/admin/raffles/${id}`, form)
    await then(page)
    await top(page).locator('[role=alert]').first().waitFor()
  }

const edited = acts(fill({ description: 'Series 11' }), send)

const confirmed: Act = (page) => top(page).locator('.dialog__footer button').last().click()

const variants: Act = press(PRODUCT, 0)

/** In a dialog that is open: the button that adds something to its list. */
const addInside: Act = async (page) => {
  await top(page).locator('button:has(svg)').first().click()
  await top(page).locator('form').waitFor()
}

const importing: Act = (page) => opened(page, headButton(page).first())

const broken = 'product;price;sku;variant\nTray;cheap;T-1;Oak\nTray;;T-1;Elm\n'
const usable = [
  'product;description;price;raffle;variant;sku;stock',
  'Tray;Walnut;19.00;Copper Kettle;Oak;T-1;7',
  'Tray;;;;Elm;T-2;none',
  'Lamp;;11.50;;;;',
].join('\r\n')

async function menu(page: Page): Promise<void> {
  await opened(page, page.locator('header button[aria-haspopup=dialog]'))
  await top(page).locator('a bdi').first().waitFor() // how much waits
}

const lifting = acts(excludedPeople, exclusions, pressInside('QR-7KM2XA', 0))

const inPounds = fill({ refundMethod: 'cash', currency: 'LBP', rate: '90000' })
const keptAsCredit = altered('**/api/admin/orders/*', asCredit)

/** The number that the count corrects is another one by now. */
const recountedMeanwhile = acts(
  variants,
  pressInside(VARIANT, 1),
  fill({ reason: 'counted', pieces: 2 }),
  refusing('**/stock', 409, 'edit_conflict', { changedBy: 'Rami Aoun' }),
  send,
  told,
)

/** Without the representative. */
const alone = fill({ reason: 'under_sold' })

export const tabScreens: readonly StaffScreen[] = [
  { name: 'admin-menu', path: tab('orders'), open: menu },
  analytics('analytics'),
  analytics('analytics-tables', tables),
  analytics('analytics-days', calendar),
  withFailure(analytics('analytics-failed', failing('**/api/admin/analytics**'))),
  analytics('new-password', altered('**/api/auth/me', mustChoose)),
  analytics(
    'enrol',
    altered('**/api/auth/admin-session', (now) => ({ ...now, needs: 'enrol' })),
  ),
  analytics(
    'prove',
    altered('**/api/auth/admin-session', (now) => ({ ...now, ...unproven })),
  ),
  withFailure(analytics('prove-refused', proveWrongly)),

  customers('customers'),
  customers('customers-none', search('zzz')),
  withFailure(customers('customers-failed', failing('**/api/admin/customers?**'))),
  customers('customer', (page) => opened(page, page.locator('main tbody button').first())),
  customers('customer-correct', correcting),
  customers('customer-exclude', excluding),
  customers('customer-readmit', acts(altered('**/api/admin/customers/*', excluded), excluding)),
  customers('customer-sign-out', signingOut),
  customers('exclusions', acts(excludedPeople, exclusions)),
  customers('exclusions-none', exclusions),
  withFailure(customers('exclusions-failed', exclusionsCut)),
  customers('exclusion-lift', lifting),
  customers('exclusion-lift-refused', acts(lifting, send, told)),

  orders('orders'),
  orders('orders-none', search('zzz')),
  orders('session-ending', unattended),
  withFailure(orders('orders-failed', failing('**/api/admin/orders?**'))),
  { name: 'admin-order', path: `${tab('orders')}&order=:order`, open: shown },
  { name: 'admin-order-cancel', path: `${tab('orders')}&order=:counted`, open: byAct('cancel') },
  {
    name: 'admin-order-holder',
    path: `${tab('orders')}&order=:order`,
    open: byAct('correct_holder'),
  },
  {
    name: 'admin-order-contact',
    path: `${tab('orders')}&order=:order`,
    open: byAct('correct_contact'),
  },
  { name: 'admin-order-owe', path: `${tab('orders')}&order=:order`, open: byAct('owe_refund') },
  {
    name: 'admin-order-in-draw',
    path: `${tab('orders')}&order=:order`,
    open: acts(altered('**/api/admin/orders/*', inDraw), shown),
  },
  orders('order-pending', press('Rana Khoury', -1)),
  orders('order-paid', acts(press('Rana Khoury', -1), byAct('mark_paid'))),
  orders('order-extend', acts(press('Rana Khoury', -1), byAct('extend_hold'))),
  orders(
    'order-extend-refused',
    acts(press('Rana Khoury', -1), byAct('extend_hold'), fill({ hours: '0' }), send, told),
  ),
  orders('order-refunding', press('Karim Saab', -1)),
  orders('order-refund-pounds', acts(press('Karim Saab', -1), byAct('pay_refund'), inPounds)),
  orders('order-refund-credit', acts(keptAsCredit, press('Karim Saab', -1), byAct('pay_refund'))),
  orders('order-refund-withdraw', acts(press('Karim Saab', -1), byAct('withdraw_refund'))),
  orders('order-return', acts(press('Dina Sfeir', -1), byAct('return_line'))),
  orders('order-returned', press('إيلي ضاهر', -1)),
  orders('order-handover', acts(press('Joelle Karam', -1), byAct('handed_over'))),
  orders('order-back', acts(press('Joelle Karam', -1), byAct('came_back'))),
  orders('order-new', create),
  orders('order-new-written', written),
  orders('order-new-refused', acts(create, fill({ productId: 1 }), send, told)),

  raffles('raffles'),
  raffles('raffles-empty', empty('**/api/admin/raffles?**')),
  raffles('raffle-new', create),
  raffles('raffle-new-refused', acts(create, send, told)),
  raffles('raffle-export', press(RAFFLE, 0)),
  raffles('raffle-edit', press(RAFFLE, 1)),
  raffles('raffle-unsaved', acts(press(RAFFLE, 1), fill({ description: 'Series 11' }), leaving)),
  withFailure(raffles('raffle-conflict', changedMeanwhile(1, edited))),
  withFailure(raffles('raffle-correct', acts(press(RAFFLE, 1), fill({ value: '450' }), reasoned))),
  raffles('raffle-delete', press(RAFFLE, 2)),
  withFailure(raffles('raffle-delete-conflict', changedMeanwhile(2, confirmed))),
  raffles('raffle-more', press(RAFFLE, 3)),
  raffles('raffle-extend', acts(press(RAFFLE, 3), bodyButton(2), send, told)),
  raffles('raffle-copy', acts(press(RAFFLE, 3), bodyButton(3))),
  raffles('raffle-cancel', acts(press(RAFFLE, 3), bodyButton(4), alone, send, told)),

  products('products'),
  products('products-empty', empty('**/api/admin/products?**')),
  products('product-new', create),
  products('product-new-refused', acts(create, send, told)),
  products('product-edit', press(PRODUCT, 1)),
  products('product-delete', press(PRODUCT, 2)),
  withFailure(products('product-kept', acts(press(PRODUCT, 2), keeping))),
  products('variants', variants),
  products('variants-empty', press('Lamp', 0)),
  products('variant-new', acts(variants, addInside)),
  products('variant-new-refused', acts(variants, addInside, send, told)),
  products('variant-edit', acts(variants, pressInside(VARIANT, 0))),
  products('variant-delete', acts(variants, pressInside(VARIANT, 2))),
  products('stock', acts(variants, pressInside(VARIANT, 1))),
  products('stock-refused', acts(variants, pressInside(VARIANT, 1), send, told)),
  withFailure(products('stock-conflict', recountedMeanwhile)),
  products('import', importing),
  products('import-refused', acts(importing, file('products.csv', broken), send, told)),
  products('import-plan', acts(importing, file('products.csv', usable), send, planned)),
  withFailure(products('step-up', stepUp)),
]

async function correcting(page: Page): Promise<void> {
  await opened(page, page.locator('main tbody button').first())
  await opened(page, top(page).locator('.dialog__body button').first())
}

async function excluding(page: Page): Promise<void> {
  await opened(page, page.locator('main tbody button').first())
  await opened(page, top(page).locator('section button').first())
}

/** Of somebody who is signed in on two devices. */
async function signingOut(page: Page): Promise<void> {
  await altered('**/api/admin/customers/*', (now) => ({ ...now, signedIn: 2 }))(page)
  await opened(page, page.locator('main tbody button').first())
  await bodyButton(2)(page)
  await page.locator('[role=alertdialog]').waitFor()
}

function excluded(customer: Record<string, unknown>): object {
  const exclusion = { ...(customer.exclusion as object), byStaffSince: '2026-03-01T09:00:00.000Z' }
  return { ...customer, exclusion }
}

/** The list of them, over that of the customers. */
function exclusions(page: Page): Promise<void> {
  return opened(page, headButton(page).nth(1))
}

async function exclusionsCut(page: Page): Promise<void> {
  await page.route('**/api/admin/exclusions?**', (route) => route.abort('connectionfailed'))
  await exclusions(page)
  await top(page).locator('[role=alert]').waitFor()
}

/** In this shop nobody is excluded: one of each kind, and more to come. */
function excludedPeople(page: Page): Promise<void> {
  const id = (nth: number) => `00000000-0000-4000-8000-00000000000${nth}`
  const bare = { fullName: null, phone: null, customerId: null, orderId: null, reference: null }
  const by = 'Rana Haddad'
  const nameless = [
    { ...bare, id: id(3), holder: 'changed', customerId: id(8), by, reason: 'abuse' },
    { ...bare, id: id(4), holder: 'erased', by: 'رامي عون', reason: 'authority' },
    { ...bare, id: id(5), holder: 'unknown', by: null, reason: null },
  ]
  const rima = { fullName: 'Rima Saab', phone: '+96171222333', customerId: id(9) }
  const order = { orderId: id(7), reference: 'QR-7KM2XA' }
  const elie = { fullName: 'إيلي ضاهر', phone: '+96176111222', ...order }
  const data = [
    { ...bare, ...rima, id: id(1), holder: 'known', by, reason: 'asked' },
    { ...bare, ...elie, id: id(2), holder: 'known', by, reason: 'relative' },
    ...nameless,
  ].map((row, nth) => ({ ...row, since: `2026-03-0${9 - nth}T09:00:00.000Z` }))
  const pagination = { hasMore: true, total: 23 }
  return altered('**/api/admin/exclusions?**', () => ({ data, pagination }))(page)
}

/** A prize that tickets were sold for changes for a reason only. */
async function reasoned(page: Page): Promise<void> {
  await send(page)
  await top(page).locator('[name=reason]').waitFor()
}

/** Esc asks about what was typed. */
async function leaving(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.locator('[role=alertdialog]').waitFor()
}

/** It was ordered: instead of being deleted it is made inactive. */
async function keeping(page: Page): Promise<void> {
  await confirmed(page)
  await top(page).locator('.dialog__body button').waitFor()
}

/** By the page's own clock nobody has touched it for 28 minutes; every ten seconds it looks. */
async function unattended(page: Page): Promise<void> {
  await page.evaluate(() => {
    const nowMs = Date.now
    Date.now = () => nowMs() + 28 * 60_000
  })
  await page.locator('#toaster [role=status]').waitFor()
}

/** Its register is sealed, and its buyer wants to cancel: both wait for the draw. */
function inDraw(order: Record<string, unknown>): object {
  const over = ['cancel', 'correct_holder']
  const mayDo = (order.mayDo as string[]).filter((act) => !over.includes(act))
  const request = { kind: 'cancel', state: 'open', note: null, answer: null }
  const requests = [{ id: order.id, ...request, createdAt: order.createdAt }]
  return { ...order, mayDo, requests, drawStanding: 'order_in_draw' }
}

/** Its raffle was cancelled, and its buyer keeps what is owed. */
function asCredit(order: Record<string, unknown>): object {
  const refunds = (order.refunds as object[]).map((one) => ({ ...one, payableIn: 'credit' }))
  const request = { kind: 'credit', state: 'open', note: null, answer: null }
  return { ...order, refunds, requests: [{ id: order.id, ...request, createdAt: order.createdAt }] }
}

function mustChoose(me: Record<string, unknown>): object {
  return { ...me, user: { ...(me.user as object), mustChangePassword: true } }
}

const unproven = { needs: 'prove', isFresh: false, hasTotp: true, recoveryCodesLeft: 9 }
const aged = { isFresh: false, hasTotp: true, recoveryCodesLeft: 9 }

async function proveWrongly(page: Page): Promise<void> {
  const asked = altered('**/api/auth/admin-session', (now) => ({ ...now, ...unproven }))
  await acts(asked, fill({ code: '000000' }))(page)
  await page.locator('main form button[type=submit]').first().click()
  await page.locator('main [aria-invalid]').waitFor()
}

/** A proof that is older than five minutes is asked for again in the middle of an act. */
async function stepUp(page: Page): Promise<void> {
  await altered('**/api/auth/admin-session', (now) => ({ ...now, ...aged }))(page)
  await acts(press('Lamp', 2), refusing('**/api/admin/products/*', 403, 'step_up_required'))(page)
  await top(page).locator('.dialog__footer button').last().click()
  await top(page).locator('[name=code]').waitFor()
}

async function planned(page: Page): Promise<void> {
  await top(page).locator('[role=status]').first().waitFor()
}
