// What a cart costs and what it wins, by the shop's own list: the browser sends products and
// quantities, never a price. Pure: the catalogue and the time are handed in.
import type { LineId, OrderId, ProductId, RaffleId, VariantId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import type { OrderLine } from '#events/order/events.ts'
import { ticketsOfLine } from '#events/order/evolve.ts'
import type { ShelfRow } from '#projections/product-shelf/queries.ts'
import type { BoardRow } from '#projections/raffle-board/queries.ts'

import { QUANTITY_MAX } from '../contract/purchase-limits.ts'
import { deriveId } from '../ids.ts'

export const DELIVERY_CENTS = 500

export type PriceList = {
  product: (productId: string) => ShelfRow | null | undefined
  raffle: (raffleId: string) => BoardRow | null | undefined
}

export type CartLine = {
  productId: string
  variantId?: string | null | undefined
  quantity: number
}

export type PricedPurchase = {
  lines: OrderLine[]
  subtotalCents: number
  shippingCents: number
  totalCents: number
  totalTickets: number
}

export function pricePurchase(
  prices: PriceList,
  {
    orderId,
    items,
    shippingMethod,
    now,
  }: {
    orderId: OrderId
    items: readonly CartLine[]
    shippingMethod: 'pickup' | 'delivery'
    now: string
  },
): PricedPurchase {
  const lines = mergeLines(items).map((item, place) =>
    priceLine(prices, { item, lineId: lineIdAt(orderId, place), now }),
  )
  const subtotalCents = lines.reduce((sum, line) => sum + line.quantity * line.unitPriceCents, 0)
  const shippingCents = shippingMethod === 'delivery' ? DELIVERY_CENTS : 0
  return {
    lines,
    subtotalCents,
    shippingCents,
    totalCents: subtotalCents + shippingCents,
    totalTickets: lines.reduce((sum, line) => sum + ticketsOfLine(line), 0),
  }
}

/**
 * The same order and place name the same line: a request that is taken up again holds nothing
 * twice.
 */
const lineIdAt = (orderId: OrderId, place: number) =>
  deriveId<LineId>('order-line', orderId, String(place))

/** What the buyer was shown is what the buyer pays; otherwise the cart shows the new lines. */
export function requireExpectedTotal(
  priced: PricedPurchase,
  expectedTotal: string | undefined,
): void {
  if (expectedTotal === undefined || centsOf(expectedTotal) === priced.totalCents) return
  throw new Rejection(
    'price_changed',
    'Prices have changed. Please check your cart.',
    asItStands(priced),
  )
}

/** Nobody pays for tickets that the product does not bring any more. */
export function requireExpectedTickets(
  priced: PricedPurchase,
  expectedTickets: number | undefined,
): void {
  if (expectedTickets === undefined || expectedTickets === priced.totalTickets) return
  throw new Rejection(
    'tickets_changed',
    'The tickets of your order have changed. Please check your cart.',
    asItStands(priced),
  )
}

const asItStands = ({ lines, totalCents }: PricedPurchase) => ({
  total: moneyOf(totalCents),
  lines: lines.map((line) => ({
    productId: line.productId,
    variantId: line.variantId,
    quantity: line.quantity,
    price: moneyOf(line.unitPriceCents),
    subtotal: moneyOf(line.quantity * line.unitPriceCents),
    tickets: ticketsOfLine(line),
  })),
})

/** `12.5` is 1250 cents; the contract has refused everything that is no amount. */
export function centsOf(amount: string): number {
  const [units = '0', decimals = ''] = amount.split('.')
  return Number(units) * 100 + Number(decimals.padEnd(2, '0'))
}

export const moneyOf = (cents: number) =>
  `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

/** The same product and variant twice is one line, in the place of the first. */
function mergeLines(items: readonly CartLine[]): CartLine[] {
  const merged = new Map<string, CartLine>()
  for (const item of items) {
    const key = `${item.productId} ${item.variantId ?? ''}`
    const quantity = (merged.get(key)?.quantity ?? 0) + item.quantity
    if (quantity > QUANTITY_MAX)
      throw new Rejection('invalid_request', `At most ${QUANTITY_MAX} of one product`, {
        fields: [{ path: 'items', message: `at most ${QUANTITY_MAX} of one product` }],
      })
    merged.set(key, { ...item, quantity })
  }
  return [...merged.values()]
}

function priceLine(
  prices: PriceList,
  { item, lineId, now }: { item: CartLine; lineId: LineId; now: string },
): OrderLine {
  const product = prices.product(item.productId)
  if (!product || !product.isActive || product.isRemoved) throw unavailable(item.productId)
  const variant = chooseVariant(product, item.variantId ?? null)
  const raffleId = product.sellsWithoutEntry ? null : product.raffleId
  const raffle = raffleId === null ? null : prices.raffle(raffleId)
  if (raffle === undefined) throw unavailable(item.productId)
  if (raffle !== null) requireSelling(raffle, product.productId, now)
  const isEntry = raffle !== null && product.ticketsPerUnit > 0

  // Ids of read models were written from facts, whose schemas proved their shape.
  return {
    lineId,
    productId: product.productId as ProductId,
    productName: product.name,
    productImage: variant?.image ?? product.image,
    variantId: (variant?.variantId ?? null) as VariantId | null,
    variantName: variant?.name ?? null,
    quantity: item.quantity,
    unitPriceCents: product.priceCents + (variant?.priceAdjustmentCents ?? 0),
    raffleId: isEntry ? (raffle.raffleId as RaffleId) : null,
    raffleName: isEntry ? raffle.name : null,
    prizeValueCents: isEntry ? raffle.prizeValueCents : null,
    ticketsPerUnit: isEntry ? product.ticketsPerUnit : 0,
    ...(variant?.stock && { holdsStock: true as const }),
  }
}

function chooseVariant(product: ShelfRow, variantId: string | null) {
  if (variantId === null) {
    if (product.variants.length === 0) return null
    throw new Rejection('variant_required', `Please choose a variant of ${product.name}`, {
      productId: product.productId,
    })
  }
  const variant = product.variants.find((candidate) => candidate.variantId === variantId)
  if (variant === undefined)
    throw new Rejection('unknown_variant', `${product.name} has no such variant`, {
      productId: product.productId,
    })
  return variant
}

/**
 * The catalogue may be a second old: the raffle's writer decides again when it holds the tickets.
 */
function requireSelling(raffle: BoardRow, productId: string, now: string): void {
  const details = { productId, raffleId: raffle.raffleId, raffleName: raffle.name }
  const isOver = raffle.status !== 'active' || raffle.closedCause === 'ended'
  if (isOver || now >= raffle.closesAt)
    throw new Rejection('raffle_ended', 'This raffle has ended', details)
  if (raffle.closedCause === 'soldOut')
    throw new Rejection('tickets_left', `Only 0 tickets left for ${raffle.name}`, {
      ...details,
      available: 0,
    })
  if (now < raffle.opensAt)
    throw new Rejection('raffle_not_open', 'This raffle has not started yet', details)
}

const unavailable = (productId: string) =>
  new Rejection('product_unavailable', 'This product is not available any more', { productId })
