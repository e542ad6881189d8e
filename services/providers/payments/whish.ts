// Whish Pay. One link per attempt, found again by its `externalId`, which is the attempt's ref: the
// same ref is a replay and gives the same link, so a second try never makes a second payment.
import * as z from 'zod/mini'

import { assert } from '#events/kernel/assert.ts'

import type { Breaker, BreakerSettings } from '../breaker.ts'
import { ProviderOutage, createBreaker } from '../breaker.ts'
import { centsToWire, wireToCents } from './amounts.ts'
import { plainDescription } from './plain-text.ts'
import type { Attempt, PaymentProvider, PaymentStatus, Started } from './port.ts'
import { NOT_FOUND, whishWords } from './port-words.ts'
import { allowedRedirect } from './redirect-hosts.ts'
import type { Timeouts } from './timeouts.ts'
import { timeoutDefaults } from './timeouts.ts'
import { readWhishCallback } from './whish-callback.ts'
import type { WhishAccount, WhishAnswer } from './whish-wire.ts'
import { whishCall } from './whish-wire.ts'

export type WhishSettings = WhishAccount & {
  /** Sign the callback addresses, see `whishCallbackUrls`: the first does, the others have. */
  callbackKeys: readonly string[]
  /** v1.4.4 wants `amount` and `externalId` as strings, older accounts as numbers. */
  wire?: 'strings' | 'numbers'
  /** Hosts besides `.whish.money` and the one of `baseUrl` that the payment page may be on. */
  redirectHosts?: readonly string[]
  timeouts?: Partial<Timeouts>
  breaker?: Partial<BreakerSettings>
}

export type WhishProvider = PaymentProvider & { code: 'whishpay'; breaker: Breaker }

const created = z.looseObject({ collectUrl: z.string() })
const collected = z.looseObject({
  collectStatus: z.string(),
  amount: z.optional(z.unknown()),
  currency: z.nullish(z.string()),
})

/** Least amount of a Whish payment in USD. */
const amountCentsMin = 100
const startTriesMax = 2
const retryLeftMsMin = 200
const reasonCharactersMax = 200

export function whishProvider(given: WhishSettings): WhishProvider {
  const settings = { ...given, baseUrl: given.baseUrl.replace(/\/+$/, '') }
  const timeouts = { ...timeoutDefaults, ...given.timeouts }
  const breaker = createBreaker('whishpay', given.breaker)
  const call: Call = (name, path, body, totalMs = timeouts.totalMs) =>
    whishCall(settings, breaker, {
      name,
      path,
      body,
      timeouts: { connectMs: timeouts.connectMs, totalMs },
    })

  return {
    code: 'whishpay',
    capabilities: { refund: 'full', expiry: false, cancel: false },
    breaker,
    start: (attempt) => start(settings, call, attempt, timeouts),
    parseCallback: (request) => readWhishCallback(request, settings.callbackKeys),
    fetchStatus: (attempt) => fetchStatus(settings, call, attempt),
    refund: (attempt, amountCents, reason) => refund(settings, call, attempt, amountCents, reason),
  }
}

type Call = (name: string, path: string, body: object, totalMs?: number) => Promise<WhishAnswer>

async function start(
  settings: WhishSettings,
  call: Call,
  attempt: Attempt,
  { startMs, totalMs }: Timeouts,
): Promise<Started> {
  assertRef(attempt.ref)
  if (attempt.amountCents < amountCentsMin) return { kind: 'refused', reason: 'amount_too_small' }
  const body = creation(settings, attempt)
  const endsAt = performance.now() + startMs
  let outcome: ProviderOutage['outcome'] = 'not_sent'

  for (let tries = 0; tries < startTriesMax; tries++) {
    const leftMs = endsAt - performance.now()
    if (tries > 0 && leftMs < retryLeftMsMin) break
    try {
      return startedFrom(
        await call('create', '/payment/whish', body, Math.min(leftMs, totalMs)),
        settings,
      )
    } catch (error) {
      if (!(error instanceof ProviderOutage)) throw error
      if (error.outcome === 'unknown') outcome = 'unknown'
    }
  }
  return outcome === 'unknown'
    ? { kind: 'indeterminate' }
    : { kind: 'refused', reason: 'unavailable' }
}

