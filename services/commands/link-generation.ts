// Which links open an order: those that were signed since its phone was last corrected. A link goes
// to whoever has the phone, so it ends with it (docs/decisions/0035); the pickup code is made of
// it.
import type { OrderId } from '#events/kernel/ids.ts'
import type { OrderEvent } from '#events/order/events.ts'

import type { EventStore } from '../event-store/types.ts'
import type { Queryable } from '../io/database.ts'
import type { LinkedOrder } from './order-link.ts'
import type { ContactRow } from './purchase-rows.ts'

const CORRECTED = 'HolderCorrected' satisfies OrderEvent['type']

/** Of all facts of an order, or of those that have just been recorded: 0 or more. */
export const correctionsIn = (facts: readonly { type: string }[]): number =>
  facts.filter(({ type }) => type === CORRECTED).length

/**
 * What is sent to the phone of this row. `generation`: by the facts, read before the row. While a
 * correction is recorded and its row not written, the old phone gets a link of before, which opens
 * nothing any more.
 */
export const linkedOf = (
  { order_id: orderId, link_generation: own }: Pick<ContactRow, 'order_id' | 'link_generation'>,
  generation: number,
): LinkedOrder => ({ orderId, generation: own ?? generation })

export const isCorrection = (type: string): boolean => type === CORRECTED

/**
 * `$1` the log, `$2` the stream: a number. One probe of the index of streams, which the order and
 * `leaf is null` name; a dozen facts at most, whose words are not read.
 */
export const countCorrections = `(
  select count(*)::int
    from (select type
            from events
           where log_id = $1
             and stream_id = $2 collate "C"
             and leaf is null
           order by stream_version
          offset 0) as facts
   where type = '${CORRECTED}')`

/** As it is recorded now, whatever a process remembers of the order; 0 where there is none. */
export async function generationOf(
  { database, store }: { database: Queryable; store: Pick<EventStore, 'logOf'> },
  orderId: OrderId,
): Promise<number> {
  const streamId = `order/${orderId}`
  const { rows } = await database.query<{ generation: number }>({
    name: 'link_generation',
    text: `select ${countCorrections} as generation`,
    values: [store.logOf(streamId), streamId],
  })
  return rows[0]?.generation ?? 0
}
