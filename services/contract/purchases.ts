// Placing an order and paying for it.
import * as z from 'zod/mini'

import { onlineMethods } from '#events/order/words.ts'

import { LINES_MAX, QUANTITY_MAX } from './purchase-limits.ts'
import { count, id, language, moneyIn, words } from './shared.ts'

/** Text, @, text, dot, text: a mistyped address is caught, a rare one is not refused. */
export const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
/* @__NO_SIDE_EFFECTS__ */
export const emailIn = () =>
  z
    .string()
    .check(z.trim(), z.maxLength(254), z.regex(emailPattern, 'Please enter a valid email address.'))

export const purchaseItem = z.strictObject({
  productId: id(),
  quantity: z.int().check(z.minimum(1), z.maximum(QUANTITY_MAX)),
  variantId: z.optional(z.nullable(id())),
})
export type PurchaseItem = z.infer<typeof purchaseItem>

export const purchaseRequest = z.strictObject({
  shippingMethod: z.enum(['pickup', 'delivery']),
  paymentMethod: z.enum(onlineMethods),
  /** One text of name, phone, street, city and postal code; needed for delivery. */
  deliveryAddress: z.optional(z.nullable(words(1_000))),
  customerName: words(200, 1),
  customerEmail: emailIn(),
  customerPhone: words(32, 1),
  items: z.array(purchaseItem).check(z.minLength(1), z.maxLength(LINES_MAX)),
  /** What the buyer was shown; another price is refused as `price_changed`. */
  expectedTotal: z.optional(moneyIn()),
  /** Likewise of the cart as a whole; another number is refused as `tickets_changed`. */
  expectedTickets: z.optional(count()),
  addressParts: z.optional(
    z.nullable(
      z.strictObject({
        street: words(300, 1),
        city: words(120, 1),
        postalCode: words(10, 1),
      }),
    ),
  ),
  language: z.optional(language()),
})
export type PurchaseRequest = z.infer<typeof purchaseRequest>

export const purchaseResponse = z.strictObject({
  id: id(),
  totalTickets: count(),
  /** The provider's page. Absent: already paid. */
  redirectUrl: z.optional(z.string()),
  /** Signed link to the order's own page, for another browser. */
  orderPageUrl: z.optional(z.string()),
})
export type PurchaseResponse = z.infer<typeof purchaseResponse>

/** A new attempt on the same order; without a method the order's own is used. */
export const newPaymentRequest = z.optional(
  z.strictObject({ paymentMethod: z.optional(z.enum(onlineMethods)) }),
)
export const newPaymentResponse = z.strictObject({
  id: id(),
  redirectUrl: z.optional(z.string()),
})

/** At most 255 visible ASCII characters, chosen by the browser before its first try. */
export const idempotencyKey = z.string().check(z.regex(/^[\x21-\x7e]{1,255}$/))
