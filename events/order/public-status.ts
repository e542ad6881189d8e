// What the public reads of an order. `paid` means that the buyer has what was promised: every line
// has its tickets or a refund duty. The providers' own words stand beside it.
import {
  isSurplusCause,
  linesToSettle,
  linesWithoutDuty,
  saleLeftCents,
  ticketsOfLine,
  type OnlineMethod,
  type OrderAttempt,
  type PlacedOrder,
} from './evolve.ts'

export type PublicStatus = {
  status: 'pending' | 'paid' | 'completed' | 'cancelled'
  whishPayStatus: 'pending' | 'success' | 'failed' | null
  montyPayStatus: 'pending' | 'settled' | 'success' | 'decline' | 'failed' | null
  /** `due` while any refund of more than nothing is still to be paid. */
  refundStatus: 'due' | 'paid' | null
}

export function publicStatus(order: PlacedOrder): PublicStatus {
  const status = statusOf(order)
  return {
    status,
    whishPayStatus: whishStatus(order, status),
    montyPayStatus: montyStatus(order, status),
    refundStatus: refundStatus(order),
  }
}

function statusOf(order: PlacedOrder): PublicStatus['status'] {
  if (order.status !== 'paid') return order.status
  if (linesToSettle(order).length > 0) return 'pending'
  return isWhollyRefunded(order) && !isGoodsOnly(order) ? 'cancelled' : 'paid'
}

/**
 * The last of its money went back by decision of staff when its registers were sealed: its tickets
 * are valid (docs/raffle-rules.md, rule 4), and it must not look as if they were void. Of an order
 * that is settled.
 */
function isGoodsOnly(order: PlacedOrder): boolean {
  const last = order.refunds.findLast(({ cause }) => !isSurplusCause(cause))
  return last?.cause === 'staff' && linesWithoutDuty(order).length > 0
}

/** Nothing of the sale is left with us: there is nothing to hand over, only a refund. */
export function isWhollyRefunded(order: PlacedOrder): boolean {
  if (order.totalCents > 0) return saleLeftCents(order) === 0
  const withTickets = order.lines.filter((line) => ticketsOfLine(line) > 0)
  return withTickets.length > 0 && order.grants.length === 0
}

function whishStatus(
  order: PlacedOrder,
  status: PublicStatus['status'],
): PublicStatus['whishPayStatus'] {
  const attempt = decisiveAttempt(order, 'whishpay')
  if (attempt === null) return order.paymentMethod === 'whishpay' ? 'pending' : null
  if (attempt.state === 'paid') return status === 'cancelled' ? 'failed' : 'success'
  return attempt.state === 'declined' ? 'failed' : 'pending'
}

function montyStatus(
  order: PlacedOrder,
  status: PublicStatus['status'],
): PublicStatus['montyPayStatus'] {
  const attempt = decisiveAttempt(order, 'montypay')
  if (attempt === null) return order.paymentMethod === 'montypay' ? 'pending' : null
  if (attempt.state === 'paid') {
    if (status === 'cancelled') return 'failed'
    return attempt.providerStatus === 'success' ? 'success' : 'settled'
  }
  if (attempt.state !== 'declined') return 'pending'
  return attempt.providerStatus === 'failed' ? 'failed' : 'decline'
}

/**
 * A success stands; otherwise the newest attempt speaks. On a cancelled order the callers above
 * turn a success into a failure: the payment page believes a provider's success, and a buyer whose
 * money goes back must not read that the purchase succeeded.
 */
function decisiveAttempt(order: PlacedOrder, method: OnlineMethod): OrderAttempt | null {
  const attempts = order.attempts.filter((attempt) => attempt.method === method)
  return attempts.find(({ state }) => state === 'paid') ?? attempts.at(-1) ?? null
}

/** Of a line that cost nothing, or of whose money nothing was left, nothing goes back. */
function refundStatus({ refunds }: PlacedOrder): PublicStatus['refundStatus'] {
  const owed = refunds.filter(({ amountCents }) => amountCents > 0)
  if (owed.length === 0) return null
  return owed.every(({ isPaid }) => isPaid) ? 'paid' : 'due'
}
