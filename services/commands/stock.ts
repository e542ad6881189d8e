// Staff say how many pieces of a variant there are: a count, a delivery, a loss, a return. The fact
// says it for ever; the row of the variant sells by it. Where pieces become fewer the row comes
// first, where they become more it comes second, so that whatever is cut short can only sell too
// few, never a piece that is not there; `repair-stock.ts` puts the rest right.
import type { ProductId, VariantId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import type { ProductCommand } from '#events/product/decide.ts'
import type { StockReason } from '#events/product/events.ts'
import { lowAtDefault } from '#events/product/stock.ts'

import { newId } from '../ids.ts'
import type { Queryable } from '../io/database.ts'
import type { Actor } from './audit.ts'
import { readProduct, record } from './product.ts'
import type { ProductNeeds, ProductNow } from './product.ts'
import { changeStock } from './stock-rows.ts'
import type { StockChange } from './stock-rows.ts'
import { dropStock, openStock, piecesOf, stockOfVariant } from './stock-table.ts'

export type StockWanted = {
  /** In hand and not sold, the reserved ones among them; null: not counted any more. */
  pieces?: number | null | undefined
  /** Staff are warned when no more than this are left. */
  lowAt?: number | undefined
  /** What they were when the form was opened; others are refused. */
  piecesSeen?: number | undefined
  /** Names the count, where whoever asks may ask again. */
  changeId?: string | undefined
}

type Of = { productId: ProductId; variantId: VariantId; actor: Actor }

/** What a form says: the number that was counted. Left out: as it is. */
export async function setStock(
  needs: ProductNeeds,
  { wanted, ...of }: Of & { wanted: StockWanted },
): Promise<ProductNow | null> {
  const { productId, variantId } = of
  const now = await readProduct(needs, productId)
  const known = now.product.stocks[variantId]
  if (wanted.pieces === undefined && (known === undefined || wanted.lowAt === undefined))
    return null
  if (wanted.pieces === null) return known === undefined ? null : stopStock(needs, of)

  const lowAt = wanted.lowAt ?? known?.lowAt ?? lowAtDefault
  const tracked = known?.lowAt === lowAt ? null : await track(needs, { ...of, lowAt })
  if (wanted.pieces === undefined) return tracked
  const pieces = piecesOf(await stockOfVariant(needs.database, variantId))
  if (wanted.piecesSeen !== undefined && known !== undefined && pieces !== wanted.piecesSeen)
    throw new Rejection('stock_changed', `${pieces} pieces are there now. Please look again.`, {
      available: pieces,
    })
  const change = wanted.pieces - pieces
  if (change === 0) return tracked
  const { changeId = newId<string>() } = wanted
  return adjustStock(needs, { ...of, change, reason: 'counted', note: null, changeId })
}

/** The rows first: from then on the shop counts. */
async function track(
  needs: ProductNeeds,
  { productId, variantId, actor, lowAt }: Of & { lowAt: number },
): Promise<ProductNow> {
  await openStock(needs.database, { productId, variantId, lowAt })
  return record(needs, {
    productId,
    actor,
    act: 'count pieces',
    commands: () => [{ type: 'TrackStock', variantId, lowAt }],
  })
}

/** What a new variant brings: its facts are recorded with it, its row is there before them. */
export function firstStock(
  variantId: VariantId,
  { pieces, lowAt = lowAtDefault, changeId = newId<string>() }: StockWanted,
) {
  if (pieces === undefined || pieces === null) return null
  const commands: ProductCommand[] = [
    { type: 'TrackStock', variantId, lowAt },
    { type: 'AdjustStock', variantId, changeId, change: pieces, reason: 'counted' },
  ]
  return {
    commands,
    open: (database: Queryable, productId: ProductId) =>
      openStock(database, { productId, variantId, lowAt }),
    fill: async (database: Queryable) => {
      if (pieces > 0)
        await changeStock(database, [{ act: 'count', variantId, changeId, change: pieces }])
    },
  }
}

export async function adjustStock(
  needs: ProductNeeds,
  {
    productId,
    variantId,
    actor,
    change,
    reason,
    note,
    changeId = newId<string>(),
  }: Of & { change: number; reason: StockReason; note: string | null; changeId?: string },
): Promise<ProductNow> {
  const { database } = needs
  requireTracked((await readProduct(needs, productId)).product.stocks[variantId])
  const counting: StockChange = { act: 'count', variantId, changeId, change }
  if (change < 0) await requireRoom(database, counting)
  let now: ProductNow
  try {
    now = await record(needs, {
      productId,
      actor,
      act: 'adjust pieces',
      note,
      commands: () => [{ type: 'AdjustStock', variantId, changeId, change, reason }],
    })
  } catch (error) {
    // Only a refusal is certain: after anything else the fact may be there.
    if (error instanceof Rejection && change < 0)
      await changeStock(database, [{ act: 'uncount', variantId, changeId }])
    throw error
  }
  if (change > 0) await changeStock(database, [counting])
  return now
}

async function requireRoom(database: Queryable, counting: StockChange): Promise<void> {
  const [answer] = await changeStock(database, [counting])
  if (answer?.kind !== 'short') return
  const { available } = answer
  throw new Rejection(
    'stock_short',
    `Only ${available} pieces are free; the others are sold or reserved`,
    { available },
  )
}

function requireTracked(stock: object | undefined): void {
  if (stock === undefined)
    throw new Rejection('stock_not_tracked', 'The pieces of this variant are not counted')
}

/** The fact first: until the row is gone the shop still counts. */
async function stopStock(needs: ProductNeeds, { productId, variantId, actor }: Of) {
  const now = await record(needs, {
    productId,
    actor,
    act: 'count no pieces',
    commands: () => [{ type: 'StopStock', variantId }],
  })
  await dropStock(needs.database, variantId)
  return now
}
