// The shop's moments as events: what was looked at, what is in the cart, what was bought.
import type { PaymentStatusResponse } from '#services/contract/payment-status.ts'
import type { Product } from '#services/contract/products.ts'

import type { CartLine } from '../../features/cart/cart.ts'
import { readCart } from '../../features/cart/cart-store.ts'
import * as events from '../../lib/analytics/events.ts'
import type { Bought } from '../../lib/analytics/events.ts'
import { isFirstTelling, track } from '../../lib/analytics/track.ts'

export function trackView({ id, name, price }: Product): void {
  const viewed = { productId: id, name, price, variantName: null, quantity: 1 }
  track(events.step('view_item', [viewed]))
}

export const trackAdded = (line: CartLine): void =>
  track(events.step('add_to_cart', [boughtOf(line)]))

/** Once for each opening of the drawer, and only with something in it. */
export function trackCart(): void {
  if (readCart().length > 0) track(events.step('view_cart', inCart()))
}

export const trackCheckout = (): void => track(events.step('begin_checkout', inCart()))

export const trackShipping = (method: 'pickup' | 'delivery'): void =>
  track(events.shippingChosen(method, inCart()))

export const trackPayment = (method: 'whishpay' | 'montypay'): void =>
  track(events.paymentChosen(method, inCart()))

export function trackPurchase({ id, shippingMethod, items }: PaymentStatusResponse): void {
  if (!isFirstTelling(id)) return
  const bought = items.map(({ productId, productName, variantName, price, quantity }) => ({
    productId,
    name: productName,
    variantName,
    price,
    quantity,
  }))
  track(events.purchase({ id, shippingMethod, bought }))
}

const inCart = (): Bought[] => readCart().map(boughtOf)

const boughtOf = ({ id, name, variantName, price, quantity }: CartLine): Bought => ({
  productId: id,
  name,
  variantName,
  price,
  quantity,
})
