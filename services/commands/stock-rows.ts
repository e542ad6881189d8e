// The rows that decide who gets the last piece (migration 0016): whatever is asked at once goes in
// one call of `change_stock`, which decides one after the other under the lock of the variants.
// Asked only for lines of goods that are counted; all others never come here.
import * as z from 'zod/mini'

import { variantIdSchema } from '#events/kernel/ids.ts'
import type { LineId, OrderId, VariantId } from '#events/kernel/ids.ts'

import type { Queryable } from '../io/database.ts'
import { openRowBatcher } from './row-batcher.ts'
import type { RowBatcher } from './row-batcher.ts'

export type StockLine = { lineId: LineId; variantId: VariantId; n: number }

export type StockChange =
  | { act: 'hold'; orderId: OrderId; lines: readonly StockLine[]; expiresAt: Date }
  /** `placedAt`: of the order; variants whose counting has begun since then are passed over. */
  | { act: 'take'; orderId: OrderId; lines: readonly StockLine[]; expiresAt: Date; placedAt: Date }
  /** `isDue`: only what nobody has extended meanwhile. */
  | { act: 'release'; lines: readonly StockLine[]; isDue: boolean }
  | { act: 'untake'; lines: readonly StockLine[] }
  /** `change`: pieces, signed; counted once under this name. 0: there are as many as said. */
  | { act: 'count'; variantId: VariantId; changeId: string; change: number }
  | { act: 'uncount'; variantId: VariantId; changeId: string }

export type StockAnswer =
  | { kind: 'ok' }
  | { kind: 'short'; variantId: VariantId; available: number }

export type StockRows = RowBatcher<StockChange, StockAnswer>

export const openStockRows = (database: Queryable): StockRows =>
  openRowBatcher({
    name: 'stock',
    run: (changes: readonly StockChange[]) => changeStock(database, changes),
  })

const answerRow = z.object({
  ordinal: z.int(),
  outcome: z.enum(['ok', 'short']),
  variant_id: z.nullable(variantIdSchema),
  available: z.nullable(z.int()),
})

/** All in one call, decided in their order. */
export async function changeStock(
  database: Queryable,
  changes: readonly StockChange[],
): Promise<StockAnswer[]> {
  const { rows } = await database.query({
    name: 'change_stock',
    text: 'select * from change_stock($1)',
    values: [JSON.stringify(changes.map((change, ordinal) => itemOf(change, ordinal)))],
  })
  const answers: StockAnswer[] = []
  for (const row of rows) {
    const { ordinal, outcome, variant_id, available } = answerRow.parse(row)
    answers[ordinal] =
      outcome === 'short' && variant_id !== null
        ? { kind: 'short', variantId: variant_id, available: available ?? 0 }
        : { kind: 'ok' }
  }
  return answers
}

function itemOf(change: StockChange, ordinal: number) {
  const { act } = change
  if (act === 'count' || act === 'uncount')
    return {
      ordinal,
      act,
      change_id: change.changeId,
      change: act === 'count' ? change.change : null,
      lines: [{ variant_id: change.variantId }],
    }
  return {
    ordinal,
    act,
    ...('orderId' in change && { order_id: change.orderId, expires_at: change.expiresAt }),
    ...(act === 'take' && { placed_at: change.placedAt }),
    ...(act === 'release' && { is_due: change.isDue }),
    lines: change.lines.map(({ lineId, variantId, n }) => ({
      line_id: lineId,
      variant_id: variantId,
      n,
    })),
  }
}
