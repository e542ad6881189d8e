// What may happen next to an order. Pure. Allowed graph (invariant I16): pending → paid →
// completed; completed → paid when its goods came back; pending → cancelled; cancelled by expiry →
// paid when room is left; paid or completed → cancelled with a refund duty. Money that arrives is
// always recorded, then given its meaning.
import { assert, unreachable } from '../kernel/assert.ts'
import type { Decider } from '../kernel/decider.ts'
import type { AttemptId } from '../kernel/ids.ts'
import { Rejection } from '../kernel/rejection.ts'

import { correctMethod, type CorrectMethod } from './correct-method.ts'
import { requireOutOfDraw, type DrawStanding } from './at-draw.ts'
import type { Grant, OrderEvent } from './events.ts'
import type { manualMethods } from './words.ts'
import {
  evolveOrder,
  hasLeft,
  initialOrder,
  lineTotalCents,
  saleLeftCents,
  ticketsOfLine,
  type CancelReason,
  type ContactField,
  type HolderReason,
  type OnlineMethod,
  type Order,
  type PlacedOrder,
  type StaffReason,
} from './evolve.ts'
import { confirmPayment, takePayment, type ConfirmPayment } from './payment.ts'
import { isWhollyRefunded } from './public-status.ts'
import { oweRefund, payRefund, type OweRefund, type PayRefund } from './refund.ts'
import { returnLine, type ReturnLine } from './return-line.ts'
import { requireSettled } from './settled.ts'
import {
  withdrawRefund,
  withdrawRefundPayment,
  type WithdrawRefund,
  type WithdrawRefundPayment,
} from './withdraw.ts'

export type { Order, PlacedOrder } from './evolve.ts'

type Placed = Extract<OrderEvent, { type: 'OrderPlaced' }>['data']

export type OrderCommand =
  | { type: 'PlaceOrder'; order: Placed }
  | {
      type: 'AttemptPayment'
      now: string
      attemptId: AttemptId
      /** The provider's key for this attempt: digits, at most 15. */
      ref: string
      method: OnlineMethod
    }
  | { type: 'DeclineAttempt'; attemptId: AttemptId; providerStatus: string }
  | ConfirmPayment
  /** Staff took the money. `room` matters when the order had expired. */
  | {
      type: 'TakeManualPayment'
      now: string
      method: (typeof manualMethods)[number]
      /** Receipt or transfer number; unique per method, which the caller has checked. */
      reference: string | null
      room: 'held' | 'none'
    }
  /** An order that costs nothing is paid at once. */
  | { type: 'ConfirmFreeOrder'; now: string }
  | { type: 'GrantTickets'; grants: readonly Grant[] }
  | OweRefund
  | PayRefund
  | ReturnLine
  | WithdrawRefund
  | WithdrawRefundPayment
  | CorrectMethod
  | { type: 'ExtendHold'; holdUntil: string }
  /** The phone was mistyped, or has become another person's; no register is sealed yet. */
  | { type: 'CorrectHolder'; cause: HolderReason }
  /** Name, e-mail or address was wrong: which of them, never what it holds. */
  | { type: 'CorrectContact'; fields: readonly ContactField[] }
  /** `refundId` names the duty that arises when the order had been paid. */
  | CancelOrder
  /** Goods to be fetched stand ready. */
  | { type: 'MakeReady' }
  /** Goods to be delivered have left. */
  | { type: 'SendOut' }
  | { type: 'CompleteOrder' }
  /** What was ready, sent out or handed over is with us again, or was said by mistake. */
  | { type: 'TakeBack' }

type CancelOrder = {
  type: 'CancelOrder'
  now: string
  reason: CancelReason
  refundId: string | null
  /** What moved staff, with the reason `staff`. */
  staffReason?: StaffReason
  /** What it has taken of counted goods can be sold again. */
  restock?: boolean
  /** Left out: none of its raffles is sealed. */
  drawStanding?: DrawStanding | null
}

export function decideOrder(command: OrderCommand, state: Order): OrderEvent[] {
  if (command.type === 'PlaceOrder') return placeOrder(command.order, state)
  if (state.status === 'none') throw new Rejection('not_found', 'There is no such order')

  switch (command.type) {
    case 'AttemptPayment':
      return attemptPayment(state, command)
    case 'DeclineAttempt':
      return declineAttempt(state, command)
    case 'ConfirmPayment':
      return confirmPayment(state, command)
    case 'TakeManualPayment':
      return takePayment(state, { ...command, status: 'manual' })
    case 'ConfirmFreeOrder':
      return confirmFreeOrder(state, command.now)
    case 'GrantTickets':
      return grantTickets(state, command.grants)
    case 'OweRefund':
      return oweRefund(state, command)
    case 'PayRefund':
      return payRefund(state, command)
    case 'ReturnLine':
      return returnLine(state, command)
    case 'WithdrawRefund':
      return withdrawRefund(state, command)
    case 'WithdrawRefundPayment':
      return withdrawRefundPayment(state, command)
    case 'CorrectMethod':
      return correctMethod(state, command)
    case 'ExtendHold':
      return extendHold(state, command.holdUntil)
    case 'CorrectHolder':
      return correctHolder(state, command.cause)
    case 'CorrectContact':
      return correctContact(state, command.fields)
    case 'CancelOrder':
      return cancelOrder(state, command)
    case 'MakeReady':
      return handOn(state, 'pickup')
    case 'SendOut':
      return handOn(state, 'delivery')
    case 'CompleteOrder':
      return completeOrder(state)
    case 'TakeBack':
      return takeBack(state)
    default:
      return unreachable(command)
  }
}

