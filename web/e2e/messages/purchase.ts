// From the checkout by way of the provider to the tickets; what costs nothing; and the cart.
import {
  addToCart,
  changeAsStaff,
  choose,
  payButton,
  tryAgain,
  upset,
} from '#services/testing/customer-steps.ts'

import { titled } from './row.ts'
import type { Row } from './row.ts'

const provider = "You'll be redirected to complete your payment with WhishPay Wallet."
const entered = 'and have been automatically entered into active raffles.'

/** Begins with the open checkout, its fields empty. */
export const checkoutRows: readonly Row[] = [
  {
    message: 'Please fill in your name, email, and phone number.',
    cause: 'nothing is filled in',
    async provoke(page) {
      await payButton(page).click()
      await titled(page, 'Missing information')
    },
  },
  {
    message: 'Please enter a valid email address.',
    cause: 'the address has no dot',
    async provoke(page) {
      await page.getByLabel('Full name').fill('Maya Haddad')
      await page.getByLabel('Email').fill('maya@example')
      await page.getByLabel('Phone', { exact: true }).fill('70 123')
      await payButton(page).click()
      await titled(page, 'Invalid email')
    },
  },
  {
    message: 'Please fill in all delivery address fields.',
    cause: 'a delivery to nowhere',
    async provoke(page) {
      await page.getByLabel('Email').fill('maya@example.com')
      await page.getByText('Delivery', { exact: true }).click()
      await payButton(page).click()
      await titled(page, 'Missing information')
    },
  },
  {
    message: 'Please enter a valid phone number with country code',
    cause: 'the shop refuses an order whose number no text reaches',
    async provoke(page) {
      await page.getByText('Pickup', { exact: true }).click()
      await payButton(page).click()
      await titled(page, 'Order failed')
      await page.locator('[name=tel][aria-invalid=true]:focus').waitFor()
    },
  },
  {
    message: 'Failed to process your order. Please try again.',
    cause: 'the line is cut before the shop hears of the order',
    async provoke(page, { wire }) {
      const phone = page.getByLabel('Phone', { exact: true })
      await phone.fill('')
      await phone.press('End')
      await phone.pressSequentially('٧٠١٢٣٤٥٦', { delay: 50 })
      wire.cut({ call: /^POST \/api\/purchases$/, at: 'request' })
      await payButton(page).click()
      await titled(page, 'Order failed')
    },
  },
  {
    message: 'The payment service does not answer. Your tickets stay reserved; please try again.',
    cause: 'the provider fails',
    async provoke(page, { shop }) {
      await upset(shop, { whish: { http500Rate: 1 } })
      await payButton(page).click()
      await titled(page, 'Order failed')
    },
  },
  {
    message: provider,
    cause: 'the order is placed',
    async provoke(page) {
      await payButton(page).click()
      await titled(page, 'Redirecting to payment...')
    },
  },
  {
    message: 'Payment failed: Your payment was not completed. Please try again.',
    cause: 'the payment is declined',
    provoke: (page) => choose(page, 'Decline'),
  },
  {
    message: 'We could not reach the shop. Your money and your tickets are safe.',
    cause: 'the line is cut while the shop is asked for the payment',
    async provoke(page, { shop, wire }) {
      await tryAgain(page, shop)
      await choose(page, 'Never answer')
      const back = page.getByRole('link', { name: 'Back to the shop' })
      const orderId = /[0-9a-f-]{36}/.exec((await back.getAttribute('href')) ?? '')?.[0] ?? ''
      wire.cut({ call: new RegExp(`^GET .*${orderId}$`), at: 'request' })
      await back.click()
    },
  },
  {
    message: 'Payment successful!',
    cause: 'it is paid, and asked for again',
    async provoke(page, { shop }) {
      await shop.pay(new URL(page.url()).searchParams.get('orderId') ?? '', 'approve')
      await page.getByRole('button', { name: 'Check again' }).click()
    },
  },
  {
    message: 'Invalid payment link: Missing order ID. Please contact support.',
    cause: 'a link without an order',
    provoke: (page) => page.goto(new URL('/payment/success', page.url()).href),
  },
]

/** Begins with a checkout that is filled in, of something with three tickets and no price. */
export const freeRows: readonly Row[] = [
  {
    message: `You've received 3 raffle tickets ${entered}`,
    cause: 'there is nothing to pay',
    async provoke(page) {
      await payButton(page).click()
      await titled(page, 'Order confirmed!')
    },
  },
]

/** Begins on a raffle; Apple Watch, which has variants, is another. */
export const cartRows: readonly Row[] = [
  {
    message: 'Failed to fetch variants',
    cause: 'the line is cut when they are looked at',
    async provoke(page, { wire }) {
      await addToCart(page)
      wire.cut({ call: /\/variants$/, at: 'request' })
      await page.getByRole('button', { name: 'Add: Apple Watch' }).click()
    },
  },
  {
    message: 'Select a variant to add to your cart',
    cause: 'they are asked for again',
    async provoke(page) {
      await page.getByRole('button', { name: 'Retry' }).click()
      await page.getByText('SKU: NB-BLUE').waitFor()
    },
  },
  {
    message: 'Could not find raffle for this product',
    cause: 'staff have cancelled the raffle that the cart recommends',
    async provoke(page, { shop }) {
      const { raffleId } = await shop.sell({ name: 'Gold Necklace', totalTickets: 100 })
      await page.reload({ waitUntil: 'networkidle' })
      await page.getByRole('button', { name: /^Cart, / }).click()
      const add = page.getByRole('button', { name: 'Add: Gold Necklace' })
      await add.waitFor()
      await changeAsStaff(shop, `raffles/${raffleId}`, { status: 'cancelled' })
      await add.click()
    },
  },
]
