// The mark beside an order that somebody has to come back to: `finishUnfinished` does.
import type { OrderId } from '#events/kernel/ids.ts'

import type { OrderDesk } from './order-desk.ts'

type Desk = Pick<OrderDesk, 'database'>

/** `dueAt`: as PostgreSQL writes it, to the microsecond. By it the mark is known again. */
export type Mark = { orderId: OrderId; dueAt: string }

/**
 * Written before money is recorded that no payment attempt stands for, and for a cancelled order
 * that cannot give back yet what it occupies; also where numbers that were given to a refused line
 * are to become void. Null: the order has no row any more (erased).
 */
export async function expectToFinish({ database }: Desk, orderId: OrderId): Promise<Mark | null> {
  const { rows } = await database.query<{ due_at: string }>({
    name: 'expect_to_finish',
    text: `
      update order_contacts
         set finish_due_at = clock_now() + interval '20 seconds'
       where order_id = $1
      returning finish_due_at::text as due_at`,
    values: [orderId],
  })
  const [row] = rows
  return row === undefined ? null : { orderId, dueAt: row.due_at }
}

/**
 * For what whoever comes back to the order finds again: a mark that stands is enough, and stays
 * the one that he has read.
 */
export async function expectUnlessMarked({ database }: Desk, orderId: OrderId): Promise<void> {
  await database.query({
    name: 'expect_unless_marked',
    text: `
      update order_contacts
         set finish_due_at = clock_now() + interval '20 seconds'
       where order_id = $1 and finish_due_at is null`,
    values: [orderId],
  })
}

/** Nothing is left to do. A mark that was set since this one stays, for somebody has begun. */
export async function finished({ database }: Desk, { orderId, dueAt }: Mark): Promise<void> {
  await database.query({
    name: 'order_finished',
    text: `
      update order_contacts
         set finish_due_at = null
       where order_id = $1 and finish_due_at = $2::timestamptz`,
    values: [orderId, dueAt],
  })
}
