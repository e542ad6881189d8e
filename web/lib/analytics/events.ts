// What happens in the shop, in the words of GA4. `value` is price × quantity of the items, without
// delivery. Nothing here names a person.
import type { TrackedEvent } from '#services/contract/events.ts'

import { toCents } from '../money.ts'

/** A line of the cart or of an order, whichever the event is about. */
export type Bought = {
  productId: string
  name: string
  variantName: string | null
  /** Of one unit. */
  price: string
  quantity: number
}

type Step = 'view_item' | 'add_to_cart' | 'view_cart' | 'begin_checkout'

export const step = (name: Step, bought: readonly Bought[]): TrackedEvent => ({
  name,
  ...money(bought),
})

export const shippingChosen = (
  method: 'pickup' | 'delivery',
  bought: readonly Bought[],
): TrackedEvent => ({
  name: 'add_shipping_info',
  ...money(bought),
  shipping_tier: method === 'delivery' ? 'Delivery' : 'Store Pickup',
})

export const paymentChosen = (
  method: 'whishpay' | 'montypay',
  bought: readonly Bought[],
): TrackedEvent => ({ name: 'add_payment_info', ...money(bought), payment_type: method })

type Order = { id: string; shippingMethod: 'pickup' | 'delivery'; bought: readonly Bought[] }

export const purchase = ({ id, shippingMethod, bought }: Order): TrackedEvent => ({
  name: 'purchase',
  ...money(bought),
  transaction_id: id,
  shipping: shippingMethod === 'delivery' ? 5 : 0,
})

function money(bought: readonly Bought[]) {
  const cents = bought.reduce((sum, { price, quantity }) => sum + toCents(price) * quantity, 0)
  return {
    currency: 'USD' as const,
    value: cents / 100,
    items: bought.map(({ productId, name, variantName, price, quantity }) => ({
      item_id: productId,
      item_name: name,
      ...(variantName !== null && { item_variant: variantName }),
      price: toCents(price) / 100,
      quantity,
    })),
  }
}
