// What a cancelled raffle owes goes back as money, unless its buyer chooses to keep it as store
// credit: by a request of his own, in time (answers 64). A choice is about what was owed when it
// was made; about what comes later he chooses anew.
import type { OrderEvent } from '#events/order/events.ts'
import { creditChoiceUntil } from '#events/order/refund.ts'

import type { Recorded } from '../event-store/types.ts'

export type OrderFact = Pick<Recorded<OrderEvent>, 'event' | 'recordedAt'>

/** A request at the order, of whatever kind. */
export type Wish = { kind: string; state: string; created_at: Date }

export type CreditDuty = { refundId: string; dueAt: Date }

/** Those that are not paid yet. */
export function creditDuties(facts: readonly OrderFact[]): CreditDuty[] {
  const duties = new Map<string, CreditDuty>()
  const paid = new Map<string, CreditDuty>()
  for (const { event, recordedAt } of facts) {
    if (event.type === 'RefundDue' && event.data.cause === 'raffle_cancelled') {
      const { refundId } = event.data
      duties.set(refundId, { refundId, dueAt: recordedAt })
    }
    if (event.type === 'RefundPaid') move(event.data.refundId, duties, paid)
    if (event.type === 'RefundPaymentWithdrawn') move(event.data.refundId, paid, duties)
  }
  return [...duties.values()]
}

type Duties = Map<string, CreditDuty>

function move(refundId: string, from: Duties, to: Duties): void {
  const duty = from.get(refundId)
  if (duty === undefined) return
  from.delete(refundId)
  to.set(refundId, duty)
}

/** Whether this request, if it stands, is about that duty. */
export const isAbout = ({ created_at }: Pick<Wish, 'created_at'>, { dueAt }: CreditDuty) =>
  created_at.getTime() >= dueAt.getTime()

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
