// Every order as it now stands, one row each: the page that polls after a payment, the customer's
// history and the admin's list read it.
import type { OrderEvent } from '#events/order/events.ts'
import { evolveOrder, initialOrder, type PlacedOrder } from '#events/order/evolve.ts'
import { publicStatus } from '#events/order/public-status.ts'

import { collect, idOf, states } from '../projection.ts'
import type { Load, Part, Previous, Projection, Recorded, Table } from '../projection.ts'

export const orderStatusTable: Table = {
  name: 'order_status',
  columns: {
    order_id: 'uuid',
    // Facts of the order's stream that are in this row.
    version: 'bigint',
    log_id: 'text',
    log_position: 'bigint',
    reference: 'text',
    order_type: 'text',
    status: 'text',
    customer_id: 'uuid',
    total_cents: 'bigint',
    placed_at: 'timestamptz',
    paid_at: 'timestamptz',
    state: 'json',
  },
  key: ['order_id'],
  // As in migrations 0019, 0022 and 0023. Those in the order of the list hold all that it and a
  // search for a reference read, the last what a search within a status and an export of entries
  // ask of each order.
  indexes: [
    '(placed_at desc, order_id) include (reference)',
    '(reference)',
    '(status, placed_at desc, order_id) include (order_type, reference)',
    '(order_type, placed_at desc, order_id) include (reference)',
    '(order_id) include (status, order_type, reference)',
  ],
}

const columns = Object.keys(orderStatusTable.columns).slice(1)

/** The order's own state and the times of its turns. `paidAt`: when the sale was paid. */
export type OrderRowState = PlacedOrder & {
  placedAt: string
  paidAt: string | null
  completedAt: string | null
  cancelledAt: string | null
}

export const orderStatus: Projection = {
  name: 'order-status',
  version: 1,
  tables: [orderStatusTable],
  reads: {
    shop: [
      'OrderPlaced',
      'PaymentAttempted',
      'PaymentDeclined',
      'PaymentConfirmed',
      'PaymentMismatched',
      'TicketsGranted',
      'RefundDue',
      'RefundPaid',
      'RefundPaymentWithdrawn',
      'RefundWithdrawn',
      'PaymentMethodCorrected',
      'HoldExtended',
      'HolderCorrected',
      'ContactCorrected',
      'OrderMadeReady',
      'OrderSentOut',
      'OrderCancelled',
      'OrderCompleted',
      'OrderCameBack',
    ],
  },
  loads,
  fold,
}

/**
 * An order placed in this page has no earlier row; were the page replayed, it folds to the same.
 */
function loads(page: readonly Recorded[]): Load[] {
  const placed = new Set<string>()
  const earlier = new Set<string>()
  for (const { streamId, event } of page) {
    if (event.type === 'OrderPlaced') placed.add(streamId)
    else if (!placed.has(streamId)) earlier.add(idOf(streamId))
  }
  return earlier.size === 0
    ? []
    : [{ table: orderStatusTable, column: 'order_id', values: [...earlier] }]
}

function fold(page: readonly Recorded[], previous: Previous): Part[] {
  const orders = states<OrderRowState>(orderStatusTable, 'version', previous)
  const places = new Map<string, Recorded>()
  for (const recorded of page) {
    const orderId = idOf(recorded.streamId)
    places.set(orderId, recorded)
    // `reads` names facts of orders only.
    const event = recorded.event as OrderEvent
    orders.apply(orderId, recorded.version, (state) => evolve(state, event, recorded.recordedAt))
  }
  const rows = collect(orderStatusTable, columns)
  for (const { key, state, last } of orders.all()) {
    const place = places.get(key)
    rows.set([key], [last, place?.logId, place?.position, ...shown(state), state])
  }
  return rows.parts()
}

const shown = (state: OrderRowState) => [
  state.reference,
  state.orderType,
  publicStatus(state).status,
  state.customerId,
  state.totalCents,
  state.placedAt,
  state.paidAt,
]

function evolve(state: OrderRowState | undefined, event: OrderEvent, at: Date): OrderRowState {
  const order = evolveOrder(state ?? initialOrder, event)
  if (order.status === 'none') throw new Error(`${event.type} left no order`)
  if (event.type === 'OrderPlaced') return { ...order, placedAt: at.toISOString(), ...untouched }
  const row = order as OrderRowState // `evolveOrder` copies what it got, the times with it
  switch (event.type) {
    case 'PaymentConfirmed': // a sale also undoes a cancellation by expiry
      if (event.data.sale === null) return row
      return { ...row, paidAt: event.data.paidAt, cancelledAt: null }
    case 'RefundWithdrawn': // what nobody paid was never paid, whatever stood here
      return event.data.reason === 'never_paid' ? { ...row, paidAt: null } : row
    case 'PaymentMismatched': // rows of before do not say the currency, and nobody asks them
      return { ...row, attempts: row.attempts.map(({ receivedCurrency: _, ...known }) => known) }
    case 'OrderCompleted':
      return { ...row, completedAt: at.toISOString() }
    case 'OrderCameBack':
      return { ...row, completedAt: null }
    case 'OrderCancelled':
      return { ...row, cancelledAt: at.toISOString() }
    default:
      return row
  }
}

const untouched = { paidAt: null, completedAt: null, cancelledAt: null }
