// The list that staff ask for next has what they have just done: waits for the read model, a second
// at most. When the projectors are behind, the answer is right all the same.
import type { OrderId } from '#events/kernel/ids.ts'

import type { OrderDesk } from '../commands/order-desk.ts'
import type { Queryable } from '../io/database.ts'
import { sleep } from '../io/timers.ts'

const TRIES_MAX = 40
const PAUSE_MS = 25

export async function untilListed(
  { database, orders }: Pick<OrderDesk, 'database' | 'orders'>,
  orderId: OrderId,
): Promise<void> {
  const { version, order } = await orders.load(orderId)
  // The tickets of a cancelled order are void in their raffles' own logs by now.
  const grants = order.status === 'cancelled' ? order.grants : []
  const heads = await headsOf(
    database,
    grants.map(({ raffleId }) => `raffle/${raffleId}`),
  )
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    if (tries > 0) await sleep(PAUSE_MS)
    const isThere = await isListed(database, { orderId, version })
    if (isThere && (await areVoidsListed(database, heads))) return
  }
}

type Listed = { orderId: OrderId; version: number }

async function isListed(database: Queryable, { orderId, version }: Listed): Promise<boolean> {
  const { rows } = await database.query<{ version: number }>({
    name: 'order listed',
    text: 'select version from order_status where order_id = $1',
    values: [orderId],
  })
  return (rows[0]?.version ?? 0) >= version
}

type Head = { log_id: string; head: number }

async function headsOf(database: Queryable, logIds: readonly string[]): Promise<Head[]> {
  if (logIds.length === 0) return []
  const { rows } = await database.query<Head>({
    name: 'heads of logs',
    text: 'select log_id, head from logs where log_id = any($1)',
    values: [logIds],
  })
  return rows
}

async function areVoidsListed(database: Queryable, heads: readonly Head[]): Promise<boolean> {
  if (heads.length === 0) return true
  const { rows } = await database.query({
    name: 'voids listed',
    text: `
    select from unnest($1::text[], $2::bigint[]) as wanted (log_id, head)
     where not exists (
       select from projections as checkpoint
         join projection_builds as builds using (name, version, generation)
        where builds.status = 'live'
          and checkpoint.name = 'ticket-register'
          and checkpoint.log_id = wanted.log_id
          and checkpoint.position >= wanted.head
     )`,
    values: [heads.map(({ log_id }) => log_id), heads.map(({ head }) => head)],
  })
  return rows.length === 0
}