export const orderDecider: Decider<OrderCommand, Order, OrderEvent> = {
  initial: initialOrder,
  decide: decideOrder,
  evolve: evolveOrder,
}

/** Bounds of one order and of what is kept about it. */
export const linesMax = 20
export const quantityMax = 100
export const attemptsMax = 20

function placeOrder(order: Placed, state: Order): OrderEvent[] {
  if (state.status !== 'none')
    throw new Rejection('already_placed', 'This order has been placed already')
  if (order.lines.length === 0 || order.lines.length > linesMax)
    throw new Rejection('invalid_request', `An order has 1 to ${linesMax} lines`)

  let subtotalCents = 0
  for (const line of order.lines) {
    if (line.quantity > quantityMax)
      throw new Rejection('invalid_request', `At most ${quantityMax} of one product`)
    subtotalCents += lineTotalCents(line)
  }
  const lineIds = new Set(order.lines.map(({ lineId }) => lineId))
  assert(lineIds.size === order.lines.length, 'line ids must be unique')
  assert(subtotalCents === order.subtotalCents, 'the lines must add up to the subtotal')
  assert(
    order.subtotalCents + order.shippingCents === order.totalCents,
    'subtotal and shipping must add up to the total',
  )
  return [{ type: 'OrderPlaced', data: order }]
}

function attemptPayment(
  state: PlacedOrder,
  {
    now,
    attemptId,
    ref,
    method,
  }: { now: string; attemptId: AttemptId; ref: string; method: OnlineMethod },
): OrderEvent[] {
  if (state.attempts.some((attempt) => attempt.attemptId === attemptId)) return []
  requireUnpaid(state)
  if (now >= state.holdUntil)
    throw new Rejection('hold_expired', 'Your reservation has ended. Please order again.')
  if (state.totalCents === 0)
    throw new Rejection('nothing_to_pay', 'There is nothing to pay for this order')
  if (state.attempts.length >= attemptsMax)
    throw new Rejection('too_many_attempts', 'Too many payment attempts. Please order again.')

  const { totalCents: amountCents, currency } = state
  return [{ type: 'PaymentAttempted', data: { attemptId, ref, method, amountCents, currency } }]
}

/** A settled attempt stays settled: a late word of failure takes nothing back. */
function declineAttempt(
  state: PlacedOrder,
  { attemptId, providerStatus }: { attemptId: AttemptId; providerStatus: string },
): OrderEvent[] {
  const attempt = state.attempts.find((candidate) => candidate.attemptId === attemptId)
  if (attempt === undefined) throw new Rejection('not_found', 'There is no such payment attempt')
  if (attempt.state !== 'open') return []
  return [{ type: 'PaymentDeclined', data: { attemptId, providerStatus } }]
}

function confirmFreeOrder(state: PlacedOrder, now: string): OrderEvent[] {
  assert(state.totalCents === 0, 'only an order that costs nothing is confirmed without money')
  const isPaid = state.status === 'paid' || state.status === 'completed'
  if (isPaid) return []
  const { paymentMethod: method } = state
  return takePayment(state, { now, method, reference: null, room: 'none', status: 'free' })
}

/** The numbers of lines that have been issued, all at once or line by line. */
function grantTickets(state: PlacedOrder, grants: readonly Grant[]): OrderEvent[] {
  const missing = grants.filter((grant) => !hasGrant(state, grant))
  if (missing.length === 0) return []
  if (state.status === 'pending')
    throw new Rejection('order_not_paid', 'An unpaid order has no tickets')
  if (state.status === 'cancelled')
    throw new Rejection('order_cancelled', 'This order is cancelled')

  for (const { lineId, raffleId, first, last } of missing) {
    const line = state.lines.find((candidate) => candidate.lineId === lineId)
    assert(line !== undefined && line.raffleId === raffleId, 'a grant must fit a line of the order')
    assert(last - first + 1 === ticketsOfLine(line), 'a grant must be all tickets of its line')
    if (state.refunds.some((refund) => refund.lineId === lineId))
      throw new Rejection('line_refunded', 'This line is being refunded: it has no tickets')
  }
  assert(
    new Set(missing.map(({ lineId }) => lineId)).size === missing.length,
    'a line is granted once',
  )
  return [{ type: 'TicketsGranted', data: { grants: [...missing] } }]
}

