// Money that goes back: first a duty, which nobody can forget, then the payment of it. Which
// provider call or bank transfer pays it is not decided here.
import { assert } from '../kernel/assert.ts'
import { beirutDayEnd, beirutDayOf } from '../kernel/beirut-day.ts'
import type { AttemptId, LineId, OrderId, RaffleId } from '../kernel/ids.ts'
import { Rejection } from '../kernel/rejection.ts'

import type { OrderEvent, OrderLine } from './events.ts'
import {
  isSurplusCause,
  linesWithoutDuty,
  lineTotalCents,
  returnableCents,
  saleLeftCents,
  type Order,
  type PaymentMethod,
  type PlacedOrder,
  type RefundCause,
} from './evolve.ts'

export type OweRefund = {
  readonly type: 'OweRefund'
  /** Unique among all orders: build it from the cause and the line's or attempt's id. */
  readonly refundId: string
  readonly lineId: LineId | null
  readonly attemptId: AttemptId | null
  /** 0 only for a line that cost nothing, or of whose money nothing is left. */
  readonly amountCents: number
  readonly cause: RefundCause
  /** Of the order's raffles those whose register is sealed: tickets stay in them. */
  readonly sealedRaffles?: readonly RaffleId[]
}

export type PayRefund = {
  readonly type: 'PayRefund'
  readonly refundId: string
  readonly method: PaymentMethod | 'credit'
  /** With `credit` and only then: see `creditUntil`. */
  readonly creditUntil?: string
}

/** Credit counts for a year: its last day, in Beirut. */
export function creditUntil(now: string): string {
  const day = new Date(`${beirutDayOf(now)}T00:00:00.000Z`)
  day.setUTCFullYear(day.getUTCFullYear() + 1) // after 29 February comes 1 March
  return day.toISOString().slice(0, 10)
}

const CHOICE_DAYS = 14

/**
 * What a cancelled raffle owes goes back as money, unless the buyer chooses credit: until this
 * instant, the end of the fourteenth Beirut day after the one on which it became due.
 */
export function creditChoiceUntil(dueAt: string): string {
  const day = new Date(`${beirutDayOf(dueAt)}T00:00:00.000Z`)
  day.setUTCDate(day.getUTCDate() + CHOICE_DAYS)
  return beirutDayEnd(day.toISOString().slice(0, 10))
}

/** The same duty a second time makes no facts. */
export function oweRefund(state: PlacedOrder, command: OweRefund): OrderEvent[] {
  const { refundId, lineId, attemptId, amountCents, cause } = command
  assert(Number.isSafeInteger(amountCents) && amountCents >= 0, 'a refund is whole cents')
  const made = [...state.refunds, ...(state.withdrawnRefunds ?? [])]
  if (made.some((refund) => refund.refundId === refundId)) return []
  if (lineId !== null) requireLine(state, lineId, cause)
  if (isSurplusCause(cause)) requireSurplus(state, command)
  else requireSale(state, amountCents)
  if (cause === 'staff') requireNoBareTickets(state, command)

  const { currency } = state
  return [
    { type: 'RefundDue', data: { refundId, lineId, attemptId, amountCents, currency, cause } },
  ]
}

/**
 * What an order is owed once this raffle is cancelled: the money of each line with tickets in it,
 * and what delivery cost where that leaves nothing to deliver. Empty when it is owed already.
 */
export function refundsOfRaffle(
  order: Order,
  { orderId, raffleId }: { orderId: OrderId; raffleId: RaffleId },
): OweRefund[] {
  if (order.status !== 'paid' && order.status !== 'completed') return []
  const refunded = new Set(order.refunds.map(({ lineId }) => lineId))
  const duties: OweRefund[] = []
  let leftCents = saleLeftCents(order)
  function owe(refundId: string, lineId: LineId | null, wantedCents: number): void {
    const amountCents = Math.min(wantedCents, leftCents)
    if (amountCents === 0) return
    leftCents -= amountCents
    refunded.add(lineId)
    const cause = 'raffle_cancelled'
    duties.push({ type: 'OweRefund', refundId, lineId, attemptId: null, amountCents, cause })
  }

  for (const line of linesEntered(order, raffleId))
    if (!refunded.has(line.lineId))
      owe(`raffle_cancelled:${line.lineId}`, line.lineId, lineTotalCents(line))
  const isOut = order.status === 'completed' || order.handover === 'sent_out'
  const isAnyLeft = order.lines.some(({ lineId }) => !refunded.has(lineId))
  if (duties.length > 0 && !isAnyLeft && !isOut)
    owe(`cancelled_shipping:${orderId}`, null, order.shippingCents)
  return duties
}

