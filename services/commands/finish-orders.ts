// Orders that no provider watches (taken at the counter, or free) and may be paid without having
// their tickets: the row says so before the fact is written, and is cleared when there is nothing
// to do, unless it was marked anew since it was read. So are those that are cancelled, or of which
// a line came back, while a raffle is halted, and those with a line that was refused its tickets,
// which another process may have been given.
//
// A mark stands before its fact: of an order that is not paid it stays for as long as somebody may
// be at work on it, who may yet record the fact and die. An order that is not there yet may come
// for as long as its purchase is open: the sweep closes that a minute after the claim's end, when
// whoever had it is dead (`claimed-request.ts`), and takes the mark along. Money by hand is
// recorded within a minute of the row that is written before its mark, or not at all
// (`hand-proofs.ts`).
import { orderIdSchema } from '#events/kernel/ids.ts'
import type { OrderId } from '#events/kernel/ids.ts'
import type { Order } from '#events/order/decide.ts'

import { stillOccupies } from './cancel-order.ts'
import { isOpen } from './claimed-request.ts'
import { finished } from './finish-due.ts'
import { isHandAtWork } from './hand-proofs.ts'
import { inTurns } from './in-turns.ts'
import { finishOrder, isFinished, linesOwed, takeBackRefused } from './issue-tickets.ts'
import type { OrderDesk } from './order-desk.ts'

const PAGE = 100

/**
 * One page; how many were looked at. One that fails, or waits for a halted raffle, is looked at
 * again in 20 s, behind everybody who is due by then.
 */
export async function finishUnfinished(desk: OrderDesk): Promise<number> {
  const { rows } = await desk.database.query<{ order_id: string; due_at: string }>({
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
      returning order_id, finish_due_at::text as due_at`,
  })
  await inTurns(rows, async ({ order_id, due_at: dueAt }) => {
    const orderId = orderIdSchema.parse(order_id)
    if (!(await isSomethingLeft(desk, orderId))) await finished(desk, { orderId, dueAt })
  })
  return rows.length
}

/**
 * Nothing of one that is not paid, when whoever may have been paying it is dead. Something is left
 * of an order with a line that was refused just now: another process, which had read the order
 * before, may be giving numbers to it, and die. Once more, then.
 */
async function isSomethingLeft(desk: OrderDesk, orderId: OrderId): Promise<boolean> {
  if (await stillOccupies(desk, orderId)) return true
  // Another process may have paid or cancelled it since it was read here.
  const { order: before } = await desk.orders.load(orderId, { fresh: true })
  if (mayBePaidYet(before)) return isBeingPaid(desk, orderId, before)
  const after = await finishOrder(desk, orderId)
  if (after === null) return false
  return (
    linesOwed(after).length > 0 ||
    (await takeBackRefused(desk, orderId, after)) ||
    (linesOwed(before).length > 0 && !isFinished(after))
  )
}

/** Late money may revive one that has expired. */
const mayBePaidYet = (order: Order): boolean =>
  order.status === 'none' || order.status === 'pending' || order.cancelReason === 'expired'

/** Asked when the mark has been read: whoever had set it had written these rows before. */
const isBeingPaid = ({ database }: OrderDesk, orderId: OrderId, { status }: Order) =>
  status === 'none' ? isOpen(database, orderId) : isHandAtWork(database, orderId)
