// What a cancelled raffle owes goes back as money, unless its buyer chooses to keep it as store
// credit: by a request of his own, in time. A choice is about what was owed when it was made; about
// what comes later, or is owed again, he chooses anew.
import type { OrderEvent } from '#events/order/events.ts'
import { creditChoiceUntil } from '#events/order/refund.ts'

import type { Recorded } from '../event-store/types.ts'

export type OrderFact = Pick<Recorded<OrderEvent>, 'event' | 'recordedAt'>

/** A request at the order, of whatever kind. */
export type Wish = { kind: string; state: string; created_at: Date }

export type CreditDuty = {
  refundId: string
  /** His days to choose are counted from here. */
  dueAt: Date
  /** Later than `dueAt`: a payment of it was withdrawn then. */
  owedSince: Date
}

/** Those that are not paid yet. */
export function creditDuties(facts: readonly OrderFact[]): CreditDuty[] {
  const duties = new Map<string, CreditDuty>()
  const paid = new Set<string>()
  for (const { event, recordedAt } of facts) {
    if (event.type === 'RefundDue' && event.data.cause === 'raffle_cancelled') {
      const { refundId } = event.data
      duties.set(refundId, { refundId, dueAt: recordedAt, owedSince: recordedAt })
    }
    if (event.type === 'RefundPaid') paid.add(event.data.refundId)
    if (event.type === 'RefundPaymentWithdrawn') {
      const { refundId } = event.data
      const duty = duties.get(refundId)
      if (duty !== undefined) duties.set(refundId, { ...duty, owedSince: recordedAt })
      paid.delete(refundId)
    }
  }
  return [...duties.values()].filter(({ refundId }) => !paid.has(refundId))
}

/** Whether this request, if it stands, is about that duty. */
export const isAbout = ({ created_at }: Pick<Wish, 'created_at'>, { owedSince }: CreditDuty) =>
  created_at.getTime() >= owedSince.getTime()

/** When a request was made; both ends are included. */
export type ChosenWithin = { from: Date; until: Date }

/**
 * When the buyer chose the credit by which this refund was said to be paid, and was not: the newest
 * such payment counts. Null: it was paid otherwise, or no cancelled raffle owes it.
 */
export function withdrawnChoice(
  facts: readonly OrderFact[],
  refundId: string,
): ChosenWithin | null {
  const ended = facts.findLastIndex(
    ({ event }) => event.type === 'RefundPaymentWithdrawn' && event.data.refundId === refundId,
  )
  const before = facts.slice(0, Math.max(ended, 0))
  const paid = before.findLastIndex(
    ({ event }) => event.type === 'RefundPaid' && event.data.refundId === refundId,
  )
  const payment = before[paid]
  if (payment?.event.type !== 'RefundPaid' || payment.event.data.method !== 'credit') return null
  const duty = creditDuties(before.slice(0, paid)).find((owed) => owed.refundId === refundId)
  return duty === undefined ? null : { from: duty.owedSince, until: payment.recordedAt }
}

/** By which the buyer keeps it; one that is declined or withdrawn does not stand. */
export function choiceOf<Asked extends Wish>(
  duty: CreditDuty,
  requests: readonly Asked[],
): Asked | undefined {
  return requests.find(
    (asked) =>
      asked.kind === 'credit' &&
      (asked.state === 'open' || asked.state === 'accepted') &&
      isAbout(asked, duty),
  )
}

/** Until when he may choose; null: there is nothing to choose about. */
export function choiceUntil(facts: readonly OrderFact[], requests: readonly Wish[]): Date | null {
  const open = creditDuties(facts).filter((duty) => choiceOf(duty, requests) === undefined)
  if (open.length === 0) return null
  const newest = new Date(Math.max(...open.map(({ dueAt }) => dueAt.getTime())))
  return new Date(creditChoiceUntil(newest.toISOString()))
}
