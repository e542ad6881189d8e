// Orders that no provider watches (taken at the counter, or free) and may be paid without having
// their tickets: the row says so before the fact is written, and is cleared when there is nothing
// to do. So are those that are cancelled, or of which a line came back, while a raffle is halted,
// and those with a line that was refused its tickets, which another process may have been given.
import { orderIdSchema } from '#events/kernel/ids.ts'
import type { OrderId } from '#events/kernel/ids.ts'

import { stillOccupies } from './cancel-order.ts'
import { finished } from './finish-due.ts'
import { inTurns } from './in-turns.ts'
import { finishOrder, isFinished, linesOwed, takeBackRefused } from './issue-tickets.ts'
import type { OrderDesk } from './order-desk.ts'

const PAGE = 100

/**
 * One page; how many were looked at. One that fails, or waits for a halted raffle, is looked at
 * again in 20 s, behind everybody who is due by then.
 */
export async function finishUnfinished(desk: OrderDesk): Promise<number> {
  const { rows } = await desk.database.query<{ order_id: string }>({
    name: 'orders_unfinished',
    text: `
      update order_contacts
         set finish_due_at = clock_now() + interval '20 seconds'
       where order_id in (
               select order_id
                 from order_contacts
                where finish_due_at <= (select clock_now())
                order by finish_due_at
                limit ${PAGE}
                  for update skip locked
             )
      returning order_id`,
  })
  await inTurns(rows, async ({ order_id }) => {
    const orderId = orderIdSchema.parse(order_id)
    if (!(await isWaiting(desk, orderId))) await finished(desk, orderId)
  })
  return rows.length
}

/**
 * Also of one with a line that was refused just now: another process, which had read the order
 * before, may be giving numbers to it, and die. Once more, then.
 */
async function isWaiting(desk: OrderDesk, orderId: OrderId): Promise<boolean> {
  if (await stillOccupies(desk, orderId)) return true
  // Another process may have paid or cancelled it since it was read here.
  const { order: before } = await desk.orders.load(orderId, { fresh: true })
  const after = await finishOrder(desk, orderId)
  if (after === null) return false
  if (linesOwed(after).length > 0 || (await takeBackRefused(desk, orderId, after))) return true
  return linesOwed(before).length > 0 && !isFinished(after)
}
