// Orders that no provider watches (taken at the counter, or free) and may be paid without having
// their tickets: the row says so before the fact is written, and is cleared when there is nothing
// to do.
import { orderIdSchema } from '#events/kernel/ids.ts'
import type { OrderId } from '#events/kernel/ids.ts'

import { inTurns } from './in-turns.ts'
import { finishOrder } from './issue-tickets.ts'
import type { OrderDesk } from './order-desk.ts'

const PAGE = 100

/** Written before money is recorded that no payment attempt stands for. */
export async function expectToFinish(desk: OrderDesk, orderId: OrderId): Promise<void> {
  await desk.database.query({
    name: 'expect_to_finish',
    text: `
      update order_contacts
         set finish_due_at = clock_now() + interval '20 seconds'
       where order_id = $1`,
    values: [orderId],
  })
}

/** One page; how many were looked at. One that fails is looked at again in 20 s. */
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
    await finishOrder(desk, orderId)
    await finished(desk, orderId)
  })
  return rows.length
}

export async function finished(desk: OrderDesk, orderId: OrderId): Promise<void> {
  await desk.database.query({
    name: 'order_finished',
    text: 'update order_contacts set finish_due_at = null where order_id = $1',
    values: [orderId],
  })
}
