// What payers do, and what the providers then tell the shop. The hosted pages and the scripts'
// `POST /payments/{orderId}` both end here, so a click and a script are the same thing.
import { assert, unreachable } from '#events/kernel/assert.ts'

import { centsToWire, wireToCents } from '../providers/payments/amounts.ts'
import type { Callback, Callbacks } from './callbacks.ts'
import type { Later } from './later.ts'
import { montypayCallback } from './montypay-callback.ts'
import type { Payment, Payments } from './payments.ts'
import { expireIfDue } from './payments.ts'
import type { SandboxSettings } from './settings.ts'
import type { SwitchBoard } from './switches.ts'

export const outcomes = [
  'approve',
  'decline',
  'expire',
  'approve_late',
  'wrong_amount',
  /** Of a payment that was made: the payer's bank takes it back. */
  'chargeback',
] as const
export type Outcome = (typeof outcomes)[number]

export type Delivery = {
  /** Copies of each callback. */
  copies: number
  /** Callbacks leave this much later; for `approve_late` the time until the success. */
  delaySeconds: number
}

export type PayerNeeds = {
  settings: SandboxSettings
  payments: Payments
  callbacks: Callbacks
  later: Later
  switches: SwitchBoard
  /** MontyPay's notification address. */
  notificationUrl: string
}

export type Acted =
  | { kind: 'acted'; answered: number }
  | { kind: 'closed'; state: Payment['state'] }

export const lateSecondsDefault = 5
const phoneDefault = '96170123456'

/** Resolves when the callbacks that are due at once have had their first answer. */
export async function act(
  needs: PayerNeeds,
  payment: Payment,
  outcome: Outcome,
  delivery: Delivery,
): Promise<Acted> {
  expireIfDue(payment, new Date())
  if (!isPossible(payment, outcome)) return { kind: 'closed', state: payment.state }
  const { copies, delaySeconds } = delivery
  switch (outcome) {
    case 'approve':
    case 'wrong_amount':
      return acted(deliver(needs, [approve(needs, payment, outcome)], delivery))
    case 'decline':
      return acted(deliver(needs, [decline(needs, payment, 'Declined by the issuer')], delivery))
    case 'expire':
      return acted(deliver(needs, [expire(needs, payment)], delivery))
    case 'chargeback':
      return acted(deliver(needs, [takeBack(needs, payment)], delivery))
    case 'approve_late': {
      const failure = decline(needs, payment, 'Declined by the issuer')
      const isReordered = needs.switches.now().callbacks.isReordered
      needs.later.run(delaySeconds * 1000, () => {
        expireIfDue(payment, new Date())
        if (!isPossible(payment, 'approve')) return
        const success = approve(needs, payment, 'approve')
        const due = isReordered ? [success, failure] : [success]
        void deliver(needs, due, { copies, delaySeconds: 0 })
      })
      return acted(isReordered ? 0 : deliver(needs, [failure], { copies, delaySeconds: 0 }))
    }
    default:
      return unreachable(outcome)
  }
}

/** What the switches say about callbacks that nobody has asked for by number. */
export function usualDelivery({ switches }: PayerNeeds): Delivery {
  const { copies, delaySeconds } = switches.now().callbacks
  return { copies, delaySeconds }
}

/** 3-D Secure has begun: the first of two callbacks, unless it is to come last. */
export async function begin3ds(needs: PayerNeeds, payment: Payment): Promise<void> {
  const current = needs.payments.startTry(payment)
  current.status = '3ds'
  if (needs.switches.now().callbacks.isReordered) return
  await deliver(needs, [threeDs(needs, payment)], usualDelivery(needs))
}

/** The bank's answer to 3-D Secure. */
export async function finish3ds(
  needs: PayerNeeds,
  payment: Payment,
  isGood: boolean,
): Promise<void> {
  const begun = threeDs(needs, payment)
  const result = isGood
    ? approve(needs, payment, 'approve')
    : decline(needs, payment, '3D Secure failed')
  const isReordered = needs.switches.now().callbacks.isReordered
  await deliver(needs, isReordered ? [result, begun] : [result], usualDelivery(needs))
}

