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
  /** Part of a name, phone, reference or order id. */
  search?: string | undefined
}

// Each condition holds when its parameter is null, so there is one prepared statement for all.
const filtered = `
 where ($1::text is null or orders.order_type = $1)
   and ($2::text is null or orders.status = $2)
   and ($3::text is null
        or orders.reference ilike $3
        or orders.order_id::text like $3
        or exists (select from order_contacts as contact
                    where contact.order_id = orders.order_id
                      and (contact.name ilike $3 or contact.phone like $3)))`

const filterValues = ({ orderType, status, search }: OrderFilter) => [
  orderType ?? null,
  status ?? null,
  search === undefined || search.trim() === '' ? null : `%${escapeLike(search.trim())}%`,
]

// Which orders a page shows is chosen by their ids; only those few are then read as a whole.
// Without a filter the choice reads an index alone, on the last page as on the first.
const page = (chosen: string) => `
  select ${orderColumns}
    from (${chosen}) as chosen
    join ${orderTables} using (order_id)
   order by orders.placed_at desc, orders.order_id`

const isPlain = ({ orderType, status, search }: OrderFilter) =>
  orderType === undefined && status === undefined && (search ?? '').trim() === ''

export const listOrders = (
  filter: OrderFilter & { limit: number; offset: number },
): Query<OrderStatusRow> =>
  isPlain(filter)
    ? {
        name: 'orders page plain',
        text: page(`select order_id from order_status
          order by placed_at desc, order_id limit $1 offset $2`),
        values: [filter.limit, filter.offset],
        parse: parseOrder,
      }
    : {
        name: 'orders page',
        text: page(`select orders.order_id from order_status as orders ${filtered}
          order by orders.placed_at desc, orders.order_id limit $4 offset $5`),
        values: [...filterValues(filter), filter.limit, filter.offset],
        parse: parseOrder,
      }

export const countOrders = (filter: OrderFilter): Query<number> =>
  isPlain(filter)
    ? {
        name: 'orders count plain',
        text: 'select count(*) as count from order_status',
        parse: counted,
      }
    : {
        name: 'orders count',
        text: `select count(*) as count from order_status as orders ${filtered}`,
        values: filterValues(filter),
        parse: counted,
      }

const counted = (row: Record<string, unknown>) => row.count as number

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
