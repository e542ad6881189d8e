// The mark beside an order that somebody has to come back to: `finishUnfinished` does.
import type { OrderId } from '#events/kernel/ids.ts'

import type { OrderDesk } from './order-desk.ts'

type Desk = Pick<OrderDesk, 'database'>

/**
 * Written before money is recorded that no payment attempt stands for, and for a cancelled order
 * that cannot give back yet what it occupies; also where numbers that were given to a refused line
 * are to become void. False: the order has no row any more (erased).
 */
export async function expectToFinish({ database }: Desk, orderId: OrderId): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'expect_to_finish',
    text: `
      update order_contacts
         set finish_due_at = clock_now() + interval '20 seconds'
       where order_id = $1`,
    values: [orderId],
  })
  return rowCount === 1
}

export async function finished({ database }: Desk, orderId: OrderId): Promise<void> {
  await database.query({
    name: 'order_finished',
    text: 'update order_contacts set finish_due_at = null where order_id = $1',
    values: [orderId],
  })
}

/**
 * Nobody is paying it. `dueAt`: as the mark was read; one that was set since then stays, for
 * somebody has begun.
 */
export async function notBegun(
  { database }: Desk,
  { orderId, dueAt }: { orderId: OrderId; dueAt: Date },
): Promise<void> {
  await database.query({
    name: 'order_not_begun',
    text: `
      update order_contacts
         set finish_due_at = null
       where order_id = $1 and finish_due_at = $2`,
    values: [orderId, dueAt],
  })
}