function startedFrom(answer: WhishAnswer, settings: WhishSettings): Started {
  if (answer.kind === 'refused') return { kind: 'refused', reason: answer.code }
  const data = created.safeParse(answer.data)
  if (!data.success) throw new ProviderOutage('whish create: no collectUrl', 'unknown')
  const redirectUrl = allowedRedirect(data.data.collectUrl, {
    suffix: '.whish.money',
    exact: [new URL(settings.baseUrl).host, ...(settings.redirectHosts ?? [])],
  })
  if (redirectUrl === null) return { kind: 'refused', reason: 'redirect_not_allowed' }
  return { kind: 'started', redirectUrl, providerRef: null }
}

function creation(settings: WhishSettings, attempt: Attempt) {
  const amount = centsToWire(attempt.amountCents)
  return {
    amount: settings.wire === 'numbers' ? Number(amount) : amount,
    currency: attempt.currency,
    invoice: plainDescription(attempt.description, `Order ${attempt.ref}`),
    externalId: wireRef(settings, attempt.ref),
    successCallbackUrl: attempt.successCallbackUrl,
    failureCallbackUrl: attempt.failureCallbackUrl,
    successRedirectUrl: attempt.successUrl,
    failureRedirectUrl: attempt.failureUrl,
  }
}

async function fetchStatus(
  settings: WhishSettings,
  call: Call,
  { ref, currency }: Attempt,
): Promise<PaymentStatus> {
  assertRef(ref)
  const answer = await call('status', '/payment/collect/status', {
    currency,
    externalId: wireRef(settings, ref),
  })
  if (answer.kind === 'refused') {
    if (answer.code === 'external_id.not_exists') return nothingKnown(NOT_FOUND)
    throw new ProviderOutage(`whish status: refused with ${answer.code}`, 'not_sent')
  }
  const data = collected.safeParse(answer.data)
  if (!data.success) throw new ProviderOutage('whish status: no collectStatus', 'unknown')
  const { collectStatus, amount, currency: paidCurrency } = data.data
  return {
    state: whishWords.get(collectStatus) ?? 'unknown',
    providerStatus: collectStatus.slice(0, 40),
    amountCents: statedCents(amount),
    currency: paidCurrency ?? null,
    providerRef: null,
  }
}

/** An amount that is stated but cannot be read must not pass for "not stated". */
function statedCents(amount: unknown): number | null {
  if (amount === undefined || amount === null) return null
  const cents = wireToCents(amount)
  if (cents === null) throw new ProviderOutage('whish status: an amount nobody can read', 'unknown')
  return cents
}

const nothingKnown = (providerStatus: string): PaymentStatus => ({
  state: 'unknown',
  providerStatus,
  amountCents: null,
  currency: null,
  providerRef: null,
})

/** Whish takes no amount here: the whole payment goes back or nothing. */
async function refund(
  settings: WhishSettings,
  call: Call,
  attempt: Attempt,
  amountCents: number,
  reason: string,
) {
  assertRef(attempt.ref)
  if (amountCents !== attempt.amountCents) return 'refused'
  try {
    const answer = await call('refund', '/payment/whish/refund', {
      currency: attempt.currency,
      externalId: wireRef(settings, attempt.ref),
      refundReason: plainDescription(reason, 'Refund').slice(0, reasonCharactersMax),
    })
    return answer.kind === 'data' ? 'done' : 'refused'
  } catch (error) {
    if (error instanceof ProviderOutage && error.outcome === 'unknown') return 'indeterminate'
    throw error // nothing was sent: an outage, for the job to try again
  }
}

const wireRef = (settings: WhishSettings, ref: string) =>
  settings.wire === 'numbers' ? Number(ref) : ref

/** Below 2^53 and without leading zero, so that string and number are the same key. */
function assertRef(ref: string): void {
  assert(/^[1-9]\d{0,14}$/.test(ref), 'a payment ref is 1 to 15 digits without leading zero')
}
