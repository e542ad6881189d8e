// Hears of every order that changes, whichever process changed it: reads on from the heads of the
// shop logs, a few times a second, however many browsers wait. What was answered about an order may
// then be kept until the order is named here.
import { orderIdOf } from '../commands/orders.ts'
import type { OrderListener } from '../commands/orders.ts'
import type { Queryable } from '../io/database.ts'
import { every } from '../io/timers.ts'

export type OrderFollower = {
  onChange: (listen: OrderListener) => () => void
  /** False while the logs cannot be read: then nothing may be kept on its word. */
  isCurrent: () => boolean
  stop: () => Promise<void>
}

export type OrderFollowerNeeds = {
  database: Queryable
  shopLogs: number
  failed: (error: unknown) => void
  everyMs?: number
  nowMs?: () => number
}

const EVERY_MS = 250
const CURRENT_MS = 1_000
const FACTS_PER_PAGE_MAX = 5_000

export async function followOrders(needs: OrderFollowerNeeds): Promise<OrderFollower> {
  const { database, shopLogs, failed, everyMs = EVERY_MS } = needs
  const nowMs = needs.nowMs ?? (() => performance.now())
  const logIds = Array.from({ length: shopLogs }, (_, k) => `shop/${k}`)
  const positions = await headsOf(database, logIds)
  const listeners = new Set<OrderListener>()
  let readAtMs = nowMs()

  async function read(): Promise<void> {
    const beganMs = nowMs()
    for (const logId of logIds) while ((await readPage(logId)) === FACTS_PER_PAGE_MAX);
    readAtMs = beganMs
  }

  async function readPage(logId: string): Promise<number> {
    const { rows } = await database.query<{ position: number; stream_id: string; type: string }>({
      name: 'follow_orders',
      text: `
        select position, stream_id, type
          from events
         where log_id = $1
           and position > $2
         order by position
         limit ${FACTS_PER_PAGE_MAX}`,
      values: [logId, positions.get(logId) ?? 0],
    })
    for (const [streamId, facts] of Map.groupBy(rows, ({ stream_id }) => stream_id)) {
      if (!streamId.startsWith('order/')) continue
      const types = facts.map(({ type }) => type)
      for (const listen of listeners) listen(orderIdOf(streamId), types)
    }
    const last = rows.at(-1)
    if (last !== undefined) positions.set(logId, last.position)
    return rows.length
  }

  const reading = every('follow orders', everyMs, read, failed)
  return {
    onChange(listen) {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    isCurrent: () => nowMs() - readAtMs < CURRENT_MS,
    stop: reading.stop,
  }
}

async function headsOf(database: Queryable, logIds: readonly string[]) {
  const { rows } = await database.query<{ log_id: string; head: number }>(
    'select log_id, head from logs where log_id = any($1)',
    [logIds],
  )
  return new Map(rows.map(({ log_id, head }) => [log_id, head]))
}