/** Lines with tickets in the raffle. */
export const linesEntered = ({ lines, grants }: PlacedOrder, raffleId: RaffleId): OrderLine[] =>
  lines.filter(({ lineId }) =>
    grants.some((grant) => grant.lineId === lineId && grant.raffleId === raffleId),
  )

export function payRefund(state: PlacedOrder, command: PayRefund): OrderEvent[] {
  const { refundId, method, creditUntil: until } = command
  assert((method === 'credit') === (until !== undefined), 'credit ends, and nothing else does')
  const refund = state.refunds.find((candidate) => candidate.refundId === refundId)
  if (refund === undefined) throw new Rejection('not_found', 'There is no such refund')
  if (refund.isPaid) return []
  const { amountCents } = refund
  const { currency } = state
  const paid = { refundId, amountCents, currency, method }
  return [
    { type: 'RefundPaid', data: { ...paid, ...(until !== undefined && { creditUntil: until }) } },
  ]
}

/** A line gets tickets or its money back, never both by the same cause, and its money once. */
function requireLine(state: PlacedOrder, lineId: LineId, cause: RefundCause): void {
  assert(
    state.lines.some((line) => line.lineId === lineId),
    'a refund must name a line of the order',
  )
  if (state.refunds.some((refund) => refund.lineId === lineId))
    throw new Rejection('line_refunded', 'This line has its refund already')
  if (cause === 'not_issuable' && state.grants.some((grant) => grant.lineId === lineId))
    throw new Rejection('line_granted', 'This line has its tickets')
}

/** Late and double payments make their own duty; by hand only a mismatched receipt goes back. */
function requireSurplus(state: PlacedOrder, { attemptId, amountCents, cause }: OweRefund): void {
  const attempt = state.attempts.find((candidate) => candidate.attemptId === attemptId)
  const isRefunded = state.refunds.some((refund) => refund.attemptId === attemptId)
  if (cause !== 'mismatch' || attempt?.state !== 'mismatched' || isRefunded)
    throw new Rejection('nothing_to_refund', 'This payment attempt has nothing to give back')
  const leftCents = returnableCents(attempt)
  if (amountCents > leftCents)
    throw new Rejection('refund_too_large', 'A refund cannot exceed what was received', {
      leftCents,
    })
}

/**
 * Tickets whose money went back whole would still be drawn. Before the seal they become void with
 * the order or the line, which is then cancelled; a seal is never undone, so that one which is
 * heard of late only refuses what would have been allowed.
 */
function requireNoBareTickets(
  state: PlacedOrder,
  { lineId, amountCents, sealedRaffles = [] }: OweRefund,
): void {
  if (lineId === null && amountCents < saleLeftCents(state)) return
  const bare = linesWithoutDuty(state).some((line) => {
    const isMeant = lineId === null || line.lineId === lineId
    const isStaying = state.grants.some(
      (grant) => grant.lineId === line.lineId && sealedRaffles.includes(grant.raffleId),
    )
    return isMeant && !isStaying
  })
  if (bare)
    throw new Rejection(
      'tickets_stand',
      'Its tickets would stay in the draw without their money. Cancel the order instead.',
    )
}

function requireSale(state: PlacedOrder, amountCents: number): void {
  if (!state.payments.some(({ isSale }) => isSale))
    throw new Rejection('order_not_paid', 'An unpaid order has nothing to refund')
  const leftCents = saleLeftCents(state)
  if (amountCents > leftCents)
    throw new Rejection('refund_too_large', 'A refund cannot exceed what was paid', { leftCents })
}
