// What a refund gives back, as its form has been filled in so far. Pure.
import type { AdminOrderDetail } from '#services/contract/admin-order-acts.ts'

import { poundsAt, typedRate } from '../../lib/admin/pounds.ts'
import type { ActValues, ChosenAct, RefundMethod } from './order-act-forms.ts'
import { refundMethodsOf, wayOf } from './order-act-forms.ts'

export type OwedBack = {
  /** In dollars. */
  amount: string
  method: RefundMethod
  /** In whole pounds; `usual`: at one that only the shop can tell; null: none, or unreadable. */
  atRate: { rate: string; pounds: string } | 'usual' | null
  /** Done, it accepts what the buyer asks for: `holdToChoice` of the server. */
  isAccepting: boolean
}

/** Null: the act pays nothing back. */
export function owedBackOf(
  act: ChosenAct,
  order: AdminOrderDetail,
  values: ActValues,
): OwedBack | null {
  if (act.kind !== 'pay_refund') return null
  const refund = order.refunds.find(({ id }) => id === act.refundId)
  const method = refundMethodsOf(act, order).find((known) => known === values.refundMethod)
  if (refund === undefined || method === undefined) return null
  const isInPounds = method === 'cash' && values.currency === 'LBP'
  return {
    amount: refund.amount,
    method,
    atRate: isInPounds ? atRateOf(refund.amount, rateOf(values, order)) : null,
    isAccepting: method === 'credit' && wayOf(act, order) === 'credit' && hasOpenWish(order),
  }
}

function atRateOf(amount: string, rate: string): OwedBack['atRate'] {
  if (rate === '') return 'usual'
  const pounds = poundsAt(amount, rate)
  return pounds === null ? null : { rate, pounds }
}

/** Left empty it is that of the payment, which may be known. */
function rateOf({ rate }: ActValues, { proof }: AdminOrderDetail): string {
  if (rate.trim() !== '') return typedRate(rate)
  return proof?.currency === 'LBP' ? (proof.rate ?? '') : ''
}

const hasOpenWish = ({ requests }: AdminOrderDetail): boolean =>
  requests.some(({ kind, state }) => kind === 'credit' && state === 'open')
