// Read by the customer's dashboard.
import { orderColumns, parseOrder, type OrderStatusRow } from '../order-status/queries.ts'
import type { Query } from '../sql.ts'

const owned = `
  from customer_orders as owned
  join order_status as orders using (order_id)
 where coalesce(owned.claimed_by, owned.placed_by) = $1`

export const customerOrdersPage = (page: {
  customerId: string
  limit: number
  offset: number
}): Query<OrderStatusRow> => ({
  name: 'customer orders page',
  text: `select ${orderColumns} ${owned}
   order by owned.placed_at desc, orders.order_id limit $2 offset $3`,
  values: [page.customerId, page.limit, page.offset],
  parse: parseOrder,
})

export const customerOrdersCount = (customerId: string): Query<number> => ({
  name: 'customer orders count',
  text: `select count(*) as count ${owned}`,
  values: [customerId],
  parse: (row) => row.count as number,
})
