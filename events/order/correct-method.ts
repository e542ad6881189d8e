// Money that staff took was written down under the wrong method: cash as Whish, most often. The
// sum stays where it is, in the till (`postings.ts`); which part of the till it is in changes.
import { Rejection } from '../kernel/rejection.ts'

import type { OrderEvent } from './events.ts'
import type { OrderPayment, PlacedOrder } from './evolve.ts'
import { manualMethods } from './words.ts'

export type ManualMethod = (typeof manualMethods)[number]

export type CorrectMethod = { readonly type: 'CorrectMethod'; readonly to: ManualMethod }

type ByHand = OrderPayment & { readonly method: ManualMethod }

/** Taken by staff: a provider's word is not theirs to correct. */
export const isByHand = (payment: OrderPayment): payment is ByHand =>
  payment.attemptId === null && manualMethods.some((known) => known === payment.method)

/** The method it has already makes no facts. Throws `order_not_paid`: none was taken by staff. */
export function correctMethod(
  { payments, currency }: PlacedOrder,
  { to }: CorrectMethod,
): OrderEvent[] {
  const payment = payments.find(isByHand)
  if (payment === undefined)
    throw new Rejection('order_not_paid', 'No payment of this order was taken by staff.')
  const { method: from, amountCents, paidAt } = payment
  if (from === to) return []
  return [{ type: 'PaymentMethodCorrected', data: { from, to, amountCents, currency, paidAt } }]
}
