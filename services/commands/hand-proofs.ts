// Rows that staff's commands write before their facts: the proof of money taken or given back by
// hand. A row belongs to the command that wrote it while that is at work, and afterwards to its
// fact. What is left of a command that came to nothing may be written over by the next one.
import type { OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import type { Queryable } from '../io/database.ts'
import { requireInTime } from './claimed-request.ts'
import type { OrderDesk } from './order-desk.ts'

/** No command is at work for longer: one that has made no fact by then is dead. */
const AT_WORK_SECONDS = 60
/** A log that is away is tried for up to 44 s after this was asked (`claimed-request.ts`). */
const DECIDED_WITHIN_MS = 15_000

/** A row as it stood when it was read; what is written over it names `writtenAt`. */
export type Standing = { writtenAt: string; isFree: boolean }

/** Columns: may it be written over, as far as it can be told without the facts? */
export const isFree = (isSame: string) => `
  created_at::text as "writtenAt",
  (created_at < clock_now() - interval '${AT_WORK_SECONDS} seconds' or ${isSame}) as "isFree"`

/** Money of this order is being taken: its fact may be recorded yet. */
export async function isHandAtWork(database: Queryable, orderId: OrderId): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'hand_at_work',
    text: `
      select from manual_payments
       where order_id = $1
         and created_at >= clock_now() - interval '${AT_WORK_SECONDS} seconds'`,
    values: [orderId],
  })
  return rowCount === 1
}

/** `startedAt`: before its row was written. Whoever is slower than that records no fact. */
export const requireHandInTime = (desk: Pick<OrderDesk, 'now'>, startedAt: Date): void =>
  requireInTime(desk, startedAt, DECIDED_WITHIN_MS)

export const atWork = () =>
  new Rejection(
    'edit_conflict',
    'Somebody else is at work on this order. Please look at it again in a moment.',
  )
