// Facts of an order as tests write them: two lines with tickets in two raffles, delivered.
import type { Grant, OrderEvent, OrderLine } from '../order/events.ts'
import type { CancelReason, OnlineMethod, PaymentMethod, RefundCause } from '../order/evolve.ts'

import { attemptId, lineId, productId, raffleId } from './ids.ts'

type FactOf<Type extends OrderEvent['type']> = Extract<OrderEvent, { type: Type }>

export const placedAt = '2026-11-21T08:00:00.000Z'
export const paidAt = '2026-11-21T08:05:00.000Z'
export const holdUntil = '2026-11-21T08:30:00.000Z'
export const afterHold = '2026-11-21T08:30:00.001Z'

export const line = (number: number, change: Partial<OrderLine> = {}): OrderLine => ({
  lineId: lineId(number),
  productId: productId(number),
  productName: `Product ${number}`,
  productImage: null,
  variantId: null,
  variantName: null,
  quantity: 1,
  unitPriceCents: 1000,
  raffleId: raffleId(number),
  raffleName: `Raffle ${number}`,
  prizeValueCents: 100_000,
  ticketsPerUnit: 2,
  ...change,
})

/** Goods that are linked to no raffle. */
export const goodsLine = (number: number): OrderLine =>
  line(number, { raffleId: null, raffleName: null, prizeValueCents: null, ticketsPerUnit: 0 })

export function placed(
  lines: readonly OrderLine[] = [line(1), line(2)],
  change: Partial<FactOf<'OrderPlaced'>['data']> = {},
): FactOf<'OrderPlaced'> {
  const subtotalCents = lines.reduce((sum, each) => sum + each.unitPriceCents * each.quantity, 0)
  return {
    type: 'OrderPlaced',
    data: {
      reference: 'QR-7K3M9P',
      orderType: 'online',
      customerId: null,
      lines: [...lines],
      shippingMethod: 'delivery',
      subtotalCents,
      shippingCents: 500,
      totalCents: subtotalCents + 500,
      currency: 'USD',
      paymentMethod: 'whishpay',
      holdUntil,
      ...change,
    },
  }
}

export const attempted = (
  number: number,
  method: OnlineMethod = 'whishpay',
  amountCents = 2500,
): FactOf<'PaymentAttempted'> => ({
  type: 'PaymentAttempted',
  data: {
    attemptId: attemptId(number),
    ref: `10000000000${number}`,
    method,
    amountCents,
    currency: 'USD',
  },
})

export const declined = (number: number, providerStatus = 'failed'): FactOf<'PaymentDeclined'> => ({
  type: 'PaymentDeclined',
  data: { attemptId: attemptId(number), providerStatus },
})

export const confirmed = (
  number: number | null,
  change: Partial<FactOf<'PaymentConfirmed'>['data']> = {},
): FactOf<'PaymentConfirmed'> => ({
  type: 'PaymentConfirmed',
  data: {
    attemptId: number === null ? null : attemptId(number),
    method: 'whishpay',
    amountCents: 2500,
    currency: 'USD',
    providerRef: null,
    providerStatus: 'success',
    paidAt,
    isRevival: false,
    sale: { subtotalCents: 2000, shippingCents: 500 },
    ...change,
  },
})

export const grantOf = (number: number, first: number, last: number): Grant => ({
  lineId: lineId(number),
  raffleId: raffleId(number),
  first,
  last,
})

export const granted = (...grants: Grant[]): FactOf<'TicketsGranted'> => ({
  type: 'TicketsGranted',
  data: { grants },
})

export const refundDue = (
  cause: RefundCause,
  change: Partial<FactOf<'RefundDue'>['data']> = {},
): FactOf<'RefundDue'> => ({
  type: 'RefundDue',
  data: {
    refundId: `${cause}:1`,
    lineId: null,
    attemptId: null,
    amountCents: 1000,
    currency: 'USD',
    cause,
    ...change,
  },
})

export const refundPaid = (
  refundId: string,
  amountCents: number,
  method: PaymentMethod | 'credit' = 'whishpay',
): FactOf<'RefundPaid'> => ({
  type: 'RefundPaid',
  data: { refundId, amountCents, currency: 'USD', method },
})

/** Of the same payment. */
export const refundPaymentWithdrawn = (
  ...paid: Parameters<typeof refundPaid>
): FactOf<'RefundPaymentWithdrawn'> => ({
  type: 'RefundPaymentWithdrawn',
  data: refundPaid(...paid).data,
})

/** With a method: the payment was written down by mistake. */
export const refundWithdrawn = (
  { data }: FactOf<'RefundDue'>,
  method: FactOf<'RefundWithdrawn'>['data']['method'] = null,
): FactOf<'RefundWithdrawn'> => ({
  type: 'RefundWithdrawn',
  data: {
    refundId: data.refundId,
    amountCents: data.amountCents,
    currency: data.currency,
    cause: data.cause,
    reason: method === null ? 'mistake' : 'never_paid',
    method,
    ...(method !== null && { paidAt }),
  },
})

export const orderCancelled = (reason: CancelReason): FactOf<'OrderCancelled'> => ({
  type: 'OrderCancelled',
  data: { reason },
})

/** An order of both lines that is paid, and whose tickets are still to come. */
export const paid = [placed(), attempted(1), confirmed(1)] as const

/** The same, with all its tickets. */
export const fulfilled = [...paid, granted(grantOf(1, 1, 2), grantOf(2, 1, 2))] as const
