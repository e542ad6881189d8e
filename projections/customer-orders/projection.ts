// To whom an order belongs. Who placed it signed in is in the order's own facts; who claimed it
// later, by proving the phone, is in the customer's. Two parts of one row, in any order.
import { claimedOrders, claimsOf } from '../order-claims.ts'
import { collect, idOf } from '../projection.ts'
import type { Projection, Table } from '../projection.ts'

export const customerOrdersTable: Table = {
  name: 'customer_orders',
  columns: {
    order_id: 'uuid',
    placed_by: 'uuid',
    placed_at: 'timestamptz',
    claimed_by: 'uuid',
    claimed_at: 'timestamptz',
  },
  key: ['order_id'],
  indexes: ['((coalesce(claimed_by, placed_by)), placed_at desc)'],
}

export const customerOrders: Projection = {
  name: 'customer-orders',
  version: 1,
  tables: [customerOrdersTable],
  reads: { shop: ['OrderPlaced', 'OrdersClaimed'] },
  loads: (page) => [
    { table: customerOrdersTable, column: 'order_id', values: claimedOrders(page), isShared: true },
  ],
  fold(page, previous) {
    const placed = collect(customerOrdersTable, ['placed_by', 'placed_at'])
    const claims = claimsOf(customerOrdersTable, previous)
    for (const fact of page) {
      const { streamId, event, recordedAt } = fact
      if (event.type === 'OrderPlaced')
        placed.set([idOf(streamId)], [event.data.customerId, recordedAt])
      claims.take(fact)
    }
    return [...placed.parts(), ...claims.parts()]
  },
}
