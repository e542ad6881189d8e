// Orders as customers and staff read them.
import * as z from 'zod/mini'

import { paymentMethods } from '#events/order/words.ts'

import { count, id, image, instantOut, money, paged, ticketNumber } from './shared.ts'

export const orderStatuses = ['pending', 'paid', 'completed', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

export const orderItem = z.strictObject({
  id: id(),
  productId: id(),
  productName: z.string(),
  productImage: image(),
  variantId: z.nullable(id()),
  variantName: z.nullable(z.string()),
  quantity: count(),
  /** Of one unit, variant included; equal to `priceAtPurchase`. */
  price: money(),
  priceAtPurchase: money(),
  /** Of the whole line: tickets per unit times quantity. */
  tickets: count(),
  subtotal: money(),
})
export type OrderItem = z.infer<typeof orderItem>

/** What one line of an order is, for people. */
export const lineGoods = z.strictObject({
  productName: z.string(),
  variantName: z.nullable(z.string()),
  quantity: count(),
})
export type LineGoods = z.infer<typeof lineGoods>

/** The tickets one line of an order has in one raffle. */
export const orderEntry = z.strictObject({
  id: id(),
  raffleId: id(),
  raffleName: z.string(),
  /** How many. */
  tickets: count(),
  ticketNumbers: z.array(ticketNumber()),
})
export type OrderEntry = z.infer<typeof orderEntry>

export const order = z.strictObject({
  id: id(),
  reference: z.string(),
  status: z.enum(orderStatuses),
  orderType: z.enum(['online', 'offline']),
  createdAt: instantOut(),
  total: money(),
  subtotal: money(),
  shipping: money(),
  userName: z.nullable(z.string()),
  userPhone: z.nullable(z.string()),
  shippingMethod: z.enum(['pickup', 'delivery']),
  deliveryAddress: z.nullable(z.string()),
  paymentMethod: z.enum(paymentMethods),
  whishPayStatus: z.nullable(z.string()),
  montyPayStatus: z.nullable(z.string()),
  refundStatus: z.nullable(z.string()),
  items: z.array(orderItem),
  raffleEntries: z.array(orderEntry),
})
export type Order = z.infer<typeof order>

export const orderPage = paged(order)
