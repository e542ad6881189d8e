// The cart: lines and what may be done to them. Pure. A line is one product in one variant.
import * as z from 'zod/mini'

import type { Product, Variant } from '#services/contract/products.ts'
import { QUANTITY_MAX } from '#services/contract/purchase-limits.ts'

import { fromCents, toCents } from '../../lib/money.ts'

export const cartLine = z.object({
  /** Of the product. */
  id: z.string(),
  name: z.string(),
  /** Of one unit, the variant's adjustment included. */
  price: z.string(),
  image: z.nullable(z.string()),
  /** Per unit. */
  tickets: z.number(),
  quantity: z.number(),
  prizeName: z.nullable(z.string()),
  prizeImage: z.nullable(z.string()),
  variantId: z.nullable(z.string()),
  variantName: z.nullable(z.string()),
})
export type CartLine = z.infer<typeof cartLine>
export type LineKey = Pick<CartLine, 'id' | 'variantId'>
export type Cart = readonly CartLine[]

type Added = { product: Product; variant: Variant | null; prizeImage: string | null }

export function lineFor({ product, variant, prizeImage }: Added): CartLine {
  return {
    id: product.id,
    name: product.name,
    price: unitPrice(product, variant),
    image: variant?.image ?? product.image,
    tickets: product.raffleId === null ? 0 : product.tickets,
    quantity: 1,
    prizeName: product.raffleName,
    prizeImage: product.withoutEntry ? null : prizeImage,
    variantId: variant?.id ?? null,
    variantName: variant?.name ?? null,
  }
}

export const unitPrice = (product: Product, variant: Variant | null): string =>
  fromCents(toCents(product.price) + toCents(variant?.priceAdjustment ?? '0.00'))

/** The same product and variant again is one more of it. */
export function addLine(cart: Cart, line: CartLine): Cart {
  const known = cart.find((other) => isSame(other, line))
  if (!known) return [...cart, { ...line, quantity: 1 }]
  return setQuantity(cart, line, known.quantity + 1)
}

/** Nothing of a line is no line; more than the shop sells at once is not taken. */
export function setQuantity(cart: Cart, key: LineKey, quantity: number): Cart {
  if (quantity <= 0) return removeLine(cart, key)
  const taken = Math.min(quantity, QUANTITY_MAX)
  return cart.map((line) => (isSame(line, key) ? { ...line, quantity: taken } : line))
}

export const removeLine = (cart: Cart, key: LineKey): Cart =>
  cart.filter((line) => !isSame(line, key))

/** As one unit is sold today. */
export function setTerms(
  cart: Cart,
  key: LineKey,
  terms: Pick<CartLine, 'price' | 'tickets'>,
): Cart {
  return cart.map((line) => (isSame(line, key) ? { ...line, ...terms } : line))
}

export const itemCount = (cart: Cart): number => sum(cart, ({ quantity }) => quantity)

export const subtotalCents = (cart: Cart): number =>
  sum(cart, ({ price, quantity }) => toCents(price) * quantity)

export const ticketCount = (cart: Cart): number =>
  sum(cart, ({ tickets, quantity }) => tickets * quantity)

/** Tickets by prize, in the order the prizes came into the cart. */
export function entriesByPrize(cart: Cart): { prizeName: string; tickets: number }[] {
  const tickets = new Map<string, number>()
  for (const line of cart) {
    if (!line.prizeName || line.tickets === 0) continue
    tickets.set(line.prizeName, (tickets.get(line.prizeName) ?? 0) + line.tickets * line.quantity)
  }
  return [...tickets].map(([prizeName, count]) => ({ prizeName, tickets: count }))
}

/** Leaves at most `ticketsMax` tickets of one raffle in the cart, taking from its last lines. */
export function fitToTickets(cart: Cart, prizeName: string, ticketsMax: number): Cart {
  let left = ticketsMax
  return cart.flatMap((line) => {
    if (line.prizeName !== prizeName || line.tickets === 0) return [line]
    const quantity = Math.min(line.quantity, Math.floor(left / line.tickets))
    left -= quantity * line.tickets
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
}

export const isSame = (one: LineKey, other: LineKey): boolean =>
  one.id === other.id && one.variantId === other.variantId

const sum = (cart: Cart, of: (line: CartLine) => number): number =>
  cart.reduce((total, line) => total + of(line), 0)
