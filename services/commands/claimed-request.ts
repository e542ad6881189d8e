// What a request may do about an order that it has claimed (`purchase-rows.ts`) and that is not
// there yet. Once its claim is over, another one with its key takes the order up, though the first
// may be at work still: neither undoes what the other counts on.
import type { OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import type { Queryable } from '../io/database.ts'
import type { OrderDesk } from './order-desk.ts'
import { CLAIM_SECONDS } from './purchase-rows.ts'

export type Claim = {
  /** Before the claim. */
  startedAt: Date
  /** Another request has begun it, and may be at work on it still. */
  isResumed: boolean
}

/**
 * The sweep takes a silent request for dead 60 s after its claim, and cleans up. A log that is away
 * is tried for up to 44 s after this was asked.
 */
const PLACED_WITHIN_MS = 20_000

/** `startedAt`: before the claim. Whoever is slower than that records no order. */
export function requireInTime(
  { now }: Pick<OrderDesk, 'now'>,
  startedAt: Date,
  withinMs = PLACED_WITHIN_MS,
): void {
  if (now().getTime() - startedAt.getTime() <= withinMs) return
  throw new Rejection('busy', 'This took too long. Please try again.', { retryAfterSeconds: 1 })
}

/** For as long as it takes to tidy up, too: half of the claim is left. */
export const isAlone = (
  { now }: Pick<OrderDesk, 'now'>,
  { isResumed, startedAt }: Claim,
): boolean => !isResumed && now().getTime() - startedAt.getTime() < (CLAIM_SECONDS / 2) * 1_000

/**
 * Of a request that is refused. What another one may be at work on stays as it is: it goes with the
 * sweep, when all of them are silent. Where the sweep was here already, nobody is.
 */
export async function mayGiveBack(
  { now, database }: Pick<OrderDesk, 'now' | 'database'>,
  { orderId, ...claim }: Claim & { orderId: OrderId },
): Promise<boolean> {
  return isAlone({ now }, claim) || !(await isOpen(database, orderId))
}

/** The sweep has not been here. */
export async function isOpen(database: Queryable, orderId: OrderId): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'purchase_is_open',
    text: 'select from purchases where order_id = $1',
    values: [orderId],
  })
  return rowCount !== 0
}
