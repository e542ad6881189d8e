// What the payment pages poll. Name, phone and address are never in it: who holds the link of an
// order may see how it stands, not who placed it.
import * as z from 'zod/mini'

import { paymentMethods } from '#events/order/words.ts'

import { orderEntry, orderItem, orderStatuses } from './orders.ts'
import { count, id, instantOut, money } from './shared.ts'

export const paymentStatusResponse = z.strictObject({
  id: id(),
  reference: z.string(),
  /** `paid` once every line has its tickets or a refund duty. */
  status: z.enum(orderStatuses),
  paymentMethod: z.enum(paymentMethods),
  /** The provider's own word: pending, success, failed. */
  whishPayStatus: z.nullable(z.string()),
  /** pending, settled, success, decline, failed. */
  montyPayStatus: z.nullable(z.string()),
  refundStatus: z.nullable(z.string()),
  items: z.array(orderItem),
  raffleEntries: z.array(orderEntry),
  total: money(),
  subtotal: money(),
  shipping: money(),
  totalTickets: count(),
  shippingMethod: z.enum(['pickup', 'delivery']),
  createdAt: instantOut(),
  /** Until then the tickets are reserved and another attempt may be made. */
  holdUntil: z.nullable(instantOut()),
})
export type PaymentStatusResponse = z.infer<typeof paymentStatusResponse>

export const reconcileResponse = z.strictObject({
  /** The provider was asked now and the order moved. */
  reconciled: z.boolean(),
  /** The order had already reached its end. */
  alreadyProcessed: z.boolean(),
})
export type ReconcileResponse = z.infer<typeof reconcileResponse>
