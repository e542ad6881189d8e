// To whom an order belongs. Who placed it signed in is in the order's own facts; who claimed it
// later, by proving the phone, is in the customer's. Two parts of one row, in any order.
import { collect, idOf } from '../projection.ts'
import type { Projection, Table } from '../projection.ts'

export const customerOrdersTable: Table = {
  name: 'customer_orders',
  columns: {
    order_id: 'uuid',
    placed_by: 'uuid',
    placed_at: 'timestamptz',
    claimed_by: 'uuid',
  },
  key: ['order_id'],
  indexes: ['((coalesce(claimed_by, placed_by)), placed_at desc)'],
}

export const customerOrders: Projection = {
  name: 'customer-orders',
  version: 1,
  tables: [customerOrdersTable],
  reads: { shop: ['OrderPlaced', 'OrdersClaimed'] },
  fold(page) {
    const placed = collect(customerOrdersTable, ['placed_by', 'placed_at'])
    const claimed = collect(customerOrdersTable, ['claimed_by'])
    for (const { streamId, event, recordedAt } of page) {
      if (event.type === 'OrderPlaced')
        placed.set([idOf(streamId)], [event.data.customerId, recordedAt])
      if (event.type === 'OrdersClaimed')
        for (const orderId of event.data.orderIds) claimed.set([orderId], [idOf(streamId)])
    }
    return [...placed.parts(), ...claimed.parts()]
  },
}
