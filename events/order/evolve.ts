// What the facts of an order mean. The state is plain JSON: a projection may keep it as it is.
// Money facts stand apart from the order's status: money that arrived is never forgotten.
import { assert, unreachable } from '../kernel/assert.ts'
import type { AttemptId, CustomerId, LineId } from '../kernel/ids.ts'
import { isPlanted } from '../kernel/planted.ts'

import type { Grant, OrderEvent, OrderLine } from './events.ts'
import type {
  cancelReasons,
  contactFields,
  holderReasons,
  onlineMethods,
  paymentMethods,
  recordedReasons,
  refundCauses,
} from './words.ts'

export type PaymentMethod = (typeof paymentMethods)[number]
export type OnlineMethod = (typeof onlineMethods)[number]
export type CancelReason = (typeof cancelReasons)[number]
export type StaffReason = (typeof recordedReasons)[number]
export type HolderReason = (typeof holderReasons)[number]
export type ContactField = (typeof contactFields)[number]
export type RefundCause = (typeof refundCauses)[number]

export type OrderAttempt = {
  readonly attemptId: AttemptId
  readonly ref: string
  readonly method: OnlineMethod
  readonly amountCents: number
  readonly currency: string
  /** `declined`: the link may still be paid. `paid` and `mismatched` are settled for ever. */
  readonly state: 'open' | 'declined' | 'paid' | 'mismatched'
  /** The provider's own last word. */
  readonly providerStatus: string | null
  /** Of a mismatched attempt, where the provider says it. */
  readonly receivedCents: number | null
  /** Of a mismatched attempt; absent where the provider does not say it. */
  readonly receivedCurrency?: string
}

export type OrderPayment = {
  /** Null for a payment taken by staff and for an order that costs nothing. */
  readonly attemptId: AttemptId | null
  readonly method: PaymentMethod
  readonly amountCents: number
  readonly currency: string
  /** False for money on top: paid late or twice. */
  readonly isSale: boolean
  readonly paidAt: string
}

export type OrderRefund = {
  readonly refundId: string
  readonly lineId: LineId | null
  readonly attemptId: AttemptId | null
  readonly amountCents: number
  readonly cause: RefundCause
  readonly isPaid: boolean
  /** Of a line that came back: its counted pieces go back on the shelf; absent otherwise. */
  readonly restock?: true
  /** Payments of it that were written down by mistake; absent where there are none. */
  readonly withdrawnPayments?: number
}

export type PlacedOrder = {
  /** What the facts say; what the public reads is `public-status.ts`. */
  readonly status: 'pending' | 'paid' | 'completed' | 'cancelled'
  readonly reference: string
  readonly orderType: 'online' | 'offline'
  readonly customerId: CustomerId | null
  readonly lines: readonly OrderLine[]
  readonly shippingMethod: 'pickup' | 'delivery'
  readonly subtotalCents: number
  readonly shippingCents: number
  readonly totalCents: number
  readonly currency: 'USD'
  readonly paymentMethod: PaymentMethod
  readonly holdUntil: string
  readonly attempts: readonly OrderAttempt[]
  readonly payments: readonly OrderPayment[]
  readonly grants: readonly Grant[]
  readonly refunds: readonly OrderRefund[]
  /** Duties that ended without money; absent where there are none. */
  readonly withdrawnRefunds?: readonly OrderRefund[]
  readonly cancelReason: CancelReason | null
  /** Staff said that its counted pieces go back on the shelf; absent otherwise. */
  readonly restock?: true
  /** Who it is for is written otherwise than when it was placed; absent otherwise. */
  readonly isHolderCorrected?: true
  /** Where the goods are on their way to the buyer; absent until staff say so. */
  readonly handover?: 'ready' | 'sent_out'
}

export type Order = { readonly status: 'none' } | PlacedOrder

export const initialOrder: Order = { status: 'none' }

/** Never refuses: the event is already a fact. */
export function evolveOrder(state: Order, { type, data }: OrderEvent): Order {
  if (type === 'OrderPlaced')
    return {
      status: 'pending',
      ...data,
      attempts: [],
      payments: [],
      grants: [],
      refunds: [],
      cancelReason: null,
    }
  assert(state.status !== 'none', `${type} before OrderPlaced`)

  switch (type) {
    case 'PaymentAttempted': {
      const open = { state: 'open' as const, providerStatus: null, receivedCents: null }
      return { ...state, attempts: [...state.attempts, { ...data, ...open }] }
    }
    case 'PaymentDeclined':
      return withAttempt(state, data.attemptId, {
        state: 'declined',
        providerStatus: data.providerStatus,
      })
    case 'PaymentMismatched':
      return withAttempt(state, data.attemptId, {
        state: 'mismatched',
        receivedCents: data.receivedCents,
        ...(data.receivedCurrency !== null && { receivedCurrency: data.receivedCurrency }),
      })
    case 'PaymentConfirmed':
      return confirmed(state, data)
    case 'TicketsGranted':
      return { ...state, grants: [...state.grants, ...data.grants] }
    case 'RefundDue':
      return { ...state, refunds: [...state.refunds, { ...data, isPaid: false }] }
    case 'RefundPaid':
      return { ...state, refunds: state.refunds.map((refund) => settled(refund, data.refundId)) }
    case 'RefundPaymentWithdrawn':
      return { ...state, refunds: state.refunds.map((refund) => reopened(refund, data.refundId)) }
    case 'RefundWithdrawn':
      return withdrawn(state, data)
    case 'PaymentMethodCorrected':
      return { ...state, payments: state.payments.map((payment) => recorded(payment, data.to)) }
    case 'HoldExtended':
      return { ...state, holdUntil: data.holdUntil }
    case 'HolderCorrected':
    case 'ContactCorrected':
      return { ...state, isHolderCorrected: true }
    case 'OrderCancelled':
      return {
        ...state,
        status: 'cancelled',
        cancelReason: data.reason,
        ...(data.restock && { restock: true }),
      }
    case 'OrderMadeReady':
      return { ...state, handover: 'ready' }
    case 'OrderSentOut':
      return { ...state, handover: 'sent_out' }
    case 'OrderCompleted':
      return { ...state, status: 'completed' }
    case 'OrderCameBack':
      return cameBack(state)
    default:
      return unreachable(type)
  }
}

