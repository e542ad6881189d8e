// Who buys, and how, in a shop that is furnished for its screens: by the calls a browser makes.
import { newId } from '../../ids.ts'
import type { ApiClient } from '../api-client.ts'
import type { RunningShop } from '../running-service.ts'
import type { Cookie } from '../screens.ts'
import { until } from '../until.ts'

export type Person = { phone: string; fullName: string; email: string }

export const maya = {
  phone: '+96170123456',
  fullName: 'Maya Haddad',
  email: 'maya@example.com',
} as const satisfies Person

/** Has won a prize. */
export const nour = {
  phone: '+96170444555',
  fullName: 'Nour Khalil',
  email: 'nour@example.com',
} as const satisfies Person

export async function signUp(shop: RunningShop, person: Person): Promise<ApiClient> {
  const { phone, fullName, email } = person
  const customer = shop.client()
  await customer.post('/api/auth/send-otp', { phone })
  const code = await codeTo(shop, phone)
  const { status } = await customer.post('/api/auth/verify-otp', { phone, code, fullName })
  if (status !== 200) throw new Error(`${fullName} could not sign up`)
  await customer.put('/api/account/profile', { fullName, email })
  return customer
}

/** The newest. */
export async function codeTo({ sandboxUrl }: RunningShop, phone: string): Promise<string> {
  const inbox = await fetch(`${sandboxUrl}/messages?to=${encodeURIComponent(phone)}`)
  const { messages } = (await inbox.json()) as { messages: { code?: string | null }[] }
  const [code] = messages.flatMap((message) => message.code ?? [])
  if (code === undefined) throw new Error(`no code was sent to ${phone}`)
  return code
}

export const cookiesOf = ({ origin }: RunningShop, { cookies }: ApiClient): Cookie[] =>
  [...cookies].map(([name, value]) => ({ name, value, url: origin }))

export type Wish = { productId: string; quantity: number; person?: Person; isDelivery?: boolean }

export async function place(buyer: ApiClient, wish: Wish): Promise<string> {
  const { productId, quantity, person = maya, isDelivery = false } = wish
  const { fullName, email, phone } = person
  const purchase = {
    shippingMethod: isDelivery ? 'delivery' : 'pickup',
    paymentMethod: 'whishpay',
    ...(isDelivery && { deliveryAddress: `${fullName}, ${phone}, Hamra 12, Beirut, 1103` }),
    customerName: fullName,
    customerEmail: email,
    customerPhone: phone,
    items: [{ productId, quantity, variantId: null }],
  }
  const key = { 'Idempotency-Key': newId<string>() }
  const { status, body } = await buyer.post('/api/purchases', purchase, key)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.id as string
}

/** Placed, paid, and the shop knows. */
export async function buy(shop: RunningShop, buyer: ApiClient, wish: Wish): Promise<string> {
  const orderId = await place(buyer, wish)
  await shop.pay(orderId, 'approve')
  await until('the order is paid', async () => {
    const { body } = await buyer.get(`/api/whishpay/status/${orderId}`)
    return body.status === 'paid'
  })
  return orderId
}

const guests: readonly Person[] = [
  { fullName: 'Karim Saab', phone: '+96171234501', email: 'karim@example.com' },
  { fullName: 'Rana Khoury', phone: '+96171234502', email: 'rana@example.com' },
  { fullName: 'ليلى حداد', phone: '+96171234503', email: 'layla@example.com' },
]

/** Each of three guests buys as many. */
export async function guestsBuy(
  shop: RunningShop,
  { productId, quantity }: Pick<Wish, 'productId' | 'quantity'>,
): Promise<void> {
  for (const person of guests) await buy(shop, shop.client(), { productId, quantity, person })
}
