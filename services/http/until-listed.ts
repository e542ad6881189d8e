// The list that staff ask for next has what they have just done: waits for the read model, a second
// at most. When the projectors are behind, the answer is right all the same.
import type { OrderId } from '#events/kernel/ids.ts'

import type { OrderDesk } from '../commands/order-desk.ts'
import { sleep } from '../io/timers.ts'

const TRIES_MAX = 40
const PAUSE_MS = 25

export async function untilListed(
  { database, orders }: Pick<OrderDesk, 'database' | 'orders'>,
  orderId: OrderId,
): Promise<void> {
  const { version } = await orders.load(orderId)
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    if (tries > 0) await sleep(PAUSE_MS)
    const { rows } = await database.query<{ version: number }>({
      name: 'order listed',
      text: 'select version from order_status where order_id = $1',
      values: [orderId],
    })
    if ((rows[0]?.version ?? 0) >= version) return
  }
}
