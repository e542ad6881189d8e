// The desks of staff without a pointer: every opener by Tab and Enter, what opens keeps the
// keyboard and gives it back, and what an act takes away leaves the keyboard near by. The five
// tabs are walked where they are tested.
import { afterAll, beforeAll, describe, it } from 'vitest'
import type { Browser, BrowserContext, Page } from 'playwright-core'

import {
  askForApproval,
  beginPaper,
  hire,
  keepBooks,
  leaveUndecided,
  takeOrder,
  troubles,
} from '#services/testing/admin-furnishing.ts'
import type { ApiClient } from '#services/testing/api-client.ts'
import { desk, openBrowser } from '#services/testing/browser.ts'
import { keepsPlaces } from '#services/testing/kept-place.ts'
import { openRunningShop, sell } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'
import { ofTurn } from '#services/testing/turns.ts'

import { deskWalks } from './admin-desk-walks.ts'
import { arabic, english } from './staff-words.ts'

const SLOW = 120_000
let shop: RunningShop
let browser: Browser
let context: BrowserContext
let invoiced: string

// Two languages and three parts of the desks: in six runs each is walked in both.
describe.each(ofTurn([english, arabic], 2))('the desks of staff, in $language', (said) => {
  beforeAll(async () => {
    // Passkeys belong to a named host.
    const named = { withPages: true, host: 'localhost' } as const
    ;[shop, browser] = await Promise.all([openRunningShop(named), openBrowser()])
    const owner = await shop.owner()
    await furnish(owner)
    context = await browser.newContext({ ...desk, reducedMotion: 'reduce' })
    const known = new Map(owner.cookies).set('qura_lang', said.language)
    const cookies = [...known].map(([name, value]) => ({ name, value, url: shop.origin }))
    await context.addCookies(cookies)
  }, 240_000)
  afterAll(async () => {
    await browser?.close()
    await shop?.stop()
  })

  it.each(ofTurn(deskWalks, 3))(
    'are walked with the keyboard alone: %s',
    async (_name, path, walk) => {
      const page = await openDesk(path.replace(':order', invoiced))
      await walk(page, said, { shop, invoiced })
      await page.close()
    },
    SLOW,
  )

  it(
    'give a place back to whoever has lost it, and take the keyboard from nobody else',
    async () => {
      const page = await openDesk('audit')
      await keepsPlaces(page)
      await page.close()
    },
    SLOW,
  )
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
  await leaveUndecided(work)
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

/** As whoever comes by the menu: the heading has the keyboard. */
async function openDesk(path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${shop.origin}/admin/${path}`)
  await page.locator('main h1').focus()
  await page.locator('[data-waits]').waitFor({ state: 'detached' })
  return page
}