/** A try that failed and left everything as it was: Whish calls the failure address even so. */
export async function reportFailedTry(needs: PayerNeeds, payment: Payment): Promise<void> {
  await deliver(needs, [whishCallback(payment.failureCallbackUrl)], usualDelivery(needs))
}

/** Sends one after the other, the copies of each at once; the answer counts what was answered. */
export async function deliver(
  { callbacks, later }: PayerNeeds,
  due: readonly Callback[],
  { copies, delaySeconds }: Delivery,
): Promise<number> {
  const sendAll = async () => {
    let answered = 0
    for (const callback of due) answered += await callbacks.send(callback, copies)
    return answered
  }
  if (delaySeconds === 0) return sendAll()
  later.run(delaySeconds * 1000, () => void sendAll())
  return 0
}

function isPossible({ state }: Payment, outcome: Outcome): boolean {
  if (outcome === 'chargeback') return state === 'paid'
  if (state === 'open' || state === 'declined') return true
  return state === 'paid' && outcome === 'approve' // its callbacks once more
}

function approve(
  needs: PayerNeeds,
  payment: Payment,
  outcome: 'approve' | 'wrong_amount',
): Callback {
  const switches = needs.switches.now()
  const group = payment.provider === 'whishpay' ? switches.whish : switches.montypay
  if (payment.state !== 'paid') {
    const isWrong = outcome === 'wrong_amount' || group.isWrongAmount
    payment.state = 'paid'
    payment.paidAmount = isWrong ? halfOf(payment.amount) : payment.amount
    payment.payerPhone ??= phoneDefault
    if (payment.provider === 'montypay') currentTry(needs, payment).status = 'settled'
  }
  return payment.provider === 'whishpay'
    ? whishCallback(payment.successCallbackUrl)
    : montypayCallback(needs, payment, { type: 'sale', status: 'success', orderStatus: 'settled' })
}

function decline(needs: PayerNeeds, payment: Payment, reason: string): Callback {
  payment.state = 'declined'
  if (payment.provider === 'whishpay') return whishCallback(payment.failureCallbackUrl)
  const current = currentTry(needs, payment)
  current.status = 'decline'
  current.reason = reason
  return montypayCallback(needs, payment, {
    type: 'sale',
    status: 'fail',
    orderStatus: 'decline',
    reason,
  })
}

function expire(needs: PayerNeeds, payment: Payment): Callback {
  const callback = decline(needs, payment, 'Session expired')
  payment.state = 'expired'
  return callback
}

/** Whish has one word for all money that went back; where it calls then is a guess. */
function takeBack(needs: PayerNeeds, payment: Payment): Callback {
  payment.state = 'refunded'
  if (payment.provider === 'whishpay') return whishCallback(payment.failureCallbackUrl)
  currentTry(needs, payment).status = 'chargeback'
  return montypayCallback(needs, payment, {
    type: 'chargeback',
    status: 'success',
    orderStatus: 'chargeback',
  })
}

const threeDs = (needs: PayerNeeds, payment: Payment) =>
  montypayCallback(needs, payment, { type: '3ds', status: 'success', orderStatus: '3ds' })

/** A declined try stays as it is: who pays after it has a new payment id. */
function currentTry(needs: PayerNeeds, payment: Payment) {
  const newest = payment.tries.at(-1)
  return newest === undefined || newest.status === 'decline'
    ? needs.payments.startTry(payment)
    : newest
}

function whishCallback(url: string | null): Callback {
  assert(url !== null, 'a Whish payment has callback addresses')
  return {
    provider: 'whishpay',
    method: 'GET',
    url,
    headers: { 'User-Agent': 'Apache-HttpClient/4.5.13 (Java/17)' },
  }
}

/** Rounded down to the cent, at least one cent. */
function halfOf(amount: string): string {
  return centsToWire(Math.max(1, Math.floor((wireToCents(amount) ?? 0) / 2)))
}

const acted = async (answered: Promise<number> | number): Promise<Acted> => ({
  kind: 'acted',
  answered: await answered,
})
