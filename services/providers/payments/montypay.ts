// MontyPay Checkout (Akurateco). The attempt's ref is `order.number`, one session per attempt. A
// declined payment may be tried again in the same session under a new payment id, so the status
// is always asked for by order number: that answers with the newest payment.
import { assert } from '#events/kernel/assert.ts'

import type { Breaker, BreakerSettings } from '../breaker.ts'
import { ProviderOutage, createBreaker } from '../breaker.ts'
import { centsToWire, wireToCents } from './amounts.ts'
import { refundHash, sessionHash, statusByOrderHash } from './hashes.ts'
import { readMontypayCallback } from './montypay-callback.ts'
import type { MontypayAccount, MontypayAnswer } from './montypay-wire.ts'
import { montypayCall, paymentAnswer, refundAnswer, sessionAnswer } from './montypay-wire.ts'
import { plainDescription } from './plain-text.ts'
import type { Attempt, PaymentProvider, PaymentStatus, RefundState, Started } from './port.ts'
import { NOT_FOUND, montypayWords } from './port-words.ts'
import { allowedRedirect } from './redirect-hosts.ts'
import type { Timeouts } from './timeouts.ts'
import { timeoutDefaults } from './timeouts.ts'

export type MontypaySettings = MontypayAccount & {
  /** Hosts besides `.montypay.com` and the one of `baseUrl` that the payment page may be on. */
  redirectHosts?: readonly string[]
  timeouts?: Partial<Timeouts>
  breaker?: Partial<BreakerSettings>
}

export type MontypayProvider = PaymentProvider & { code: 'montypay'; breaker: Breaker }

const sessionMinutesMax = 720
const urlCharactersMax = 1024

export function montypayProvider(given: MontypaySettings): MontypayProvider {
  const settings = { ...given, baseUrl: given.baseUrl.replace(/\/+$/, '') }
  const timeouts = { ...timeoutDefaults, ...given.timeouts }
  const breaker = createBreaker('montypay', given.breaker)
  const call: Call = (name, path, body, totalMs = timeouts.totalMs) =>
    montypayCall(settings, breaker, {
      name,
      path,
      body: { merchant_key: settings.merchantKey, ...body },
      timeouts: { connectMs: timeouts.connectMs, totalMs },
    })

  return {
    code: 'montypay',
    capabilities: { refund: 'partial', expiry: true, cancel: false },
    breaker,
    start: (attempt) => start(settings, call, attempt, timeouts),
    parseCallback: (request) => readMontypayCallback(request, keyOf(settings)),
    fetchStatus: (attempt) => fetchStatus(settings, call, attempt),
    refund: (attempt, amountCents) => refund(settings, call, attempt, amountCents),
  }
}

type Call = (name: string, path: string, body: object, totalMs?: number) => Promise<MontypayAnswer>

const keyOf = ({ password, hash }: MontypaySettings) => ({ password, mode: hash })

/** Asked once: whether a session asked for twice is one or two is not written anywhere. */
async function start(
  settings: MontypaySettings,
  call: Call,
  attempt: Attempt,
  { startMs, totalMs }: Timeouts,
): Promise<Started> {
  try {
    const body = sessionRequest(settings, attempt)
    const answer = await call('session', '/api/v1/session', body, Math.min(startMs, totalMs))
    if (answer.kind === 'refused') return { kind: 'refused', reason: answer.reason }
    const session = sessionAnswer.safeParse(answer.json)
    if (!session.success) throw new ProviderOutage('montypay session: no redirect_url', 'unknown')
    const redirectUrl = allowedRedirect(session.data.redirect_url, {
      suffix: '.montypay.com',
      exact: [new URL(settings.baseUrl).host, ...(settings.redirectHosts ?? [])],
    })
    if (redirectUrl === null) return { kind: 'refused', reason: 'redirect_not_allowed' }
    return { kind: 'started', redirectUrl, providerRef: null }
  } catch (error) {
    if (!(error instanceof ProviderOutage)) throw error
    return error.outcome === 'unknown'
      ? { kind: 'indeterminate' }
      : { kind: 'refused', reason: 'unavailable' }
  }
}

/**
 * No customer and no address: MontyPay takes basic Latin letters only and refuses the whole session
 * otherwise; what is left out its page asks the payer for.
 */
function sessionRequest(settings: MontypaySettings, attempt: Attempt) {
  assert(/^\d{1,15}$/.test(attempt.ref), 'a payment ref is 1 to 15 digits')
  assert(attempt.successUrl.length <= urlCharactersMax, 'success_url is at most 1024 characters')
  assert(attempt.failureUrl.length <= urlCharactersMax, 'cancel_url is at most 1024 characters')
  const order = {
    number: attempt.ref,
    amount: centsToWire(attempt.amountCents),
    currency: attempt.currency,
    description: plainDescription(attempt.description, `Order ${attempt.ref}`),
  }
  return {
    operation: 'purchase',
    methods: ['card'],
    session_expiry: Math.min(Math.max(Math.floor(attempt.sessionMinutes), 1), sessionMinutesMax),
    order,
    success_url: attempt.successUrl,
    cancel_url: attempt.failureUrl,
    expiry_url: attempt.failureUrl,
    error_url: attempt.failureUrl,
    hash: sessionHash(order, keyOf(settings)),
  }
}

async function fetchStatus(
  settings: MontypaySettings,
  call: Call,
  { ref }: Attempt,
): Promise<PaymentStatus> {
  const hash = statusByOrderHash(ref, keyOf(settings))
  const answer = await call('status', '/api/v1/payment/status', { order_id: ref, hash })
  // An unknown order is answered like a wrong hash: the two cannot be told apart.
  if (answer.kind === 'refused') return nothingKnown(NOT_FOUND)
  const payment = paymentAnswer.safeParse(answer.json)
  if (!payment.success) throw new ProviderOutage('montypay status: no payment in it', 'unknown')
  const { payment_id: providerRef, status, order } = payment.data
  if (order.number !== ref)
    throw new ProviderOutage('montypay status: the answer is about another order', 'unknown')
  const amountCents = wireToCents(order.amount)
  if (amountCents === null)
    throw new ProviderOutage('montypay status: an amount nobody can read', 'unknown')
  return {
    state: montypayWords.get(status) ?? 'unknown',
    providerStatus: status.slice(0, 40),
    amountCents,
    currency: order.currency,
    providerRef,
  }
}

const nothingKnown = (providerStatus: string): PaymentStatus => ({
  state: 'unknown',
  providerStatus,
  amountCents: null,
  currency: null,
  providerRef: null,
})

/** `accepted` is all MontyPay says here; the outcome comes by callback or status. */
async function refund(
  settings: MontypaySettings,
  call: Call,
  attempt: Attempt,
  amountCents: number,
): Promise<RefundState> {
  try {
    const paymentId =
      attempt.providerRef ?? (await fetchStatus(settings, call, attempt)).providerRef
    if (paymentId === null || amountCents > attempt.amountCents) return 'refused'
    const amount = centsToWire(amountCents)
    const hash = refundHash(paymentId, amount, keyOf(settings))
    const body = { payment_id: paymentId, amount, hash }
    const answer = await call('refund', '/api/v1/payment/refund', body)
    if (answer.kind === 'refused') return 'refused'
    return refundAnswer.safeParse(answer.json).success ? 'accepted' : 'indeterminate'
  } catch (error) {
    if (error instanceof ProviderOutage && error.outcome === 'unknown') return 'indeterminate'
    throw error // nothing was sent: an outage, for the job to try again
  }
}
