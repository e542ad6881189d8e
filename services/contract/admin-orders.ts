// Orders as staff list them, take them at the counter and move them on.
import * as z from 'zod/mini'

import { manualMethods, staffReasons } from '#events/order/words.ts'

import { order, orderEntry, orderStatuses } from './orders.ts'
import { emailIn, purchaseItem } from './purchases.ts'
import { LINES_MAX } from './purchase-limits.ts'
import { id, pageQuery, pagination, ticketNumber, words } from './shared.ts'

/** Of what staff write down beside an act. */
export const ACT_NOTE_MAX = 500

export const adminOrdersQuery = z.strictObject({
  ...pageQuery,
  orderType: z.optional(z.enum(['online', 'offline'])),
  status: z.optional(z.enum(orderStatuses)),
  /** Part of a name, phone, reference or order id. */
  search: z.optional(words(100)),
})

/** Proof that money was taken; a paid order without it is listed in needs-attention. */
export const proof = {
  reference: z.optional(z.nullable(words(100, 1))),
  collector: z.optional(z.nullable(words(100, 1))),
  currency: z.optional(z.nullable(z.enum(['USD', 'LBP']))),
  rate: z.optional(z.nullable(z.string().check(z.regex(/^\d{1,9}(\.\d{1,4})?$/)))),
}

/** The dialog sends empty text for what was left blank. */
const blankOr = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.optional(z.nullable(z.union([z.literal(''), schema])))

export const manualOrderRequest = z.strictObject({
  customerPhone: words(32, 1),
  customerName: blankOr(words(200)),
  customerEmail: blankOr(emailIn()),
  items: z.array(purchaseItem).check(z.minLength(1), z.maxLength(LINES_MAX)),
  shippingMethod: z.enum(['pickup', 'delivery']),
  deliveryAddress: blankOr(words(1_000)),
  paymentMethod: z.enum(manualMethods),
  status: z.enum(['paid', 'pending']),
  /** Of the texts; left out: as in the last order of this phone, else English. */
  language: z.optional(z.enum(['en', 'ar', 'fr'])),
  ...proof,
})
export type ManualOrderRequest = z.infer<typeof manualOrderRequest>

export const raffleTickets = z.strictObject({
  raffleId: id(),
  raffleName: z.string(),
  ticketNumbers: z.array(ticketNumber()),
})

/** The tickets of one line, with those of a cancelled order marked. */
export const adminOrderEntry = z.strictObject({
  ...orderEntry.shape,
  /** Of `ticketNumbers`, those that take no part in the draw any more. */
  voidNumbers: z.array(ticketNumber()),
})
export type AdminOrderEntry = z.infer<typeof adminOrderEntry>

export const adminOrder = z.strictObject({
  ...order.shape,
  raffleEntries: z.array(adminOrderEntry),
})
export type AdminOrder = z.infer<typeof adminOrder>

export const adminOrderPage = z.strictObject({
  data: z.array(adminOrder),
  pagination,
  /** More fit the search than are counted. */
  isCapped: z.boolean(),
})

export const manualOrderResponse = z.strictObject({
  order: z.strictObject({ ...adminOrder.shape, customerName: z.nullable(z.string()) }),
  raffleTickets: z.array(raffleTickets),
})
export type ManualOrderResponse = z.infer<typeof manualOrderResponse>

export const changeOrderRequest = z.strictObject({
  status: z.enum(['paid', 'completed', 'cancelled']),
  /** How it was paid; the order's own method when it is left out. */
  paymentMethod: z.optional(z.enum(manualMethods)),
  ...proof,
  /** Why it is cancelled. */
  reason: z.optional(z.enum(staffReasons)),
  /** Cancelled: what it has taken of counted goods goes back on the shelf. */
  restock: z.optional(z.boolean()),
  note: z.optional(z.nullable(words(ACT_NOTE_MAX))),
})
export type ChangeOrderRequest = z.infer<typeof changeOrderRequest>
