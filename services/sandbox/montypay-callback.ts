// MontyPay's notification of one try: a flat form, empty fields left out, spaces as `+`.
import { assert } from '#events/kernel/assert.ts'

import { callbackHash } from '../providers/payments/hashes.ts'
import type { Callback } from './callbacks.ts'
import type { PayerNeeds } from './payer.ts'
import type { Payment } from './payments.ts'

export type Notice = {
  type: 'sale' | '3ds' | 'refund' | 'chargeback'
  status: 'success' | 'fail'
  orderStatus: 'settled' | 'decline' | '3ds' | 'refund' | 'chargeback'
  reason?: string
}

export function montypayCallback(needs: PayerNeeds, payment: Payment, notice: Notice): Callback {
  const current = payment.tries.at(-1)
  assert(current !== undefined, 'a notification is about a try')
  const amount = payment.paidAmount ?? payment.amount
  const fields = {
    id: current.paymentId,
    order_number: payment.ref,
    order_amount: amount,
    order_currency: payment.currency,
    order_description: payment.description,
    order_status: notice.orderStatus,
    type: notice.type,
    status: notice.status,
    reason: notice.reason ?? '',
    card: '411111****1111',
    card_expiration_date: '01/2038',
    date: wireDate(current.at),
    hash: hashOf(needs, payment, current.paymentId, amount),
  }
  return {
    provider: 'montypay',
    method: 'POST',
    url: needs.notificationUrl,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(
      Object.entries(fields).filter(([, value]) => value !== ''),
    ).toString(),
  }
}

/** What the panel's "Return parameters" adds to the address the shopper comes back to. */
export function returnParameters(needs: PayerNeeds, payment: Payment): Record<string, string> {
  const current = payment.tries.at(-1)
  if (current === undefined) return {} // closed before paying: the bare address
  return {
    payment_id: current.paymentId,
    trans_id: current.paymentId,
    order_id: payment.ref,
    hash: hashOf(needs, payment, current.paymentId, payment.paidAmount ?? payment.amount),
  }
}

function hashOf({ settings }: PayerNeeds, payment: Payment, paymentId: string, amount: string) {
  const { ref: number, currency, description } = payment
  const key = { password: settings.montypay.password, mode: settings.montypay.hash }
  return callbackHash(paymentId, { number, amount, currency, description }, key)
}

/** `YYYY-MM-DD hh:mm:ss`; the zone is not stated on the wire, ours is UTC. */
export const wireDate = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ')
