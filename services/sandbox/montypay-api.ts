// MontyPay's checkout interface: JSON in, JSON out, HTTP 400 with a list for what it refuses.
import { wireToCents } from '../providers/payments/amounts.ts'
import {
  isSameHash,
  refundHash,
  statusByOrderHash,
  statusByPaymentHash,
} from '../providers/payments/hashes.ts'
import { montypayCallback, wireDate } from './montypay-callback.ts'
import { errorBody, hashProblem, sessionProblems } from './montypay-rules.ts'
import type { PayerNeeds } from './payer.ts'
import { act, deliver, usualDelivery } from './payer.ts'
import type { Payment, Try } from './payments.ts'
import { expireIfDue } from './payments.ts'
import type { Failure } from './switches.ts'
import type { Answer, Handler } from './wire.ts'
import { jsonAnswer, jsonObject, textAnswer } from './wire.ts'

export type MontypayNeeds = PayerNeeds & {
  /** Address of the hosted page of a session. */
  pageUrl: (payment: Payment) => string
  pause: (ms: number) => Promise<void>
}

type Call = 'session' | 'status' | 'refund'
type Body = Readonly<Record<string, unknown>>

export const montypayBase = '/montypay'
const sessionMinutesDefault = 60

export function montypayApi(needs: MontypayNeeds): ReadonlyMap<string, Handler> {
  return new Map<string, Handler>([
    [`POST ${montypayBase}/api/v1/session`, guarded(needs, 'session', session)],
    [`POST ${montypayBase}/api/v1/payment/status`, guarded(needs, 'status', status)],
    [`POST ${montypayBase}/api/v1/payment/refund`, guarded(needs, 'refund', refund)],
  ])
}

function guarded(
  needs: MontypayNeeds,
  call: Call,
  answer: (needs: MontypayNeeds, body: Body) => Answer | Promise<Answer>,
): Handler {
  return async ({ body }) => {
    const switches = needs.switches.now().montypay
    if (!switches.calls.includes(call)) return answer(needs, jsonObject(body))

    if (switches.slowMs > 0) await needs.pause(switches.slowMs)
    const failure = needs.switches.nextFailure('montypay')
    if (failure === null) return answer(needs, jsonObject(body))
    if (switches.isWorkDone) await answer(needs, jsonObject(body))
    return failed(failure)
  }
}

async function session(needs: MontypayNeeds, body: Body): Promise<Answer> {
  const problems = sessionProblems(body, needs.settings.montypay)
  if (problems.length > 0) return jsonAnswer(400, errorBody(problems))

  const order = body['order'] as Record<string, string> // sessionProblems has checked each field
  const minutes = Number(body['session_expiry'] ?? sessionMinutesDefault)
  const payment = needs.payments.add({
    provider: 'montypay',
    ref: order['number'] ?? '',
    amount: order['amount'] ?? '',
    currency: order['currency'] ?? '',
    description: order['description'] ?? '',
    successUrl: String(body['success_url']),
    failureUrl: String(body['cancel_url'] ?? body['success_url']),
    successCallbackUrl: null,
    failureCallbackUrl: null,
    expiresAt: new Date(Date.now() + minutes * 60_000),
  })
  const { early, copies } = needs.switches.now().callbacks
  if (early !== null) await act(needs, payment, early, { copies, delaySeconds: 0 })
  return jsonAnswer(200, { redirect_url: needs.pageUrl(payment) })
}

function status(needs: MontypayNeeds, body: Body): Answer {
  const { payment_id: paymentId, order_id: orderNumber, size } = body
  const byPayment = typeof paymentId === 'string'
  const id = byPayment ? paymentId : String(orderNumber ?? '')
  const hash = byPayment ? statusByPaymentHash : statusByOrderHash
  const isKnown = isMerchant(needs, body) && isHash(body, hash(id, keyOf(needs)))
  const payment = byPayment ? needs.payments.byPaymentId(id) : needs.payments.byRef('montypay', id)
  // An unknown id is answered like a wrong hash.
  if (!isKnown || payment === undefined) return jsonAnswer(400, errorBody([hashProblem]))

  expireIfDue(payment, new Date())
  if (size !== undefined)
    return jsonAnswer(
      200,
      triesOf(payment)
        .toReversed()
        .slice(0, Number(size))
        .map((one) => paymentAnswer(needs, payment, one)),
    )
  const tries = triesOf(payment)
  const one = byPayment ? tries.find((each) => each.paymentId === id) : tries.at(-1)
  return jsonAnswer(200, paymentAnswer(needs, payment, one ?? tries[0]))
}

/** A session that nobody has tried to pay in has one payment, being prepared or out of time. */
function triesOf(payment: Payment): Try[] {
  if (payment.tries.length > 0) return payment.tries
  const isExpired = payment.state === 'expired'
  return [
    {
      paymentId: payment.token,
      status: isExpired ? 'decline' : 'prepare',
      at: payment.createdAt,
      reason: isExpired ? 'Session expired' : null,
    },
  ]
}

function paymentAnswer(needs: MontypayNeeds, payment: Payment, one: Try | undefined) {
  const { isPendingForEver } = needs.switches.now().montypay
  return {
    payment_id: one?.paymentId,
    date: wireDate(one?.at ?? payment.createdAt),
    status: isPendingForEver ? 'prepare' : one?.status,
    ...(one?.reason && !isPendingForEver && { reason: one.reason }),
    order: {
      number: payment.ref,
      amount: payment.paidAmount ?? payment.amount,
      currency: payment.currency,
      description: payment.description,
    },
  }
}

/** Accepted at once; the outcome is called back and can be asked for. */
function refund(needs: MontypayNeeds, body: Body): Answer {
  const { payment_id: paymentId, amount } = body
  const id = String(paymentId ?? '')
  const payment = needs.payments.byPaymentId(id)
  const expected = refundHash(id, String(amount ?? ''), keyOf(needs))
  if (!isMerchant(needs, body) || payment === undefined || !isHash(body, expected))
    return jsonAnswer(400, errorBody([hashProblem]))

  const paidCents = wireToCents(payment.paidAmount) ?? 0
  const refundCents = wireToCents(amount) ?? 0
  const newest = payment.tries.at(-1)
  if (payment.state !== 'paid' || newest?.paymentId !== id || refundCents < 1)
    return jsonAnswer(400, errorBody(['Refund is not allowed.']))
  if (refundCents > paidCents)
    return jsonAnswer(400, errorBody(['amount: Refund amount exceeds the payment.']))

  const isFull = refundCents === paidCents
  if (isFull) {
    payment.state = 'refunded'
    newest.status = 'refund'
  }
  const orderStatus = isFull ? 'refund' : 'settled'
  const notice = montypayCallback(needs, payment, {
    type: 'refund',
    status: 'success',
    orderStatus,
  })
  void deliver(needs, [notice], usualDelivery(needs))
  return jsonAnswer(200, { payment_id: id, result: 'accepted' })
}

const keyOf = ({ settings }: MontypayNeeds) => ({
  password: settings.montypay.password,
  mode: settings.montypay.hash,
})

const isMerchant = ({ settings }: MontypayNeeds, body: Body) =>
  body['merchant_key'] === settings.montypay.merchantKey

const isHash = (body: Body, expected: string) => isSameHash(String(body['hash'] ?? ''), expected)

function failed(failure: Failure): Answer {
  if (failure === 'timeout') return 'silence'
  if (failure === 'garbage') return textAnswer(200, '<html><body>Please wait', 'text/html')
  return textAnswer(500, '<h1>500 Internal Server Error</h1>', 'text/html')
}
