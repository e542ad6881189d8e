// Read by the payment pages, the customer's order history and the admin's orders.
import type { Grant, OrderLine } from '#events/order/events.ts'
import {
  lineTotalCents,
  ticketsOfLine,
  type CancelReason,
  type OrderAttempt,
  type OrderPayment,
  type OrderRefund,
  type PaymentMethod,
} from '#events/order/evolve.ts'
import { publicStatus, type PublicStatus } from '#events/order/public-status.ts'

import type { Query } from '../sql.ts'
import type { OrderRowState } from './projection.ts'

export type OrderItem = OrderLine & {
  /** quantity × ticketsPerUnit; 0 for goods. */
  tickets: number
  subtotalCents: number
}

/** `status` and the providers' words as `events/order/public-status.ts` has them. */
export type OrderStatusRow = PublicStatus & {
  orderId: string
  /** Spoken reference, `QR-7K3M9P`. */
  reference: string
  orderType: 'online' | 'offline'
  paymentMethod: PaymentMethod
  totalCents: number
  subtotalCents: number
  shippingCents: number
  currency: 'USD'
  shippingMethod: 'pickup' | 'delivery'
  items: OrderItem[]
  /** Ticket ranges, `first` to `last` inclusive. */
  grants: readonly Grant[]
  attempts: readonly OrderAttempt[]
  payments: readonly OrderPayment[]
  refunds: readonly OrderRefund[]
  placedAt: string
  /** When the sale was paid; money on top does not count. */
  paidAt: string | null
  completedAt: string | null
  cancelledAt: string | null
  cancelReason: CancelReason | null
  holdUntil: string
  /** Who the order belongs to now: who claimed it, else who placed it signed in. */
  customerId: string | null
  logId: string
  /** Position of the last fact in this row; a poll may wait for it. */
  logPosition: number
  /** Facts in the order's stream. */
  version: number
}

export const orderColumns = `
  orders.order_id, orders.version, orders.log_id, orders.log_position, orders.state,
  coalesce(owned.claimed_by, orders.customer_id) as owner_id`

export const orderTables = `
  order_status as orders left join customer_orders as owned using (order_id)`

export const orderById = (orderId: string): Query<OrderStatusRow> => ({
  name: 'order by id',
  text: `select ${orderColumns} from ${orderTables} where orders.order_id = $1`,
  values: [orderId],
  parse: parseOrder,
})

export const ordersByIds = (orderIds: readonly string[]): Query<OrderStatusRow> => ({
  name: 'orders by ids',
  text: `select ${orderColumns} from ${orderTables} where orders.order_id = any($1::uuid[])`,
  values: [orderIds],
  parse: parseOrder,
})

export const orderByReference = (reference: string): Query<OrderStatusRow> => ({
  name: 'order by reference',
  text: `select ${orderColumns} from ${orderTables} where orders.reference = $1`,
  values: [reference],
  parse: parseOrder,
})

export type OrderFilter = {
  orderType?: 'online' | 'offline' | undefined
  status?: PublicStatus['status'] | undefined
}

/** A statement for each set of conditions: each of them has an index in the order of the list. */
export function filterOf({ orderType, status }: OrderFilter) {
  const given = [
    { column: 'order_type', value: orderType },
    { column: 'status', value: status },
  ].filter(({ value }) => value !== undefined)
  const conditions = given.map(({ column }, index) => `orders.${column} = $${index + 1}`)
  return {
    name: given.map(({ column }) => column).join(' '),
    where: conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`,
    /** Behind others. */
    conditions: conditions.map((condition) => ` and ${condition}`).join(''),
    values: given.map(({ value }) => value),
  }
}

/** Newest first. Which orders a page shows is chosen by an index alone; only they are then read. */
export function listOrders(
  filter: OrderFilter & { limit: number; offset: number },
): Query<OrderStatusRow> {
  const { name, where, values } = filterOf(filter)
  const [limit, offset] = [values.length + 1, values.length + 2]
  return {
    name: `orders page ${name}`,
    text: `
  select ${orderColumns}
    from (select orders.order_id from order_status as orders ${where}
           order by orders.placed_at desc, orders.order_id
           limit $${limit} offset $${offset}) as chosen
    join ${orderTables} using (order_id)
   order by orders.placed_at desc, orders.order_id`,
    values: [...values, filter.limit, filter.offset],
    parse: parseOrder,
  }
}

export function countOrders(filter: OrderFilter): Query<number> {
  const { name, where, values } = filterOf(filter)
  return {
    name: `orders count ${name}`,
    text: `select count(*) as count from order_status as orders ${where}`,
    values,
    parse: (row) => row.count as number,
  }
}

/** `%`, `_` and the escape itself stand for themselves. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** `state` was written by this folder's projection: its type is the projection's. */
export function parseOrder(row: Record<string, unknown>): OrderStatusRow {
  const state = row.state as OrderRowState
  const { lines, ...order } = state
  return {
    ...order,
    ...publicStatus(state),
    orderId: row.order_id as string,
    items: lines.map((line) => ({
      ...line,
      tickets: ticketsOfLine(line),
      subtotalCents: lineTotalCents(line),
    })),
    customerId: row.owner_id as string | null,
    logId: row.log_id as string,
    logPosition: row.log_position as number,
    version: row.version as number,
  }
}
