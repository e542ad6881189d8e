// The sandbox's own interface for scripts and tests: what a payer does, and which failures are on.
import * as z from 'zod/mini'

import type { PayerNeeds } from './payer.ts'
import { act, lateSecondsDefault, outcomes } from './payer.ts'
import type { Payment } from './payments.ts'
import { switchesChange } from './switches.ts'
import type { Answer, Handler, Incoming } from './wire.ts'
import { jsonAnswer, parseJson, refusal } from './wire.ts'

export const paymentControlPrefix = '/payments/'

const payerRequest = z.strictObject({
  outcome: z.enum(outcomes),
  /** Copies of the callback: 0 is lost, 2 and more are duplicates. */
  callbacks: z.optional(z.int().check(z.minimum(0), z.maximum(100))),
  /** Only `approve_late`: from the failure to the success. */
  delaySeconds: z.optional(z.number().check(z.minimum(0), z.maximum(86_400))),
})

export type ControlNeeds = PayerNeeds & { pageUrl: (payment: Payment) => string }

export function controls(needs: ControlNeeds): ReadonlyMap<string, Handler> {
  return new Map<string, Handler>([
    ['GET /switches', () => jsonAnswer(200, needs.switches.now())],
    ['POST /switches', ({ body }) => changeSwitches(needs, body)],
    ['DELETE /switches', () => resetSwitches(needs)],
    ['GET /state', () => jsonAnswer(200, stateOf(needs))],
  ])
}

/** `/payments/{orderId}`: the payer of that order's newest attempt. */
export async function controlPayment(needs: ControlNeeds, incoming: Incoming): Promise<Answer> {
  const orderId = incoming.path.slice(paymentControlPrefix.length)
  const payment = needs.payments.newestOfOrder(orderId)
  if (payment === undefined)
    return refusal(404, 'payment_not_found', 'No payment of this order is known here.')
  if (incoming.method === 'GET') return jsonAnswer(200, described(needs, payment))

  const request = payerRequest.safeParse(parseJson(incoming.body))
  if (!request.success) return refusal(400, 'invalid_request', z.prettifyError(request.error))
  const { outcome, callbacks, delaySeconds } = request.data
  const usual = needs.switches.now().callbacks
  const isLate = outcome === 'approve_late'
  const acted = await act(needs, payment, outcome, {
    copies: callbacks ?? usual.copies,
    delaySeconds: isLate ? (delaySeconds ?? lateSecondsDefault) : usual.delaySeconds,
  })
  if (acted.kind === 'closed')
    return refusal(409, 'payment_closed', `This payment is ${acted.state}: nobody can pay it.`)
  return jsonAnswer(200, {
    ...described(needs, payment),
    outcome,
    callbacksAnswered: acted.answered,
  })
}

const described = ({ pageUrl }: ControlNeeds, payment: Payment) => ({
  orderId: payment.orderId,
  provider: payment.provider,
  ref: payment.ref,
  state: payment.state,
  amount: payment.amount,
  paidAmount: payment.paidAmount,
  currency: payment.currency,
  pageUrl: pageUrl(payment),
})

function changeSwitches({ switches }: ControlNeeds, body: string): Answer {
  const change = switchesChange.safeParse(parseJson(body))
  if (!change.success) return refusal(400, 'invalid_request', z.prettifyError(change.error))
  return jsonAnswer(200, switches.change(change.data))
}

function resetSwitches({ switches, callbacks }: ControlNeeds): Answer {
  callbacks.forgetBlock()
  return jsonAnswer(200, switches.reset())
}

const stateOf = ({ payments, callbacks, later }: ControlNeeds) => ({
  payments: payments.count(),
  waiting: later.waiting(),
  areMontypayCallbacksBlocked: callbacks.isBlocked(),
})