function hasGrant(state: PlacedOrder, { lineId, raffleId, first, last }: Grant): boolean {
  const known = state.grants.find((grant) => grant.lineId === lineId)
  if (known === undefined) return false
  const isSame = known.raffleId === raffleId && known.first === first && known.last === last
  assert(isSame, 'a line that has its tickets was issued others')
  return true
}

function extendHold(state: PlacedOrder, holdUntil: string): OrderEvent[] {
  requireUnpaid(state)
  if (holdUntil === state.holdUntil) return []
  if (holdUntil < state.holdUntil)
    throw new Rejection('shortening_refused', 'A reservation can only be extended')
  return [{ type: 'HoldExtended', data: { holdUntil } }]
}

/** Tickets that are being issued carry the phone that was read a moment ago. */
function correctHolder(state: PlacedOrder, cause: HolderReason): OrderEvent[] {
  if (state.status === 'cancelled')
    throw new Rejection('order_cancelled', 'This order is cancelled')
  if (state.status !== 'pending') requireSettled(state)
  return [{ type: 'HolderCorrected', data: { cause } }]
}

/** Once the goods have left, the address is where they went; a name may still be wrong. */
function correctContact(state: PlacedOrder, fields: readonly ContactField[]): OrderEvent[] {
  if (fields.length === 0) return []
  if (state.status === 'cancelled')
    throw new Rejection('order_cancelled', 'This order is cancelled')
  if (fields.includes('address') && hasLeft(state))
    throw new Rejection('order_handed_over', 'The goods of this order have left already')
  if (state.status !== 'pending') requireSettled(state)
  return [{ type: 'ContactCorrected', data: { fields: [...new Set(fields)] } }]
}

function cancelOrder(
  state: PlacedOrder,
  { now, reason, refundId, staffReason, restock, drawStanding = null }: CancelOrder,
): OrderEvent[] {
  if (state.status === 'cancelled') return []
  // An unpaid order only holds its pieces: they go back by themselves.
  const isRestocked = restock === true && state.status !== 'pending' && hasCountedLines(state)
  const cancelled: OrderEvent = {
    type: 'OrderCancelled',
    data: {
      reason,
      ...(staffReason !== undefined && { staffReason }),
      ...(isRestocked && { restock: true }),
    },
  }
  if (state.status === 'pending') {
    if (reason === 'expired' && now < state.holdUntil)
      throw new Rejection('hold_alive', 'The reservation of this order has not ended yet')
    return [cancelled]
  }

  if (reason === 'expired') return [] // paid in time: nothing has expired
  if (reason === 'customer') throw new Rejection('order_paid', 'This order is already paid')
  requireSettled(state)
  requireOutOfDraw(drawStanding)
  const amountCents = saleLeftCents(state)
  if (amountCents === 0) return [cancelled]
  assert(refundId !== null, 'cancelling a paid order needs the id of its refund')
  const cause = reason === 'staff' ? 'cancelled' : reason
  const refund: OweRefund = {
    type: 'OweRefund',
    refundId,
    lineId: null,
    attemptId: null,
    amountCents,
    cause,
  }
  return [cancelled, ...oweRefund(state, refund)]
}

const hasCountedLines = ({ lines }: PlacedOrder) => lines.some(({ holdsStock }) => holdsStock)

/** Ready to be fetched, or on its way: each for the orders it is meant for, and once. */
function handOn(state: PlacedOrder, method: PlacedOrder['shippingMethod']): OrderEvent[] {
  requireHandable(state)
  if (state.status === 'completed')
    throw new Rejection('order_handed_over', 'This order has been handed over already')
  if (state.shippingMethod !== method)
    throw new Rejection('other_shipping', 'This order goes to its buyer another way')
  if (state.handover !== undefined) return []
  return [{ type: method === 'pickup' ? 'OrderMadeReady' : 'OrderSentOut', data: {} }]
}

function completeOrder(state: PlacedOrder): OrderEvent[] {
  if (state.status === 'completed') return []
  requireHandable(state)
  return [{ type: 'OrderCompleted', data: {} }]
}

/** The courier brought it back, or a step was pressed at the wrong order: nothing has left. */
function takeBack(state: PlacedOrder): OrderEvent[] {
  requireHandable(state)
  const isUnderWay = state.status === 'completed' || state.handover !== undefined
  return isUnderWay ? [{ type: 'OrderCameBack', data: {} }] : []
}

/** Paid, every line has what it was promised, and not all of the money goes back. */
function requireHandable(state: PlacedOrder): void {
  if (state.status === 'pending')
    throw new Rejection('order_not_paid', 'This order is not paid yet')
  if (state.status === 'cancelled')
    throw new Rejection('order_cancelled', 'This order is cancelled')
  requireSettled(state)
  if (isWhollyRefunded(state)) throw new Rejection('order_cancelled', 'This order is cancelled')
}

function requireUnpaid(state: PlacedOrder): void {
  if (state.status === 'cancelled')
    throw new Rejection('order_cancelled', 'This order is cancelled')
  if (state.status !== 'pending') throw new Rejection('order_paid', 'This order is already paid')
}
