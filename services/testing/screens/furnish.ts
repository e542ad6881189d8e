// A shop for its screens. What the gate looks at is furnished in a moment; all of them need a past.
import type { ApiClient } from '../api-client.ts'
import type { RaffleForSale, RunningShop } from '../running-service.ts'
import type { ScreenShop } from '../screens.ts'
import { buy, codeTo, cookiesOf, maya, place, signUp } from './buyers.ts'
import { formOf, picturesOf } from './goods.ts'
import { openDoings } from './doings.ts'

/** Raffles in three states and a customer with a paid and an unpaid order. */
export async function furnish(shop: RunningShop): Promise<ScreenShop> {
  return furnishFor(shop, await signUp(shop, maya))
}

/** And a newcomer: what the everyday screens need. */
export async function furnishEveryday(shop: RunningShop): Promise<ScreenShop> {
  const furnished = await furnish(shop)
  const newcomer = await signUp(shop, rana)
  return { ...furnished, others: { newcomer: cookiesOf(shop, newcomer) } }
}

export const rana = {
  phone: '+96170222333',
  fullName: 'Rana Saab',
  email: 'rana.saab@example.com',
}
export const CAREFUL_PHONE = '+96170333444'

export async function furnishFor(shop: RunningShop, customer: ApiClient): Promise<ScreenShop> {
  const trip = { name: 'A Trip to Egypt', totalTickets: 500, productName: 'Olive Oil', tickets: 5 }
  const { raffleId: raffle, productId } = await sellPictured(shop, trip)
  const watch = { name: 'Apple Watch', totalTickets: 400, productName: 'Cedar Notebook' }
  const { raffleId: varied, productId: notebook } = await sellPictured(shop, watch)
  await addVariants(await shop.owner(), notebook)
  const small = { name: 'Gold Necklace', totalTickets: 2, productName: 'Bookmark' }
  const { raffleId: reserved, productId: bookmark } = await shop.sell(small)

  const order = await buy(shop, customer, { productId, quantity: 2 })
  const unpaid = await place(customer, { productId: bookmark, quantity: 1 })
  await customer.put('/api/cart', { lines: [{ productId, variantId: null, quantity: 2 }] })
  await customer.post(`/api/raffles/${reserved}/alerts`, { consent: true })
  return {
    origin: shop.origin,
    sandboxUrl: shop.sandboxUrl,
    ids: { raffle, reserved, varied, order, unpaid },
    cookies: cookiesOf(shop, customer),
    others: {},
    proofKeys: [],
    phones: { customer: maya.phone, careful: CAREFUL_PHONE },
    does: { ...openDoings(shop, { productId }), codeTo: (phone) => codeTo(shop, phone) },
  }
}

const sellPictured = async (shop: RunningShop, raffle: RaffleForSale) =>
  shop.sell({ ...raffle, ...(await picturesOf(shop, raffle.name)) })

async function addVariants(owner: ApiClient, productId: string): Promise<void> {
  for (const [name, sku, priceAdjustment] of [
    ['Sea blue', 'NB-BLUE', '2.00'],
    ['Cedar green', 'NB-GREEN', '0.00'],
  ] as const)
    await owner.post(
      `/api/admin/products/${productId}/variants`,
      formOf({ name, sku, priceAdjustment }),
    )
}
