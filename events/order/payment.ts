// Money that arrives. It is recorded first, whatever the order's state, and then given its meaning:
// the sale, a revival, or money on top that is owed back. Never both, never twice.
import { assert } from '../kernel/assert.ts'
import type { AttemptId } from '../kernel/ids.ts'
import { Rejection } from '../kernel/rejection.ts'
import { isPlanted } from '../kernel/planted.ts'

import type { OrderEvent } from './events.ts'
import type { OrderAttempt, PaymentMethod, PlacedOrder } from './evolve.ts'

export type ConfirmPayment = {
  readonly type: 'ConfirmPayment'
  readonly attemptId: AttemptId
  /** Null where the provider does not say: then the attempt's own amount holds. */
  readonly amountCents: number | null
  readonly currency: string | null
  readonly providerRef: string | null
  /** The provider's own word. */
  readonly providerStatus: string
  readonly now: string
  /** For an order cancelled by expiry: have all its tickets been reserved again? */
  readonly room: 'held' | 'none'
}

type Confirmed = Extract<OrderEvent, { type: 'PaymentConfirmed' }>['data']
type Money = Omit<Confirmed, 'isRevival' | 'sale'>

/** The same attempt a second time makes no facts: callbacks repeat themselves. */
export function confirmPayment(state: PlacedOrder, command: ConfirmPayment): OrderEvent[] {
  const { attemptId, providerRef, providerStatus, now } = command
  const attempt = state.attempts.find((candidate) => candidate.attemptId === attemptId)
  if (attempt === undefined) throw new Rejection('not_found', 'There is no such payment attempt')
  if (attempt.state === 'paid' || attempt.state === 'mismatched') return []

  const received = receivedOf(attempt, command)
  const isOther =
    received.amountCents !== attempt.amountCents || received.currency !== attempt.currency
  if (isOther && !isPlanted('amount_mismatch_ignored')) return [mismatch(attempt, command)]

  const money: Money = {
    attemptId,
    method: attempt.method,
    amountCents: attempt.amountCents,
    currency: state.currency,
    providerRef,
    providerStatus,
    paidAt: now,
  }
  if (state.status === 'pending') return [saleOf(state, money, false)]
  if (canRevive(state, command.room)) return [saleOf(state, money, true)]
  if (isPlanted('paid_twice_sells_twice')) return [saleOf(state, money, false)]
  return onTop(money, state.status === 'cancelled' ? 'paid_late' : 'paid_twice')
}

/** Money taken by staff, or an order that costs nothing: there is no attempt to match. */
export function takePayment(
  state: PlacedOrder,
  {
    now,
    method,
    reference,
    room,
    status,
  }: {
    now: string
    method: PaymentMethod
    reference: string | null
    room: 'held' | 'none'
    status: 'manual' | 'free'
  },
): OrderEvent[] {
  const money: Money = {
    attemptId: null,
    method,
    amountCents: state.totalCents,
    currency: state.currency,
    providerRef: reference,
    providerStatus: status,
    paidAt: now,
  }
  if (state.status === 'pending') return [saleOf(state, money, false)]
  if (canRevive(state, room)) return [saleOf(state, money, true)]
  // Nobody hands over money for an order that cannot take it: refuse before the till opens.
  if (state.status === 'cancelled')
    throw new Rejection('order_cancelled', 'This order is cancelled. Please make a new one.')
  throw new Rejection('order_paid', 'This order is already paid')
}

/** Only expiry can be undone: what a person or a cancelled raffle ended stays ended. */
function canRevive(state: PlacedOrder, room: 'held' | 'none'): boolean {
  return state.status === 'cancelled' && state.cancelReason === 'expired' && room === 'held'
}

function receivedOf(
  attempt: OrderAttempt,
  { amountCents, currency }: Pick<ConfirmPayment, 'amountCents' | 'currency'>,
): { amountCents: number; currency: string } {
  return {
    amountCents: amountCents ?? attempt.amountCents,
    currency: currency ?? attempt.currency,
  }
}

function mismatch(attempt: OrderAttempt, command: ConfirmPayment): OrderEvent {
  return {
    type: 'PaymentMismatched',
    data: {
      attemptId: attempt.attemptId,
      method: attempt.method,
      expectedCents: attempt.amountCents,
      receivedCents: command.amountCents,
      receivedCurrency: command.currency,
    },
  }
}

function saleOf(state: PlacedOrder, money: Money, isRevival: boolean): OrderEvent {
  assert(money.amountCents === state.totalCents, 'a sale is paid by exactly its total')
  const { subtotalCents, shippingCents } = state
  return {
    type: 'PaymentConfirmed',
    data: { ...money, isRevival, sale: { subtotalCents, shippingCents } },
  }
}

function onTop(money: Money, cause: 'paid_late' | 'paid_twice'): OrderEvent[] {
  assert(money.attemptId !== null, 'money on top comes through a payment attempt')
  return [
    { type: 'PaymentConfirmed', data: { ...money, isRevival: false, sale: null } },
    {
      type: 'RefundDue',
      data: {
        refundId: `${cause}:${money.attemptId}`,
        lineId: null,
        attemptId: money.attemptId,
        amountCents: money.amountCents,
        currency: money.currency,
        cause,
      },
    },
  ]
}
