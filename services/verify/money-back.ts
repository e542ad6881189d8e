// Numbers of a cancelled raffle are worth nothing: what was paid for them is owed back. The rule
// stands here a second time. Checks I4 of such raffles.
import type { OrderEvent } from '#events/order/events.ts'

import { broken } from './audit.ts'
import type { Audit } from './audit.ts'

/** So long after its end the many orders of a raffle may still be on their way to their duties. */
const SETTLING_MS = 30 * 60_000

/** The ids of those whose orders must be settled by now. */
export async function cancelledRaffles(audit: Audit): Promise<ReadonlySet<string>> {
  const { rows } = await audit.tx.query<{ log_id: string; recorded_at: Date }>(
    `select log_id, recorded_at from events
      where leaf is not null and type <> 'TicketsIssued' and type = 'RaffleCancelled'`,
  )
  const settled = rows.filter(
    (row) => audit.now.getTime() - row.recorded_at.getTime() > SETTLING_MS,
  )
  return new Set(settled.map(({ log_id }) => log_id.slice('raffle/'.length)))
}

type Walked = { orderId: string; facts: readonly OrderEvent[] }
type Known = { issued: ReadonlyMap<string, unknown>; cancelled: ReadonlySet<string> }

/** A line has its own duty, unless the whole order is cancelled or nothing of its money is left. */
export function checkMoneyBack(audit: Audit, order: Walked, { issued, cancelled }: Known): void {
  const { orderId, facts } = order
  const [placed] = facts
  if (cancelled.size === 0 || placed?.type !== 'OrderPlaced') return
  const { isCancelled, leftCents, refunded } = moneyOf(facts)
  for (const { lineId, raffleId, unitPriceCents } of placed.data.lines) {
    if (raffleId === null || !cancelled.has(raffleId) || !issued.has(lineId)) continue
    audit.examined('I4')
    const isOwed = !isCancelled && leftCents > 0 && unitPriceCents > 0
    if (!isOwed || refunded.has(lineId)) continue
    const name = `order ${orderId}, line ${lineId}`
    broken(audit, 'I4', `${name}: raffle ${raffleId} was cancelled, nobody owes its money back`)
  }
}

/** A cancelled order keeps nothing of its sale, also when a duty to give it back was withdrawn. */
export function checkMoneyKept(audit: Audit, { orderId, facts }: Walked): void {
  const { isCancelled, leftCents } = moneyOf(facts)
  if (isCancelled && leftCents !== 0)
    broken(audit, 'I7', `order ${orderId}: cancelled, and keeps ${leftCents} cents`)
}

/** What is left of the sale, and which lines have a duty of their own (null: one has none). */
export function moneyOf(facts: readonly OrderEvent[]) {
  const refunded = new Set<string | null>()
  const lineOf = new Map<string, string | null>()
  let leftCents = 0
  let isCancelled = false
  for (const { type, data } of facts) {
    if (type === 'OrderCancelled') isCancelled = true
    if (type === 'PaymentConfirmed' && data.sale !== null) {
      isCancelled = false
      leftCents += data.amountCents
    }
    if (type === 'RefundWithdrawn') {
      refunded.delete(lineOf.get(data.refundId) ?? null)
      // What was never paid takes its payment with it.
      const isUndone = data.reason === 'mistake' && !isSurplus(data.cause)
      if (isUndone) leftCents += data.amountCents
    }
    if (type !== 'RefundDue') continue
    refunded.add(data.lineId)
    lineOf.set(data.refundId, data.lineId)
    if (!isSurplus(data.cause)) leftCents -= data.amountCents
  }
  return { isCancelled, leftCents, refunded }
}

/** Money that came on top, and never was the order's. */
export const isSurplus = (cause: string) =>
  cause === 'paid_late' || cause === 'paid_twice' || cause === 'mismatch'
