// The payments the sandbox knows, in memory. One payment is one link (Whish) or one session
// (MontyPay); a MontyPay session holds the tries made in it, each with its own payment id.
import { randomUUID } from 'node:crypto'

export type PaymentState = 'open' | 'declined' | 'paid' | 'expired' | 'refunded'

export type MontypayStatus = 'prepare' | '3ds' | 'decline' | 'settled' | 'refund' | 'chargeback'

export type Try = { paymentId: string; status: MontypayStatus; at: Date; reason: string | null }

export type PaymentRequest = {
  provider: 'whishpay' | 'montypay'
  /** `externalId` or `order.number`. */
  ref: string
  amount: string
  currency: string
  description: string
  successUrl: string
  failureUrl: string
  /** Whish only; MontyPay has one address for all. */
  successCallbackUrl: string | null
  failureCallbackUrl: string | null
  expiresAt: Date | null
}

/** `declined` can still be paid; `paid`, `expired` and `refunded` are closed. */
export type Payment = PaymentRequest & {
  /** Last part of the hosted page's address. */
  token: string
  /** Read from the return address's `orderId`. */
  orderId: string | null
  state: PaymentState
  /** What was really paid. */
  paidAmount: string | null
  payerPhone: string | null
  tries: Try[]
  createdAt: Date
}

export type Payments = {
  add: (request: PaymentRequest) => Payment
  byRef: (provider: Payment['provider'], ref: string) => Payment | undefined
  byToken: (token: string) => Payment | undefined
  byPaymentId: (paymentId: string) => Payment | undefined
  newestOfOrder: (orderId: string) => Payment | undefined
  /** A new MontyPay payment in this session, which is from now on what its order number means. */
  startTry: (payment: Payment) => Try
  newest: (countMax: number) => Payment[]
  count: () => number
}

export function createPayments(paymentsMax: number): Payments {
  const byToken = new Map<string, Payment>()
  const byRef = new Map<string, Payment>()
  const byOrder = new Map<string, Payment>()
  const byPaymentId = new Map<string, Payment>()

  function forgetOldest(): void {
    const [oldest] = byToken.values()
    if (oldest === undefined) return
    byToken.delete(oldest.token)
    if (byRef.get(refKey(oldest)) === oldest) byRef.delete(refKey(oldest))
    if (oldest.orderId !== null && byOrder.get(oldest.orderId) === oldest)
      byOrder.delete(oldest.orderId)
    for (const { paymentId } of oldest.tries) byPaymentId.delete(paymentId)
  }

  return {
    add(request) {
      const payment: Payment = {
        ...request,
        token: randomUUID().replaceAll('-', ''),
        orderId: orderIdIn(request.successUrl) ?? orderIdIn(request.failureUrl),
        state: 'open',
        paidAmount: null,
        payerPhone: null,
        tries: [],
        createdAt: new Date(),
      }
      byToken.set(payment.token, payment)
      byRef.set(refKey(payment), payment)
      if (payment.orderId !== null) byOrder.set(payment.orderId, payment)
      if (byToken.size > paymentsMax) forgetOldest()
      return payment
    },
    byRef: (provider, ref) => byRef.get(refKey({ provider, ref })),
    byToken: (token) => byToken.get(token),
    byPaymentId: (paymentId) => byPaymentId.get(paymentId),
    newestOfOrder: (orderId) => byOrder.get(orderId),
    startTry(payment) {
      const next: Try = {
        paymentId: randomUUID(),
        status: 'prepare',
        at: new Date(),
        reason: null,
      }
      payment.tries.push(next)
      byPaymentId.set(next.paymentId, payment)
      byRef.set(refKey(payment), payment)
      return next
    },
    newest: (countMax) => [...byToken.values()].slice(-countMax).toReversed(),
    count: () => byToken.size,
  }
}

/** A session's time is over when its minutes are, whether or not anybody looked. */
export function expireIfDue(payment: Payment, now: Date): void {
  const isPayable = payment.state === 'open' || payment.state === 'declined'
  if (isPayable && payment.expiresAt !== null && payment.expiresAt <= now) payment.state = 'expired'
}

const refKey = ({ provider, ref }: Pick<Payment, 'provider' | 'ref'>) => `${provider} ${ref}`

function orderIdIn(url: string): string | null {
  const match = /[?&](orderId=[^&#]+)/.exec(url)
  return match?.[1] === undefined ? null : new URLSearchParams(match[1]).get('orderId')
}