/** Its steps begin anew: paid, and nothing of it is on its way. */
function cameBack({ handover: _, ...state }: PlacedOrder): PlacedOrder {
  return { ...state, status: 'paid' }
}

type Confirmed = Extract<OrderEvent, { type: 'PaymentConfirmed' }>['data']

function confirmed(state: PlacedOrder, data: Confirmed): PlacedOrder {
  const { attemptId, method, amountCents, currency, paidAt, providerStatus } = data
  const isSale = data.sale !== null
  const payment = { attemptId, method, amountCents, currency, isSale, paidAt }
  const paid = withAttempt(state, attemptId, { state: 'paid', providerStatus })
  return {
    ...paid,
    payments: [...state.payments, payment],
    status: isSale ? 'paid' : state.status,
    cancelReason: isSale ? null : state.cancelReason,
  }
}

/** Null names none of them. */
function withAttempt(
  state: PlacedOrder,
  attemptId: AttemptId | null,
  change: Partial<OrderAttempt>,
): PlacedOrder {
  const attempts = state.attempts.map((attempt) =>
    attempt.attemptId === attemptId ? { ...attempt, ...change } : attempt,
  )
  return { ...state, attempts }
}

type Withdrawn = Extract<OrderEvent, { type: 'RefundWithdrawn' }>['data']

/** A payment that never was is none: nothing of it is left, and nothing of it is owed. */
function withdrawn(state: PlacedOrder, { refundId, reason }: Withdrawn): PlacedOrder {
  const isIt = (refund: OrderRefund) => refund.refundId === refundId
  const wasNeverPaid = reason === 'never_paid'
  return {
    ...state,
    payments: wasNeverPaid ? state.payments.filter(({ isSale }) => !isSale) : state.payments,
    refunds: state.refunds.filter((refund) => !isIt(refund)),
    withdrawnRefunds: [...(state.withdrawnRefunds ?? []), ...state.refunds.filter(isIt)],
  }
}

const settled = (refund: OrderRefund, refundId: string): OrderRefund =>
  refund.refundId === refundId ? { ...refund, isPaid: true } : refund

const reopened = (refund: OrderRefund, refundId: string): OrderRefund =>
  refund.refundId === refundId
    ? { ...refund, isPaid: false, withdrawnPayments: (refund.withdrawnPayments ?? 0) + 1 }
    : refund

/** How it was paid; until then, how its buyer means to pay. */
export const paidBy = ({
  payments,
  paymentMethod,
}: Pick<PlacedOrder, 'payments' | 'paymentMethod'>): PaymentMethod =>
  payments.find(({ isSale }) => isSale)?.method ?? paymentMethod

/** What may go back of a mismatched attempt: what came, or, of another currency, its own amount. */
export function returnableCents(attempt: OrderAttempt): number {
  const { amountCents, currency, receivedCents, receivedCurrency = currency } = attempt
  return receivedCurrency === currency ? (receivedCents ?? amountCents) : amountCents
}

/** Staff took one payment of an order at most. */
const recorded = (payment: OrderPayment, method: PaymentMethod): OrderPayment =>
  payment.attemptId === null ? { ...payment, method } : payment

/** The goods are on their way to the buyer, or with him. */
export const hasLeft = ({ status, handover }: PlacedOrder): boolean =>
  status === 'completed' || handover === 'sent_out'

/** Tickets a line brings; none for goods that are linked to no raffle. */
export function ticketsOfLine(line: OrderLine): number {
  return line.raffleId === null ? 0 : line.ticketsPerUnit * line.quantity
}

export function ticketsOfOrder(order: PlacedOrder): number {
  let tickets = 0
  for (const line of order.lines) tickets += ticketsOfLine(line)
  return tickets
}

export function lineTotalCents(line: OrderLine): number {
  if (isPlanted('float_money')) return (line.unitPriceCents / 100) * line.quantity * 100
  return line.unitPriceCents * line.quantity
}

/** Lines with tickets that have neither them nor a refund duty: the reactor's list of work. */
export function linesToSettle(order: PlacedOrder): OrderLine[] {
  const done = new Set<LineId>()
  for (const { lineId } of order.grants) done.add(lineId)
  for (const { lineId } of order.refunds) if (lineId !== null) done.add(lineId)
  return order.lines.filter((line) => ticketsOfLine(line) > 0 && !done.has(line.lineId))
}

/** Lines with tickets, or that will have them, and no duty of their own to give money back. */
export const linesWithoutDuty = ({ lines, refunds }: PlacedOrder): OrderLine[] =>
  lines.filter(
    (line) => ticketsOfLine(line) > 0 && !refunds.some((refund) => refund.lineId === line.lineId),
  )

/** Of the sale, what has not been promised back yet. */
export function saleLeftCents(order: PlacedOrder): number {
  let left = 0
  for (const { isSale, amountCents } of order.payments) if (isSale) left += amountCents
  for (const { cause, amountCents } of order.refunds)
    if (!isSurplusCause(cause)) left -= amountCents
  return left
}

/** Money that never became a sale goes back for one of these causes. */
export function isSurplusCause(cause: RefundCause): boolean {
  return cause === 'paid_late' || cause === 'paid_twice' || cause === 'mismatch'
}
