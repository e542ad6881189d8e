// The calls about one order: its own page, and what staff do with it.
import * as adminOrders from './admin-orders.ts'
import type { Operation } from './operation.ts'
import { newOrderRequest, orderPageResponse, receiptSent } from './order-page.ts'
import { noBody } from './shared.ts'

export const orderOperations: readonly Operation[] = [
  {
    name: 'readOrder',
    method: 'get',
    path: '/api/orders/{id}',
    tag: 'Buying',
    summary: 'One order, for the browser that placed it or came by its signed link',
    who: 'order holder',
    answers: { 200: { description: 'The order.', schema: orderPageResponse } },
    problems: [],
  },
  {
    name: 'resendReceipt',
    method: 'post',
    path: '/api/orders/{id}/receipt',
    tag: 'Buying',
    summary: 'Send the receipt once more to the number of the order: three times a day at most',
    who: 'order holder',
    body: { kind: 'json', schema: noBody, isOptional: true },
    answers: { 200: { description: 'On its way.', schema: receiptSent } },
    problems: ['order_not_paid'],
  },
  {
    name: 'askAboutOrder',
    method: 'post',
    path: '/api/orders/{id}/requests',
    tag: 'Buying',
    summary: 'Cancel an unpaid order, or ask staff to cancel a paid one or to take goods back',
    who: 'order holder',
    body: { kind: 'json', schema: newOrderRequest },
    answers: { 201: { description: 'The order with the request.', schema: orderPageResponse } },
    problems: ['request_not_possible', 'order_settling'],
  },
  {
    name: 'withdrawOrderRequest',
    method: 'delete',
    path: '/api/orders/{id}/requests',
    tag: 'Buying',
    summary: 'Withdraw what was asked for and is not answered yet',
    who: 'order holder',
    answers: { 200: { description: 'The order without it.', schema: orderPageResponse } },
    problems: ['request_not_possible'],
  },
  {
    name: 'adminListOrders',
    method: 'get',
    path: '/api/admin/orders',
    tag: 'Staff: orders',
    summary: 'Every order, newest first',
    who: 'staff',
    query: adminOrders.adminOrdersQuery,
    answers: { 200: { description: 'A page of orders.', schema: adminOrders.adminOrderPage } },
    problems: [],
  },
  {
    name: 'adminPlaceOrder',
    method: 'post',
    path: '/api/admin/orders/manual',
    tag: 'Staff: orders',
    summary: 'Take an order at the counter or by telephone',
    who: 'staff',
    needsFreshProof: marksPaid,
    requestHeaders: {
      'Idempotency-Key': 'The same key with the same body is the same order.',
    },
    body: { kind: 'json', schema: adminOrders.manualOrderRequest },
    answers: {
      200: { description: 'Placed before.', schema: adminOrders.manualOrderResponse },
      201: { description: 'Placed.', schema: adminOrders.manualOrderResponse },
    },
    problems: [
      'approval_required',
      'variant_required',
      'unknown_variant',
      'raffle_ended',
      'raffle_not_open',
      'raffle_cancelled',
      'tickets_left',
      'stock_left',
      'person_limit',
      'buying_excluded',
      'staff_excluded',
      'product_unavailable',
      'reference_used',
      'request_in_flight',
      'idempotency_key_reused',
    ],
  },
  {
    name: 'adminChangeOrder',
    method: 'patch',
    path: '/api/admin/orders/{id}',
    tag: 'Staff: orders',
    summary: 'Mark an order as paid, handed over or cancelled',
    who: 'staff',
    needsFreshProof: marksPaid,
    requestHeaders: {
      'If-Match': 'ETag of what was read; a newer version is refused as `edit_conflict`.',
    },
    body: { kind: 'json', schema: adminOrders.changeOrderRequest },
    answers: { 200: { description: 'As it now stands.', schema: adminOrders.adminOrder } },
    problems: [
      'approval_required',
      'order_cancelled',
      'order_paid',
      'order_not_paid',
      'order_settling',
      'tickets_left',
      'stock_left',
      'person_limit',
      'raffle_ended',
      'raffle_not_open',
      'raffle_cancelled',
      'reference_used',
      'edit_conflict',
    ],
  },
]

/** Money that only a member of staff says was taken (assurance K20). */
function marksPaid(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'status' in body && body.status === 'paid'
}
