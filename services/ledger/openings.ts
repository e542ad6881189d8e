// Openings of commitments: salt and text behind the tickets of a raffle, for an auditor who may see
// them. With the evidence bundle they prove who held which ticket and for what order; without it
// they prove nothing. What was erased says so and opens nothing.
import type { RaffleId } from '#events/kernel/ids.ts'
import type { Opening } from '#events/verify/needs.ts'

import type { Queryable } from '../io/database.ts'
import { logIdOf } from './public-logs.ts'

export type OpeningsWanted = {
  raffleId: RaffleId
  /** Ticket numbers, both included: every sale that has one of them. */
  first: number
  last: number
  /** False: of the orders alone, which name nobody. */
  hasHolders: boolean
}

type Row = {
  position: string
  first: number
  order_salt: Buffer | null
  order_text: string | null
  holder_salt: Buffer | null
  holder_text: string | null
}

const SALES_PER_PAGE = 2_000

/** In the order of the numbers, page by page. */
export async function* openingPages(
  database: Queryable,
  { raffleId, first, last, hasHolders }: OpeningsWanted,
): AsyncGenerator<Opening[]> {
  let after = 0
  for (;;) {
    const { rows } = await database.query<Row>({
      name: 'openings_page',
      text: `
        select position, first, order_salt, order_text, holder_salt, holder_text
          from issues
         where log_id = $1
           and first > $2
           and first <= $4
           and last >= $3
         order by first
         limit ${SALES_PER_PAGE}`,
      values: [logIdOf(raffleId), after, first, last],
    })
    if (rows.length > 0) yield rows.map((row) => openingOf(row, hasHolders))
    if (rows.length < SALES_PER_PAGE) return
    after = rows.at(-1)?.first ?? last
  }
}

const openingOf = (row: Row, hasHolder: boolean): Opening => ({
  index: Number(row.position) - 1,
  holderSalt: (hasHolder && row.holder_salt?.toString('hex')) || null,
  holderText: hasHolder ? row.holder_text : null,
  orderSalt: row.order_salt?.toString('hex') ?? null,
  orderText: row.order_text,
})
