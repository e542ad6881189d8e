// A duty to give money back that should never have been: typed wrongly, or of a payment that was
// written down at the wrong order. It ends without money, and nobody's money vanishes with it
// (ADR 36): what was paid has its tickets or goods, or is still owed.
import type { RaffleId } from '../kernel/ids.ts'
import { Rejection } from '../kernel/rejection.ts'

import { isByHand, type ManualMethod } from './correct-method.ts'
import type { OrderEvent } from './events.ts'
import {
  isSurplusCause,
  lineTotalCents,
  ticketsOfLine,
  type OrderRefund,
  type PaymentMethod,
  type PlacedOrder,
} from './evolve.ts'
import type { withdrawReasons } from './words.ts'

export type WithdrawReason = (typeof withdrawReasons)[number]

export type WithdrawRefund = {
  readonly type: 'WithdrawRefund'
  readonly refundId: string
  readonly reason: WithdrawReason
  /** What these of its raffles owe stays owed. */
  readonly cancelledRaffles: readonly RaffleId[]
}

/**
 * The same duty a second time makes no facts. Of a payment that never was, all duties end at once.
 * Throws `not_found`, `refund_paid`, or `refund_stays` where it is owed all the same.
 */
export function withdrawRefund(state: PlacedOrder, command: WithdrawRefund): OrderEvent[] {
  const { refundId, reason, cancelledRaffles } = command
  if (state.withdrawnRefunds?.some((duty) => duty.refundId === refundId)) {
    // It ended for another reason: a payment that is there has not ended with it.
    if (reason === 'never_paid' && state.payments.some(({ isSale }) => isSale)) throw refundStays()
    return []
  }
  const duty = state.refunds.find((known) => known.refundId === refundId)
  if (duty === undefined) throw new Rejection('not_found', 'There is no such refund')
  if (duty.isPaid) throw new Rejection('refund_paid', 'This refund was paid back already')
  if (withdrawableAs(state, duty, cancelledRaffles) !== reason) throw refundStays()
  if (reason === 'mistake') return [withdrawnOf(state, duty, null)]
  const payment = paidByHand(state)!
  return saleDuties(state).map((one) => withdrawnOf(state, one, payment))
}

const refundStays = () =>
  new Rejection('refund_stays', 'This refund cannot be withdrawn: its money is owed')

export type WithdrawRefundPayment = {
  readonly type: 'WithdrawRefundPayment'
  readonly refundId: string
  /** As its newest `RefundPaid` has it. */
  readonly method: PaymentMethod | 'credit'
}

/**
 * Written down at the wrong order, or by the wrong method: the duty is open again (ADR 41). One
 * that is not paid makes no facts. Throws `not_found`.
 */
export function withdrawRefundPayment(
  { refunds, currency }: PlacedOrder,
  { refundId, method }: WithdrawRefundPayment,
): OrderEvent[] {
  const duty = refunds.find((known) => known.refundId === refundId)
  if (duty === undefined) throw new Rejection('not_found', 'There is no such refund')
  if (!duty.isPaid) return []
  const { amountCents } = duty
  return [{ type: 'RefundPaymentWithdrawn', data: { refundId, amountCents, currency, method } }]
}

/** Null: its money is owed, whatever staff say. */
export function withdrawableAs(
  state: PlacedOrder,
  duty: OrderRefund,
  cancelledRaffles: readonly RaffleId[],
): WithdrawReason | null {
  if (duty.isPaid) return null
  if (duty.cause === 'mismatch') return 'mistake'
  if (!isOfStaff(duty)) return null
  if (state.status === 'cancelled') return canBeUnpaid(state) ? 'never_paid' : null
  return keepsItsWorth(state, duty, cancelledRaffles) ? 'mistake' : null
}

const isOfStaff = ({ cause }: OrderRefund): boolean => cause === 'staff' || cause === 'cancelled'

const saleDuties = ({ refunds }: PlacedOrder): OrderRefund[] =>
  refunds.filter(({ cause }) => !isSurplusCause(cause))

/** A provider's word that money came is no mistake of ours. What staff took is always the sale. */
const paidByHand = ({ payments }: PlacedOrder) => payments.find(isByHand)

/** A cancelled order owes its whole payment; none of it has gone back to anybody. */
function canBeUnpaid(state: PlacedOrder): boolean {
  const duties = saleDuties(state)
  const owedCents = duties.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const isOpen = duties.every((duty) => isOfStaff(duty) && !duty.isPaid)
  return isOpen && paidByHand(state)?.amountCents === owedCents
}

/** Of the money that stays with us: each line has what it was paid for, or a whole duty. */
function keepsItsWorth(
  { lines, grants, refunds }: PlacedOrder,
  duty: OrderRefund,
  cancelledRaffles: readonly RaffleId[],
): boolean {
  return lines.every((line) => {
    if (ticketsOfLine(line) === 0) return true
    const grant = grants.find(({ lineId }) => lineId === line.lineId)
    const own = refunds.find(({ lineId }) => lineId === line.lineId)
    const isWorthless = grant === undefined || cancelledRaffles.includes(grant.raffleId)
    if (own === undefined) return grant === undefined || !isWorthless // else it is being issued
    return !isWorthless || (own !== duty && own.amountCents >= lineTotalCents(line))
  })
}

const withdrawnOf = (
  { currency }: PlacedOrder,
  { refundId, amountCents, cause }: OrderRefund,
  payment: { method: ManualMethod; paidAt: string } | null,
): OrderEvent => ({
  type: 'RefundWithdrawn',
  data: {
    refundId,
    amountCents,
    currency,
    cause,
    reason: payment === null ? 'mistake' : 'never_paid',
    method: payment?.method ?? null,
    ...(payment !== null && { paidAt: payment.paidAt }),
  },
})
