// The page of an order in a real browser: from the link in the receipt to the tickets, the receipt
// on paper, buying again and asking for something.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Browser } from 'playwright-core'

import { axeFaults } from '#services/testing/axe.ts'
import { complaintsOf, desk, openBrowser, phone } from '#services/testing/browser.ts'
import { openRunningShop } from '#services/testing/running-service.ts'
import type { RunningShop } from '#services/testing/running-service.ts'

const SLOW = 90_000
let shop: RunningShop
let browser: Browser
let productId: string

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openRunningShop({ withPages: true }), openBrowser()])
  const sold = await shop.sell({ name: 'A Trip to Egypt', totalTickets: 500, tickets: 5 })
  productId = sold.productId
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})

/** Placed from another browser: only its signed link is known here. */
async function place(): Promise<{ id: string; orderPageUrl: string }> {
  const { body } = await shop.client().post('/api/purchases', {
    shippingMethod: 'pickup',
    paymentMethod: 'whishpay',
    customerName: 'Maya Haddad',
    customerEmail: 'maya@example.com',
    customerPhone: '+96170123456',
    items: [{ productId, quantity: 4, variantId: null }],
  })
  return body
}

it(
  'opens by its link, tells where the order is, shows its tickets and fills the cart again',
  async () => {
    const { id, orderPageUrl } = await place()
    await shop.pay(id, 'approve')
    const page = await (await browser.newContext({ ...phone, reducedMotion: 'reduce' })).newPage()
    const complaints = complaintsOf(page)
    await page.goto(orderPageUrl)
    expect(page.url()).toBe(`${shop.origin}/order/${id}`)

    await page.getByText('Paid. Your tickets are in.').waitFor({ timeout: 20_000 })
    await page.getByText('In the draw').waitFor()
    await page.getByRole('button', { name: 'Show all 20 numbers' }).click()
    await page.getByText('#000 013').waitFor()
    expect(await page.getByText('Tickets issued').isVisible()).toBe(true)

    expect(await axeFaults(page)).toEqual([])
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Share as image: A Trip to Egypt' }).click()
    expect((await saved).suggestedFilename()).toBe('tickets.png')

    await page.getByRole('button', { name: 'Buy again' }).click()
    await page.getByText('20 tickets in A Trip to Egypt').waitFor()
    expect(complaints).toEqual([])
  },
  SLOW,
)

it(
  'is paid while its reservation lives, and cancelled when the buyer wants it',
  async () => {
    const { orderPageUrl } = await place()
    const page = await (await browser.newContext({ ...desk, reducedMotion: 'reduce' })).newPage()
    await page.goto(orderPageUrl)
    await page.getByRole('button', { name: 'Pay now' }).waitFor()
    await page.getByRole('button', { name: 'Cancel this order' }).click()
    await page.getByRole('button', { name: 'Yes, cancel it' }).click()
    await page.getByText('You cancelled it.').waitFor()
    expect(await page.getByRole('button', { name: 'Pay now' }).count()).toBe(0)
  },
  SLOW,
)

it('is a page that is not there for who has no link', async () => {
  const { id } = await place()
  const page = await (await browser.newContext({ ...phone, reducedMotion: 'reduce' })).newPage()
  const answer = await page.goto(`${shop.origin}/order/${id}`)
  expect(answer?.status()).toBe(404)
  await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
})
