// What happens to a cart while others buy and staff change the shop, and who is told when there are
// tickets again. The shop takes back what was wished for in words, and offers what there is.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Browser, BrowserContext, Page } from 'playwright-core'

import { axeFaults } from '#services/testing/axe.ts'
import { openBrowser, phone } from '#services/testing/browser.ts'
import {
  addToCart,
  changeAsStaff,
  goPay,
  open,
  openCheckout,
  payButton,
  textsTo,
} from '#services/testing/customer-steps.ts'
import { openRunningShop } from '#services/testing/running-service.ts'
import type { RaffleForSale, RunningShop } from '#services/testing/running-service.ts'

const SLOW = 90_000
let shop: RunningShop
let browser: Browser
let context: BrowserContext

beforeAll(async () => {
  ;[shop, browser] = await Promise.all([openRunningShop({ withPages: true }), openBrowser()])
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await shop?.stop()
})
afterEach(() => context?.close())

async function lookAt(path: string): Promise<Page> {
  context = await browser.newContext({ ...phone, reducedMotion: 'reduce' })
  return open(context, shop.origin + path)
}

/** Somebody before a checkout that wants nothing but to be sent. */
async function atCheckoutOf(raffle: RaffleForSale, units = 1) {
  const sold = await shop.sell(raffle)
  const page = await lookAt(`/raffle/${sold.raffleId}`)
  await addToCart(page)
  for (let unit = 1; unit < units; unit += 1)
    await page.getByRole('button', { name: /^One more / }).click()
  await openCheckout(page)
  return { ...sold, page }
}

/** Another customer, who is quicker. */
async function buy(productId: string, quantity: number) {
  const client = shop.client()
  const { status, body } = await client.post('/api/purchases', {
    shippingMethod: 'pickup',
    paymentMethod: 'whishpay',
    customerName: 'Karim Saab',
    customerEmail: 'karim@example.com',
    customerPhone: '+96171123456',
    items: [{ productId, quantity, variantId: null }],
  })
  expect(status).toBe(201)
  return { client, orderId: body.id as string }
}

