// How an order looks on the wire, made from its facts: what a buyer has just done is there at once.
import type { LineId, OrderId } from '#events/kernel/ids.ts'
import type { Grant, OrderEvent, OrderLine } from '#events/order/events.ts'
import type { PlacedOrder } from '#events/order/evolve.ts'
import { lineTotalCents, ticketsOfLine, ticketsOfOrder } from '#events/order/evolve.ts'
import { publicStatus } from '#events/order/public-status.ts'
import { claimDeadline } from '#events/raffle/draw-times.ts'
import type { WonRow } from '#projections/raffle-entries/queries.ts'

import { moneyOf } from '../commands/price-purchase.ts'
import type { WonTicket } from '../contract/entries.ts'
import type { LineGoods, OrderEntry, OrderItem } from '../contract/orders.ts'
import type { PaymentStatusResponse } from '../contract/payment-status.ts'
import type { Recorded } from '../event-store/types.ts'

export function paymentStatus(
  orderId: OrderId,
  order: PlacedOrder,
  placedAt: Date,
): PaymentStatusResponse {
  return {
    id: orderId,
    reference: order.reference,
    ...publicStatus(order),
    paymentMethod: order.paymentMethod,
    items: order.lines.map(orderItem),
    raffleEntries: orderEntries(order.lines, order.grants),
    total: moneyOf(order.totalCents),
    subtotal: moneyOf(order.subtotalCents),
    shipping: moneyOf(order.shippingCents),
    totalTickets: ticketsOfOrder(order),
    shippingMethod: order.shippingMethod,
    createdAt: placedAt.toISOString(),
    holdUntil: order.status === 'pending' ? order.holdUntil : null,
  }
}

export function orderItem(line: OrderLine): OrderItem {
  const price = moneyOf(line.unitPriceCents)
  return {
    id: line.lineId,
    productId: line.productId,
    productName: line.productName,
    productImage: imagePath(line.productImage),
    variantId: line.variantId,
    variantName: line.variantName,
    quantity: line.quantity,
    price,
    priceAtPurchase: price,
    tickets: ticketsOfLine(line),
    subtotal: moneyOf(lineTotalCents(line)),
  }
}

/** As they were ordered. */
export const linesIn = (facts: readonly Pick<Recorded<OrderEvent>, 'event'>[]): OrderLine[] =>
  facts.flatMap(({ event }) => (event.type === 'OrderPlaced' ? event.data.lines : []))

/** Null: it is of no line. */
export function goodsOf(
  { lines }: Pick<PlacedOrder, 'lines'>,
  lineId: LineId | null,
): LineGoods | null {
  const line = lines.find((known) => known.lineId === lineId)
  if (line === undefined) return null
  const { productName, variantName, quantity } = line
  return { productName, variantName, quantity }
}

/** Lines that have their tickets; one entry for each. */
export function orderEntries(lines: readonly OrderLine[], grants: readonly Grant[]): OrderEntry[] {
  const names = new Map(lines.map((line) => [line.lineId, line.raffleName]))
  return grants.map(({ lineId, raffleId, first, last }) => ({
    id: lineId,
    raffleId,
    raffleName: names.get(lineId) ?? '',
    tickets: last - first + 1,
    ticketNumbers: ticketNumbers(first, last),
  }))
}

/** Both ends included, as people see them: six digits at least. */
export function ticketNumbers(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, place) => ticketNumber(first + place))
}

const ticketNumber = (number: number) => String(number).padStart(6, '0')

export function wonTicketOf(won: WonRow | null): WonTicket | null {
  if (won === null) return null
  const { number, isDelivered, announcedAt } = won
  const claimUntil = announcedAt === null ? null : claimDeadline(announcedAt.toISOString())
  return { number: ticketNumber(number), isDelivered, claimUntil }
}

/** A stored image is named by its key; its middle width is the one that lists show. */
export const imagePath = (key: string | null): string | null =>
  key === null || key.startsWith('/') ? key : `/images/${key}-640.webp`
