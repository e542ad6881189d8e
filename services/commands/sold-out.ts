// Whether a raffle has a ticket left for whoever comes now, once somebody has been told that it has
// none. In a rush most of the crowd comes after the last one is reserved, while those who hold it
// still pay: who is told at once, by one read for all who ask in that moment, writes no row of
// an order, waits for no writer and is in nobody's way.
import * as z from 'zod/mini'

import type { ProductId, RaffleId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import type { Queryable } from '../io/database.ts'
import { openRowBatcher } from './row-batcher.ts'

/** A product may have fewer tickets than its raffle: none of its own is nobody else's business. */
export type Sought = { raffleId: RaffleId; productId: ProductId }

export type SoldOut = {
  /** What a raffle's writer has refused; only that none at all is left is kept in mind. */
  note: (refusal: Rejection) => void
  /** False where nobody was refused, without asking; else as it is now. */
  isSoldOut: (sought: Sought) => Promise<boolean>
  close: () => Promise<void>
}

const REMEMBERED_MAX = 1_000

export function openSoldOut(database: Queryable): SoldOut {
  const refused = new Set<string>()
  const reads = openRowBatcher<string, boolean>({
    name: 'read whether tickets are left',
    run: (keys) => readSoldOut(database, keys),
  })

  return {
    note(refusal) {
      const sought = soughtOf(refusal)
      if (sought === null) return
      refused.add(keyOf(sought))
      const [oldest] = refused.size > REMEMBERED_MAX ? refused : []
      if (oldest !== undefined) refused.delete(oldest)
    },
    async isSoldOut(sought) {
      const key = keyOf(sought)
      if (!refused.has(key)) return false
      const isSoldOut = await reads.add(key)
      if (!isSoldOut) refused.delete(key)
      return isSoldOut
    },
    close: reads.close,
  }
}

const keyOf = ({ raffleId, productId }: Sought) => `raffle/${raffleId} ${productId}`

/** `holdTickets` names the raffle and the product. */
function soughtOf({ code, details }: Rejection): Sought | null {
  const { available, raffleId, productId } = details
  if (code !== 'tickets_left' || available !== 0) return null
  return { raffleId, productId } as Sought // of the line that was refused
}

const ordinalRow = z.object({ ordinal: z.int() })

/** Where a hold is past its end, its raffle's writer says whether that makes room. */
async function readSoldOut(database: Queryable, keys: readonly string[]): Promise<boolean[]> {
  const asked = [...new Set(keys)]
  const parts = asked.map((key) => key.split(' '))
  const { rows } = await database.query({
    name: 'sold_out',
    text: `
      select asked.ordinal::int as ordinal
        from unnest($1::text[], $2::uuid[]) with ordinality as asked (log_id, product_id, ordinal)
        join raffle_state as raffle using (log_id)
        join raffle_products as product using (log_id, product_id)
       where (raffle.issued + raffle.held >= raffle.cap
              or product.issued + product.held >= product.tickets_max)
         and not exists (
           select
             from holds
            where holds.log_id = asked.log_id
              and holds.expires_at <= (select clock_now())
         )
       order by asked.ordinal`,
    values: [parts.map(([logId]) => logId), parts.map(([, productId]) => productId)],
  })
  const soldOut = new Set(rows.map((row) => asked[ordinalRow.parse(row).ordinal - 1]))
  return keys.map((key) => soldOut.has(key))
}
