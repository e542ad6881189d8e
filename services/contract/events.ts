// First-party analytics: what happened in the browser, never who. Counts are kept, nothing else.
import * as z from 'zod/mini'

import { id } from './shared.ts'

export const trackedNames = [
  'page_view',
  'view_item',
  'add_to_cart',
  'view_cart',
  'begin_checkout',
  'add_shipping_info',
  'add_payment_info',
  'purchase',
] as const

const amount = () => z.number().check(z.minimum(-1_000_000), z.maximum(100_000_000))

export const trackedItem = z.strictObject({
  item_id: id(),
  item_name: z.optional(z.string().check(z.maxLength(200))),
  item_variant: z.optional(z.string().check(z.maxLength(200))),
  price: z.optional(amount()),
  quantity: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
})

export const trackedEvent = z.strictObject({
  name: z.enum(trackedNames),
  currency: z.optional(z.literal('USD')),
  value: z.optional(amount()),
  items: z.optional(z.array(trackedItem).check(z.maxLength(20))),
  /** The order, with `purchase`: counted once however often it is sent. */
  transaction_id: z.optional(id()),
  shipping: z.optional(amount()),
  shipping_tier: z.optional(z.enum(['Delivery', 'Store Pickup'])),
  payment_type: z.optional(z.string().check(z.maxLength(40))),
  page_path: z.optional(z.string().check(z.maxLength(200))),
})
export type TrackedEvent = z.infer<typeof trackedEvent>

export const trackRequest = z.strictObject({
  events: z.array(trackedEvent).check(z.minLength(1), z.maxLength(20)),
})
export const trackResponse = z.strictObject({ counted: z.int() })
