// Every screen of the staff area, as `screens.ts` has those of the shop: one line more, and it is
// photographed (`npm run screenshots`). The owner sees them; the doors are a guest's.
import type { Locator, Page } from 'playwright-core'

import type { ApiClient } from './api-client.ts'
import type { RunningShop } from './running-service.ts'
import type { Screen, ScreenShop } from './screens.ts'

type StaffScreen = Omit<Screen, 'as'>

const dialog = (page: Page) => page.getByRole('dialog')

/** Buttons of the whole page or tab, at the end of its heading; the last is the one that adds. */
const headButton = (page: Page) => page.locator('main section > div:first-child button')

/** Of the first row: what may be done with it, in the order of its buttons. */
const rowButton = (page: Page, place: number) =>
  page.locator('main [role=group] button:visible').nth(place)

async function opened(page: Page, button: Locator): Promise<void> {
  await button.click()
  await page.locator('[role=dialog], [role=alertdialog]').last().waitFor()
  await page.waitForLoadState('networkidle')
}

const create = (page: Page) => opened(page, headButton(page).last())
const row = (place: number) => (page: Page) => opened(page, rowButton(page, place))

/** In a dialog that is open: the button that adds something to its list. */
async function addInside(page: Page): Promise<void> {
  await dialog(page).locator('button:has(svg)').first().click()
  await dialog(page).locator('form').waitFor()
}

/** The order's dialog, with the form of the act that ends it. */
async function cancel(page: Page): Promise<void> {
  await dialog(page).locator('[data-act=cancel]').click()
  await dialog(page).locator('form').waitFor()
}

/** A tab's first page of figures or rows; the pages behind the menu; what opens over each. */
export const staffScreens: readonly StaffScreen[] = [
  { name: 'admin-analytics', path: '/admin?tab=analytics' },
  { name: 'admin-customers', path: '/admin?tab=customers' },
  {
    name: 'admin-customer',
    path: '/admin?tab=customers',
    open: (page) => opened(page, page.locator('main table tbody button').first()),
  },
  { name: 'admin-orders', path: '/admin?tab=orders' },
  {
    name: 'admin-order',
    path: '/admin?tab=orders&order=:order',
    open: (page) => shownDialog(page),
  },
  { name: 'admin-order-cancel', path: '/admin?tab=orders&order=:counted', open: cancel },
  { name: 'admin-order-new', path: '/admin?tab=orders', open: create },
  { name: 'admin-raffles', path: '/admin?tab=raffles' },
  { name: 'admin-raffle-new', path: '/admin?tab=raffles', open: create },
  { name: 'admin-raffle-export', path: '/admin?tab=raffles', open: row(0) },
  { name: 'admin-raffle-edit', path: '/admin?tab=raffles', open: row(1) },
  { name: 'admin-products', path: '/admin?tab=products' },
  { name: 'admin-product-new', path: '/admin?tab=products', open: create },
  { name: 'admin-variants', path: '/admin?tab=products', open: variants },
  {
    name: 'admin-variant-new',
    path: '/admin?tab=products',
    async open(page) {
      await variants(page)
      await addInside(page)
    },
  },
  { name: 'admin-product-delete', path: '/admin?tab=products', open: row(2) },
  {
    name: 'admin-import',
    path: '/admin?tab=products',
    open: (page) => opened(page, headButton(page).first()),
  },
  {
    name: 'admin-menu',
    path: '/admin?tab=orders',
    async open(page) {
      await opened(page, page.locator('header button[aria-haspopup=dialog]'))
      await dialog(page).locator('a bdi').first().waitFor() // how much waits
    },
  },
  { name: 'admin-attention', path: '/admin/attention' },
  { name: 'admin-fulfilment', path: '/admin/fulfilment' },
  { name: 'admin-money', path: '/admin/money' },
  { name: 'admin-invoice', path: '/admin/invoice?order=:order' },
  { name: 'admin-messages', path: '/admin/messages' },
  { name: 'admin-draws', path: '/admin/draws' },
  { name: 'admin-draw', path: '/admin/draws/:raffle' },
  { name: 'admin-insight', path: '/admin/insight' },
  { name: 'admin-approvals', path: '/admin/approvals' },
  { name: 'admin-audit', path: '/admin/audit' },
  { name: 'admin-audit-ticket', path: '/admin/audit?view=ticket' },
  { name: 'admin-audit-past', path: '/admin/audit?view=past' },
  { name: 'admin-audit-kit', path: '/admin/audit?view=kit' },
  { name: 'admin-staff', path: '/admin/staff' },
  { name: 'admin-invite', path: '/admin/staff', open: create },
  { name: 'admin-security', path: '/admin/security' },
]

export const staffDoors: readonly Screen[] = [
  { name: 'admin-login', path: '/admin/login', asksNobody: true },
  { name: 'admin-invitation', path: '/admin/invitation#a-link-that-is-over', asksNobody: true },
]

async function shownDialog(page: Page): Promise<void> {
  await dialog(page).waitFor()
  await page.waitForLoadState('networkidle')
}

/** Of the product that has some; the others have the same button. */
async function variants(page: Page): Promise<void> {
  await opened(page, page.locator('main tr', { hasText: 'Notebook' }).getByRole('button').first())
}

export type StaffShop = { cookies: ScreenShop['cookies']; counted: string }

/** Orders of every state, few pieces, a colleague, money that is owed: work for each desk. */
export async function furnishStaff(shop: RunningShop): Promise<StaffShop> {
  const owner = await shop.owner()
  const { body: listed } = await owner.get('/api/admin/products')
  const notebook = listed.data.find(({ name }: { name: string }) => name.includes('Notebook'))
  const variantId = await countPieces(owner, notebook.id)
  const take = (name: string, change: object = {}) => takeOrder(owner, { name, notebook, change })
  const counted = await take('Nadim Aoun', { items: [{ ...item(notebook), variantId }] })
  await take('Rana Khoury', { status: 'pending' })
  await take('ليلى حداد', { paymentMethod: 'omt', shippingMethod: 'delivery' })
  const ended = await take('Karim Saab', { collector: 'Rami', reference: 'R-1' })
  const cancelled = { status: 'cancelled', reason: 'mistake', note: 'Two of the same' }
  await owner.patch(`/api/admin/orders/${ended}`, cancelled)
  await owner.post('/api/admin/staff', {
    email: 'rana@shop.example',
    fullName: 'Rana Haddad',
    role: 'cashier',
    entry: 'link',
  })
  const cookies = [...owner.cookies].map(([name, value]) => ({ name, value, url: shop.origin }))
  return { cookies, counted }
}

type Listed = { id: string; variants: { id: string }[] }

const item = ({ id, variants: [variant] }: Listed) => ({
  productId: id,
  quantity: 2,
  ...(variant !== undefined && { variantId: variant.id }),
})

type Taken = { name: string; notebook: Listed; change: object }

async function takeOrder(owner: ApiClient, { name, notebook, change }: Taken): Promise<string> {
  const { status, body } = await owner.post('/api/admin/orders/manual', {
    customerPhone: '+96171222333',
    customerName: name,
    items: [item(notebook)],
    shippingMethod: 'pickup',
    deliveryAddress: 'Hamra, Beirut',
    paymentMethod: 'cash',
    status: 'paid',
    ...change,
  })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.order.id as string
}

/** A variant with few pieces left. */
async function countPieces(owner: ApiClient, productId: string): Promise<string> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ name: 'Gilt edge', sku: 'NB-GILT', stock: '6' }))
    form.set(name, value)
  const { body } = await owner.post(`/api/admin/products/${productId}/variants`, form)
  return body.id as string
}