it(
  'offers the rest when others have bought of what is in the cart, and nothing when all is sold',
  async () => {
    const watch = { name: 'Apple Watch', totalTickets: 8, ticketsPerPersonMax: 8 }
    const { page, productId, raffleId } = await atCheckoutOf(watch, 3)
    const first = await buy(productId, 2)
    await shop.pay(first.orderId, 'approve')
    await payButton(page).click()
    await page.getByText('Order failed', { exact: true }).waitFor()
    await page.locator('strong', { hasText: 'Only 4 tickets left for Apple Watch' }).waitFor()
    await page.getByRole('button', { name: 'Take 2 instead' }).click()
    await page.getByRole('button', { name: 'Pay $20.00' }).waitFor()

    const second = await buy(productId, 2)
    await shop.pay(second.orderId, 'approve')
    await payButton(page).click()
    await page.locator('strong', { hasText: 'Only 0 tickets left for Apple Watch' }).waitFor()
    await page.getByRole('button', { name: 'Remove it from the cart' }).click()
    await page.getByText('Your cart is empty').waitFor()

    // All are issued, so none becomes free: there is nothing to wait for but the draw.
    const leadsOn = async () => {
      await page.goto(`${shop.origin}/raffle/${raffleId}`)
      return page.getByRole('link', { name: 'Go to the draw' }).isVisible()
    }
    await expect.poll(leadsOn, { timeout: 30_000, interval: 500 }).toBe(true)
    await page.getByText('Ended', { exact: true }).waitFor()
    await page.getByText('Tickets per person, at most: 8', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Notify me' }).count()).toBe(0)
  },
  SLOW,
)

it(
  'shows the new price before it takes it',
  async () => {
    const { page, productId } = await atCheckoutOf({ name: 'City Car', totalTickets: 100 })
    await changeAsStaff(shop, `products/${productId}`, { price: '12.50' })
    await payButton(page).click()
    await page.getByText('Prices have changed', { exact: true }).waitFor()
    const words = "Your cart now shows today's prices. The new total is $12.50."
    await page.getByText(words, { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Pay $12.50' }).waitFor()
    await goPay(page, shop)
    await page.getByText('$12.50').waitFor()
  },
  SLOW,
)

it(
  'says what is not sold any more, and which raffle has ended',
  async () => {
    const { page, productId, raffleId } = await atCheckoutOf({
      name: 'Gold Lira',
      totalTickets: 100,
    })
    await changeAsStaff(shop, `products/${productId}`, { active: '0' })
    await payButton(page).click()
    await page.getByText('This product is not available any more', { exact: true }).waitFor()
    await changeAsStaff(shop, `products/${productId}`, { active: '1' })
    await changeAsStaff(shop, `raffles/${raffleId}`, { status: 'cancelled' })
    await payButton(page).click()
    await page.getByText('This raffle has ended', { exact: true }).waitFor()
  },
  SLOW,
)

it(
  'shows to everybody what was changed of a raffle, and why',
  async () => {
    const { raffleId, productId } = await shop.sell({ name: 'Desert Trip', totalTickets: 100 })
    await shop.pay((await buy(productId, 1)).orderId, 'approve')
    const path = `/raffle/${raffleId}`
    const change = (fields: Record<string, string>) =>
      changeAsStaff(shop, `raffles/${raffleId}`, fields)
    await change({ prizeInfo: 'Three nights.', reason: 'typo' })
    await change({ value: '450.00', reason: 'typo' })
    await change({ endsAt: '2099-12-31' })

    const page = await lookAt(path)
    const changes = page.locator('section', { hasText: 'What was changed' })
    await changes.getByText('It ends on 31 Dec 2099.').waitFor()
    expect(await changes.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringContaining('It ends on'),
      expect.stringMatching(/Its value is \$450\.00\.\s+Correction of a typing error/),
      expect.stringMatching(/Words or the picture of this page\.\s+Correction of a typing error/),
    ])
    expect(await axeFaults(page)).toEqual([])
  },
  SLOW,
)

const waiting = '+96176123456'

it(
  'tells a guest when there are tickets again, and nothing more once he wants no texts',
  async () => {
    const { raffleId, productId } = await shop.sell({ name: 'Gold Necklace', totalTickets: 2 })
    const holder = await buy(productId, 1)
    // What all visitors are shown is read anew twice a second.
    const shown = async () => (await shop.client().get(`/api/raffles/${raffleId}`)).body
    await expect.poll(shown, { timeout: 30_000 }).toMatchObject({ ticketsLeft: 0 })
    const page = await lookAt(`/raffle/${raffleId}`)
    const ask = page.getByRole('button', { name: 'Notify me' })
    await ask.click()
    await page.getByText('Please agree to receive the text.').waitFor()
    await page.getByLabel('You may send me this one text').check()
    await page.getByLabel('Phone number').fill('70 12')
    await ask.click()
    await page.getByText('Please enter a valid phone number with country code').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.getByLabel('Phone number').fill(waiting)
    await ask.click()
    await page.getByText('We will tell you').waitFor()
    expect(await axeFaults(page)).toEqual([])

    const { status } = await holder.client.post(`/api/orders/${holder.orderId}/requests`, {
      kind: 'cancel',
    })
    expect(status).toBe(201)
    await expect.poll(tellWaiting, { timeout: 30_000 }).toHaveLength(1)
    const [text = ''] = await tellWaiting()
    expect(text).toContain('You can enter now: Gold Necklace')
    await followLinks(page, text)

    await buy(productId, 1)
    await shop.client().post(`/api/raffles/${raffleId}/alerts`, { consent: true, phone: waiting })
    const { rows } = await shop.test.owner.query(
      `select from raffle_alerts where phone = $1 and sent_at is null`,
      [waiting],
    )
    expect(rows).toEqual([])
  },
  SLOW,
)

async function tellWaiting(): Promise<string[]> {
  await shop.service.workers.sweeps.now('alerts')
  return (await textsTo(shop, waiting)).map(({ text }) => text)
}

/** Both are opened on a telephone that has never been here. */
async function followLinks(page: Page, text: string): Promise<void> {
  const [raffle, stop] = text.match(/https?:\S+/g) ?? []
  await page.context().close()
  const fresh = await lookAt(new URL(raffle ?? '').pathname)
  // The page that all visitors share is kept for ten seconds.
  const isOpen = async () => {
    await fresh.reload()
    return fresh.getByRole('button', { name: 'Add to Cart & Enter Raffle' }).isVisible()
  }
  await expect.poll(isOpen, { timeout: 30_000, interval: 500 }).toBe(true)
  await fresh.goto(stop ?? '')
  await fresh.getByRole('heading', { name: 'No more texts about raffles' }).waitFor()
  await fresh.getByRole('button', { name: 'Stop these texts' }).click()
  await fresh.getByText('Stopped. This number gets no more of them.').waitFor()
  expect(await axeFaults(fresh)).toEqual([])
}
