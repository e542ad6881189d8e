// Every screen of the staff area, as `screens.ts` has those of the shop: one line more, and it is
// photographed (`npm run screenshots`) and examined (`npm run test:axe`). The owner sees them; the
// doors are a guest's.
import type { Page } from 'playwright-core'

import { deskScreens } from './admin-desk-screens.ts'
import {
  addVariant,
  askForApproval,
  beginPaper,
  hire,
  holdDraws,
  keepBooks,
  takeOrder,
  troubles,
} from './admin-furnishing.ts'
import type { Desk } from './admin-furnishing.ts'
import type { StaffScreen } from './admin-openers.ts'
import { rareScreens } from './admin-rare-screens.ts'
import { tabScreens } from './admin-tab-screens.ts'
import type { ApiClient } from './api-client.ts'
import { sell } from './running-service.ts'
import type { RunningShop } from './running-service.ts'
import type { Screen, ScreenShop } from './screens.ts'

export const staffScreens: readonly StaffScreen[] = [...tabScreens, ...deskScreens, ...rareScreens]

const login = { path: '/admin/login', asksNobody: true } as const
const invitation = { path: '/admin/invitation#a-link-that-is-over', asksNobody: true } as const

export const staffDoors: readonly Screen[] = [
  { name: 'admin-login', ...login },
  { name: 'admin-login-refused', ...login, open: enterWrongly },
  { name: 'admin-invitation', ...invitation },
  { name: 'admin-invitation-broken', path: '/admin/invitation', asksNobody: true },
  { name: 'admin-invitation-refused', ...invitation, open: chooseWeakly },
]

async function enterWrongly(page: Page): Promise<void> {
  await page.locator('[name=email]').fill('owner@shop.example')
  await page.locator('main button[type=submit]').click()
  await page.locator('[aria-invalid]').waitFor()
}

async function chooseWeakly(page: Page): Promise<void> {
  await page.locator('[name=newPassword]').fill('cedars')
  await page.locator('[name=repeated]').fill('olives')
  await page.locator('main button[type=submit]').click()
  await page.locator('[aria-invalid]').waitFor()
}

export type StaffShop = { cookies: ScreenShop['cookies']; counted: string }

/** Orders of every state, few pieces, colleagues, draws, money that is owed: work for each desk. */
export async function furnishStaff(shop: RunningShop): Promise<StaffShop> {
  const owner = await shop.owner()
  const goods = { name: 'Copper Kettle', productName: 'Mint Tea', totalTickets: 400 }
  // Under-sold: whoever cancels it for that reason needs the representative's word.
  const { productId } = await sell(owner, { ...goods, minTicketsRequired: 100 }, shop.pictureSize)
  const desk: Desk = { shop, owner, productId }
  const rami = await hire(desk)
  const waiting = await holdDraws(desk)
  await troubles(desk)
  await keepBooks(desk, rami)
  await askForApproval(desk, waiting)
  await beginPaper(desk, waiting)
  const counted = await takeOrders(desk)
  const cookies = [...owner.cookies].map(([name, value]) => ({ name, value, url: shop.origin }))
  return { cookies, counted }
}

/** By hand, of every state; returns the one of counted goods. */
async function takeOrders({ owner, productId }: Desk): Promise<string> {
  const tin = { productId, variantId: await addVariant(owner, productId, few), quantity: 2 }
  const loose = { productId, variantId: await addVariant(owner, productId, uncounted) }
  const ready = await takeOrder(owner, { customerName: 'Joelle Karam', ...loose })
  await owner.post(`/api/admin/orders/${ready}/handover`, { step: 'ready' })
  const sent = { customerName: 'Tarek Zein', ...loose, shippingMethod: 'delivery' }
  const away = await takeOrder(owner, sent)
  await owner.post(`/api/admin/orders/${away}/handover`, { step: 'sent_out' })
  const counted = await takeOrder(owner, { customerName: 'Nadim Aoun', ...tin })
  await takeOrder(owner, { customerName: 'Rana Khoury', ...loose, status: 'pending' })
  const byOmt = { paymentMethod: 'omt', shippingMethod: 'delivery' }
  await takeOrder(owner, { customerName: 'ليلى حداد', ...loose, ...byOmt })
  const taken = { collector: 'Rami' }
  const paidBack = await cancelled(owner, { customerName: 'Lina Rahme', ...loose, ...taken })
  const refund = { refundId: `cancelled:${paidBack}`, method: 'cash', reference: 'R-7' }
  await owner.post(`/api/admin/orders/${paidBack}/refunds`, refund)
  const items = [tin, loose].map((line) => ({ ...line, quantity: 1 }))
  await takeOrder(owner, { customerName: 'Dina Sfeir', ...loose, ...taken, items })
  const back = await takeOrder(owner, { customerName: 'إيلي ضاهر', ...loose, ...taken, items })
  const { returnable } = (await owner.get(`/api/admin/orders/${back}`)).body
  const came = { lineId: returnable[0].lineId, restock: true, note: 'The lid was bent (not ours)' }
  await owner.post(`/api/admin/orders/${back}/returns`, came)
  const two = { ...loose, ...taken, quantity: 2 }
  await cancelled(owner, { customerName: 'Karim Saab', ...two })
  return counted
}

async function cancelled(owner: ApiClient, order: Parameters<typeof takeOrder>[1]) {
  const id = await takeOrder(owner, order)
  const why = { status: 'cancelled', reason: 'mistake', note: 'Two of the same' }
  await owner.patch(`/api/admin/orders/${id}`, why)
  return id
}

const few = { name: 'Tin of 50', sku: 'TEA-50', stock: '6' }
const uncounted = { name: 'Loose', sku: 'TEA-0', priceAdjustment: '-2' }
