// Orders and draws are kept for RETENTION_YEARS (docs/operate.md, What is kept for how long). Facts
// and ticket numbers stay for ever, and name nobody; what lies beside an order and does is erased
// when its time is over. Not by a sweep: how long the law asks is for a person to say, and what is
// gone does not come back.
import type { Database, Queryable } from '../io/database.ts'
import { eraseOrders } from './erase-orders.ts'

const ORDERS_PER_PAGE = 500

const old = `
  from order_contacts
 where created_at < (select clock_now()) - make_interval(years => $1)`

export async function countOldOrders(
  database: Queryable,
  { years }: { years: number },
): Promise<{ due: number; oldest: Date | null }> {
  const { rows } = await database.query<{ due: number; oldest: Date | null }>(
    `select count(*)::int as due, min(created_at) as oldest ${old}`,
    [years],
  )
  return rows[0] ?? { due: 0, oldest: null }
}

/** Page by page, each in its own transaction. */
export async function eraseOldOrders(
  database: Database,
  { years, progress = () => {} }: { years: number; progress?: (orders: number) => void },
): Promise<number> {
  let erased = 0
  for (;;) {
    const { rows } = await database.query<{ order_id: string }>(
      `select order_id ${old} order by created_at limit ${ORDERS_PER_PAGE}`,
      [years],
    )
    if (rows.length === 0) return erased
    const orderIds = rows.map(({ order_id }) => order_id)
    await database.transaction((tx) => eraseOrders(tx, { orderIds, personId: null }))
    erased += orderIds.length
    progress(erased)
  }
}
