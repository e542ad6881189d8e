// What an order still asks of staff: goods to hand over, money to give back, payments that did not
// fit. Each column is set by one kind of fact, so no earlier row is needed; goods that came back
// empty the columns of the ways they had gone.
import type { OrderEvent } from '#events/order/events.ts'

import { collect, idOf } from '../projection.ts'
import type { Part, Projection, Recorded, Table } from '../projection.ts'

/** Versions are places in the order's stream: a sale after a cancellation has revived the order. */
export const handoversTable: Table = {
  name: 'order_handovers',
  columns: {
    order_id: 'uuid',
    shipping_method: 'text',
    reference: 'text',
    paid_at: 'timestamptz',
    paid_version: 'bigint',
    ready_at: 'timestamptz',
    sent_out_at: 'timestamptz',
    completed_at: 'timestamptz',
    cancelled_version: 'bigint',
  },
  key: ['order_id'],
  indexes: [
    // As in migration 0019: all that the fulfilment desk asks of what is open.
    '(paid_at, order_id) include (ready_at, sent_out_at, paid_version, cancelled_version)' +
      ' where paid_at is not null and completed_at is null',
    '(completed_at desc, order_id) where completed_at is not null',
  ],
}

/**
 * Two parts: the duty and its payment, which staff may withdraw. A duty that was withdrawn is due
 * on no day, and about nothing.
 */
export const refundDutiesTable: Table = {
  name: 'refund_duties',
  columns: {
    order_id: 'uuid',
    refund_id: 'text',
    cause: 'text',
    attempt_id: 'uuid',
    line_id: 'uuid',
    amount_cents: 'bigint',
    due_at: 'timestamptz',
    paid_at: 'timestamptz',
    method: 'text',
  },
  key: ['order_id', 'refund_id'],
  indexes: [
    '(due_at, order_id, refund_id) where paid_at is null',
    '(due_at desc, order_id, refund_id)',
    '(attempt_id) where attempt_id is not null',
  ],
}

/** Money in another amount or currency than was asked for. */
export const mismatchesTable: Table = {
  name: 'payment_mismatches',
  columns: {
    attempt_id: 'uuid',
    order_id: 'uuid',
    method: 'text',
    expected_cents: 'bigint',
    received_cents: 'bigint',
    received_currency: 'text',
    noticed_at: 'timestamptz',
  },
  key: ['attempt_id'],
  isWrittenOnce: true,
  indexes: ['(noticed_at, attempt_id)'],
}

export const orderWork: Projection = {
  name: 'order-work',
  version: 1,
  tables: [handoversTable, refundDutiesTable, mismatchesTable],
  reads: {
    shop: [
      'OrderPlaced',
      'PaymentConfirmed',
      'PaymentMismatched',
      'RefundDue',
      'RefundPaid',
      'RefundPaymentWithdrawn',
      'RefundWithdrawn',
      'OrderMadeReady',
      'OrderSentOut',
      'OrderCompleted',
      'OrderCameBack',
      'OrderCancelled',
    ],
  },
  fold: (page) => [...foldHandovers(page), ...foldRefunds(page), ...foldMismatches(page)],
}

function foldHandovers(page: readonly Recorded[]): Part[] {
  const placed = collect(handoversTable, ['shipping_method', 'reference'])
  const paid = collect(handoversTable, ['paid_at', 'paid_version'])
  const ready = collect(handoversTable, ['ready_at'])
  const sentOut = collect(handoversTable, ['sent_out_at'])
  const completed = collect(handoversTable, ['completed_at'])
  const cancelled = collect(handoversTable, ['cancelled_version'])
  for (const { streamId, event, version, recordedAt } of page) {
    const key = [idOf(streamId)]
    // `reads` names facts of orders only.
    const { type, data } = event as OrderEvent
    if (type === 'OrderPlaced') placed.set(key, [data.shippingMethod, data.reference])
    if (type === 'PaymentConfirmed' && data.sale !== null) paid.set(key, [data.paidAt, version])
    if (type === 'OrderMadeReady') ready.set(key, [recordedAt])
    if (type === 'OrderSentOut') sentOut.set(key, [recordedAt])
    if (type === 'OrderCompleted') completed.set(key, [recordedAt])
    if (type === 'OrderCameBack')
      for (const way of [ready, sentOut, completed]) way.set(key, [null])
    if (type === 'OrderCancelled') cancelled.set(key, [version])
  }
  return [placed, paid, ready, sentOut, completed, cancelled].flatMap((part) => part.parts())
}

function foldRefunds(page: readonly Recorded[]): Part[] {
  const due = collect(refundDutiesTable, [
    'cause',
    'attempt_id',
    'line_id',
    'amount_cents',
    'due_at',
  ])
  const paid = collect(refundDutiesTable, ['paid_at', 'method'])
  for (const { streamId, event, recordedAt } of page) {
    const orderId = idOf(streamId)
    if (event.type === 'RefundDue') {
      const { refundId, cause, attemptId, lineId, amountCents } = event.data
      due.set([orderId, refundId], [cause, attemptId, lineId, amountCents, recordedAt])
    }
    if (event.type === 'RefundWithdrawn') {
      const { refundId, cause, amountCents } = event.data
      due.set([orderId, refundId], [cause, null, null, amountCents, null])
    }
    if (event.type === 'RefundPaid')
      paid.set([orderId, event.data.refundId], [recordedAt, event.data.method])
    if (event.type === 'RefundPaymentWithdrawn')
      paid.set([orderId, event.data.refundId], [null, null])
  }
  return [...due.parts(), ...paid.parts()]
}

function foldMismatches(page: readonly Recorded[]): Part[] {
  const mismatches = collect(mismatchesTable, [
    'order_id',
    'method',
    'expected_cents',
    'received_cents',
    'received_currency',
    'noticed_at',
  ])
  for (const { streamId, event, recordedAt } of page) {
    if (event.type !== 'PaymentMismatched') continue
    const { attemptId, method, expectedCents, receivedCents, receivedCurrency } = event.data
    const money = [expectedCents, receivedCents, receivedCurrency]
    mismatches.set([attemptId], [idOf(streamId), method, ...money, recordedAt])
  }
  return mismatches.parts()
}
