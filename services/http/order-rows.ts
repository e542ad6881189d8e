// Orders from the read model as customers and staff see them, with the erasable part beside each.
import { paidBy } from '#events/order/evolve.ts'
import type { OrderStatusRow } from '#projections/order-status/queries.ts'

import { moneyOf } from '../commands/price-purchase.ts'
import type { Order } from '../contract/orders.ts'
import type { Queryable } from '../io/database.ts'
import { orderEntries, orderItem } from './order-view.ts'

export type ContactShown = { name: string; phone: string; address: string | null }

/** In the order of the rows; an erased person leaves name, phone and address empty. */
export async function ordersOnWire(
  database: Queryable,
  rows: readonly OrderStatusRow[],
): Promise<Order[]> {
  const known = await contactsOf(database, rows)
  return rows.map((row) => orderOnWire(row, known.get(row.orderId) ?? null))
}

/** By order; an erased person is not among them. */
export async function contactsOf(
  database: Queryable,
  rows: readonly { orderId: string }[],
): Promise<Map<string, ContactShown>> {
  if (rows.length === 0) return new Map()
  const { rows: contacts } = await database.query<ContactShown & { order_id: string }>({
    name: 'order_contacts_shown',
    text: 'select order_id, name, phone, address from order_contacts where order_id = any($1)',
    values: [rows.map(({ orderId }) => orderId)],
  })
  return new Map(contacts.map((contact) => [contact.order_id, contact]))
}

function orderOnWire(row: OrderStatusRow, contact: ContactShown | null): Order {
  return {
    id: row.orderId,
    reference: row.reference,
    status: row.status,
    orderType: row.orderType,
    createdAt: row.placedAt,
    total: moneyOf(row.totalCents),
    subtotal: moneyOf(row.subtotalCents),
    shipping: moneyOf(row.shippingCents),
    userName: contact?.name ?? null,
    userPhone: contact?.phone ?? null,
    shippingMethod: row.shippingMethod,
    deliveryAddress: contact?.address ?? null,
    paymentMethod: paidBy(row),
    whishPayStatus: row.whishPayStatus,
    montyPayStatus: row.montyPayStatus,
    refundStatus: row.refundStatus,
    items: row.items.map(orderItem),
    raffleEntries: orderEntries(row.items, row.grants),
  }
}
