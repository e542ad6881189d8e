// What staff do to one order. Each act stands on the version they had read.
import * as acts from './admin-order-acts.ts'
import type { Operation } from './operation.ts'
import { noBody } from './shared.ts'

const tag = 'Staff: orders'
const who = 'staff'
const ifMatch = {
  'If-Match': 'ETag of what was read; a newer version is refused as `edit_conflict`.',
}
const nowStands = { 200: { description: 'As it now stands.', schema: acts.adminOrderDetail } }
const shared = { tag, who, requestHeaders: ifMatch, answers: nowStands } as const

export const orderActOperations: readonly Operation[] = [
  {
    name: 'adminReadOrder',
    method: 'get',
    path: '/api/admin/orders/{id}',
    tag,
    who,
    summary: 'One order with its history, payments, refunds and requests; its version as ETag',
    answers: { 200: { description: 'The order.', schema: acts.adminOrderDetail } },
    problems: [],
  },
  {
    ...shared,
    name: 'adminHandOver',
    method: 'post',
    path: '/api/admin/orders/{id}/handover',
    summary: 'The goods are ready to be fetched, were sent out, or were handed over',
    body: { kind: 'json', schema: acts.handoverRequest },
    problems: [
      'edit_conflict',
      'order_cancelled',
      'order_not_paid',
      'order_settling',
      'order_handed_over',
      'other_shipping',
      'wrong_code',
    ],
  },
  {
    ...shared,
    name: 'adminExtendHold',
    method: 'post',
    path: '/api/admin/orders/{id}/hold',
    summary: 'Keep the tickets of a pending order for so many hours from now',
    body: { kind: 'json', schema: acts.extendHoldRequest },
    problems: [
      'edit_conflict',
      'order_cancelled',
      'order_paid',
      'hold_expired',
      'shortening_refused',
    ],
  },
  {
    ...shared,
    name: 'adminCorrectHolder',
    method: 'post',
    path: '/api/admin/orders/{id}/holder',
    summary: 'Correct the phone an order stands by, before a register has its tickets: two people',
    body: { kind: 'json', schema: acts.correctHolderRequest },
    problems: [
      'approval_required',
      'edit_conflict',
      'order_cancelled',
      'order_settling',
      'register_sealed',
      'person_limit',
      'staff_excluded',
      'buying_excluded',
    ],
  },
  {
    ...shared,
    name: 'adminCorrectContact',
    method: 'post',
    path: '/api/admin/orders/{id}/contact',
    summary: 'Correct name and e-mail of who an order is for, and the address until it has left',
    body: { kind: 'json', schema: acts.correctContactRequest },
    problems: [
      'edit_conflict',
      'order_cancelled',
      'order_handed_over',
      'order_settling',
      'staff_excluded',
    ],
  },
  {
    ...shared,
    name: 'adminPayRefund',
    method: 'post',
    path: '/api/admin/orders/{id}/refunds',
    summary: 'A refund that is due was paid, with its proof',
    body: { kind: 'json', schema: acts.payRefundRequest },
    problems: ['edit_conflict', 'reference_used'],
  },
  {
    ...shared,
    name: 'adminOweRefund',
    method: 'post',
    path: '/api/admin/orders/{id}/refund-duties',
    summary: 'Promise money back: a payment that did not fit, or part of the sale',
    body: { kind: 'json', schema: acts.oweRefundRequest },
    problems: ['edit_conflict', 'order_not_paid', 'nothing_to_refund', 'refund_too_large'],
  },
  {
    ...shared,
    name: 'adminAnswerRequest',
    method: 'post',
    path: '/api/admin/orders/{id}/answers',
    summary: 'Accept or decline what the buyer has asked for; accepting cancels the order',
    body: { kind: 'json', schema: acts.answerOrderRequest },
    problems: [
      'edit_conflict',
      'request_not_possible',
      'order_settling',
      'order_in_draw',
      'order_holds_prize',
    ],
  },
  {
    ...shared,
    name: 'adminProvePayment',
    method: 'post',
    path: '/api/admin/orders/{id}/proof',
    summary: 'Write down the proof of a payment that staff took',
    body: { kind: 'json', schema: acts.provePaymentRequest },
    problems: ['approval_required', 'edit_conflict', 'order_not_paid', 'reference_used'],
  },
  {
    name: 'adminResendReceipt',
    method: 'post',
    path: '/api/admin/orders/{id}/receipt',
    tag,
    who,
    summary: 'Send the receipt once more to the number of the order',
    body: { kind: 'json', schema: noBody, isOptional: true },
    answers: nowStands,
    problems: ['order_not_paid'],
  },
  {
    name: 'adminCheckPayment',
    method: 'post',
    path: '/api/admin/orders/{id}/check',
    tag,
    who,
    summary: 'Ask the provider now what became of the payments of this order',
    body: { kind: 'json', schema: noBody, isOptional: true },
    answers: nowStands,
    problems: [],
  },
]
