// The money: every posting of the journal, one contribution row per paid order, one per refund, and
// the lines that say which product earned it. Sums are made when asked, from these rows, so that
// nothing is ever added twice.
import { isPlanted, plantedNow } from '#events/kernel/planted.ts'
import { postingsOf } from '#events/order/postings.ts'
import { lineTotalCents, isSurplusCause } from '#events/order/evolve.ts'
import type { OrderEvent } from '#events/order/events.ts'

import { collect, idOf } from '../projection.ts'
import type { Projection, Recorded, Table } from '../projection.ts'

export const salesJournalTable: Table = {
  name: 'sales_journal',
  columns: {
    log_id: 'text',
    position: 'bigint',
    ordinal: 'integer',
    order_id: 'uuid',
    account: 'text',
    amount_cents: 'bigint',
    currency: 'text',
    posted_at: 'timestamptz',
  },
  key: ['log_id', 'position', 'ordinal'],
  isWrittenOnce: true,
  indexes: ['(order_id)'],
}

/** Its method is corrected where staff had written down another. */
export const salesOrdersTable: Table = {
  name: 'sales_orders',
  columns: {
    order_id: 'uuid',
    paid_at: 'timestamptz',
    method: 'text',
    subtotal_cents: 'bigint',
    shipping_cents: 'bigint',
  },
  key: ['order_id'],
  indexes: ['(paid_at)'],
}

export const salesLinesTable: Table = {
  name: 'sales_lines',
  columns: {
    line_id: 'uuid',
    order_id: 'uuid',
    product_id: 'uuid',
    quantity: 'integer',
    subtotal_cents: 'bigint',
  },
  key: ['line_id'],
  isWrittenOnce: true,
  indexes: ['(order_id)'],
}

/**
 * Two parts: the duty and its end. A sale that nobody had paid is taken back when that is said. A
 * surplus never was revenue, so it takes nothing away.
 */
export const salesRefundsTable: Table = {
  name: 'sales_refunds',
  columns: {
    order_id: 'uuid',
    refund_id: 'text',
    is_surplus: 'boolean',
    line_id: 'uuid',
    due_cents: 'bigint',
    due_at: 'timestamptz',
    paid_cents: 'bigint',
    paid_at: 'timestamptz',
    method: 'text',
  },
  key: ['order_id', 'refund_id'],
  indexes: ['(paid_at)'],
}

export const sales: Projection = {
  name: 'sales',
  version: 1,
  tables: [salesJournalTable, salesOrdersTable, salesLinesTable, salesRefundsTable],
  reads: {
    shop: [
      'OrderPlaced',
      'PaymentConfirmed',
      'PaymentMismatched',
      'PaymentMethodCorrected',
      'RefundDue',
      'RefundPaid',
      'RefundPaymentWithdrawn',
      'RefundWithdrawn',
    ],
  },
  fold: (page) => [
    ...foldJournal(page),
    ...foldOrders(page),
    ...foldLines(page),
    ...foldRefunds(page),
  ],
}

function foldJournal(page: readonly Recorded[]) {
  const journal = collect(salesJournalTable, [
    'order_id',
    'account',
    'amount_cents',
    'currency',
    'posted_at',
  ])
  for (const { logId, position, streamId, event, recordedAt } of page) {
    // `reads` names facts of orders only.
    for (const [ordinal, posting] of postingsOf(event as OrderEvent).entries()) {
      const { account, amountCents, currency } = posting
      const orderId = idOf(streamId)
      journal.set([logId, position, ordinal], [orderId, account, amountCents, currency, recordedAt])
    }
  }
  return journal.parts()
}

function foldOrders(page: readonly Recorded[]) {
  const orders = collect(salesOrdersTable, [
    'paid_at',
    'method',
    'subtotal_cents',
    'shipping_cents',
  ])
  const corrected = collect(salesOrdersTable, ['method'])
  for (const { streamId, event } of page) {
    if (event.type === 'PaymentMethodCorrected') corrected.set([idOf(streamId)], [event.data.to])
    if (event.type !== 'PaymentConfirmed' || event.data.sale === null) continue
    const { paidAt, method, sale } = event.data
    const at = isPlanted('clock_in_fold') ? plantedNow() : paidAt
    orders.set([idOf(streamId)], [at, method, sale.subtotalCents, sale.shippingCents])
  }
  return [...orders.parts(), ...corrected.parts()]
}

function foldLines(page: readonly Recorded[]) {
  const lines = collect(salesLinesTable, ['order_id', 'product_id', 'quantity', 'subtotal_cents'])
  for (const { streamId, event } of page) {
    if (event.type !== 'OrderPlaced') continue
    for (const line of event.data.lines) {
      const { lineId, productId, quantity } = line
      lines.set([lineId], [idOf(streamId), productId, quantity, lineTotalCents(line)])
    }
  }
  return lines.parts()
}

function foldRefunds(page: readonly Recorded[]) {
  const due = collect(salesRefundsTable, ['is_surplus', 'line_id', 'due_cents', 'due_at'])
  const paid = collect(salesRefundsTable, ['paid_cents', 'paid_at', 'method'])
  for (const { streamId, event, recordedAt } of page) {
    const orderId = idOf(streamId)
    if (event.type === 'RefundDue') {
      const { refundId, cause, lineId, amountCents } = event.data
      due.set([orderId, refundId], [isSurplusCause(cause), lineId, amountCents, recordedAt])
    }
    if (event.type === 'RefundWithdrawn' && event.data.method !== null) {
      const { refundId, amountCents, method } = event.data
      paid.set([orderId, refundId], [amountCents, recordedAt, method])
    }
    if (event.type === 'RefundPaid') {
      const { refundId, amountCents, method } = event.data
      paid.set([orderId, refundId], [amountCents, recordedAt, method])
    }
    if (event.type === 'RefundPaymentWithdrawn')
      paid.set([orderId, event.data.refundId], [null, null, null])
  }
  return [...due.parts(), ...paid.parts()]
}
