// Goods that are counted: how many pieces of a variant there are, sales aside. What is sold and
// reserved is known only to the rows that sell (`services/commands/stock.ts`): whoever takes pieces
// away has asked them first.
import type { OrderId, VariantId } from '../kernel/ids.ts'
import { Rejection } from '../kernel/rejection.ts'

import type { ProductEvent, StockReason } from './events.ts'
import type { CountedStock, ListedProduct } from './evolve.ts'

export type StockCommand =
  | { type: 'TrackStock'; variantId: VariantId; lowAt: number }
  | {
      type: 'AdjustStock'
      variantId: VariantId
      changeId: string
      /** Pieces, signed. */
      change: number
      reason: StockReason
      /** Where they came back from, when an order was cancelled. */
      orderId?: OrderId
    }
  | { type: 'StopStock'; variantId: VariantId }

type Of<Type extends StockCommand['type']> = Extract<StockCommand, { type: Type }>

export const piecesMax = 1_000_000
export const lowAtDefault = 5

export function trackStock(
  state: ListedProduct,
  { variantId, lowAt }: Of<'TrackStock'>,
): ProductEvent[] {
  const sku = skuOf(state, variantId)
  if (state.stocks[variantId]?.lowAt === lowAt) return []
  return [{ type: 'StockTracked', data: { variantId, sku, lowAt } }]
}

export function adjustStock(
  state: ListedProduct,
  { variantId, changeId, change, reason, orderId }: Of<'AdjustStock'>,
): ProductEvent[] {
  const { counted } = trackedOf(state, variantId)
  if (change === 0) return []
  const after = counted + change
  if (after < 0)
    throw new Rejection('stock_short', `Only ${counted} pieces were ever counted`, {
      available: counted,
    })
  if (after > piecesMax)
    throw new Rejection('invalid_request', `At most ${piecesMax} pieces`, { field: 'stock' })
  return [
    {
      type: 'StockAdjusted',
      data: {
        variantId,
        sku: skuOf(state, variantId),
        changeId,
        change,
        counted: after,
        reason,
        ...(orderId !== undefined && { orderId }),
      },
    },
  ]
}

export function stopStock(state: ListedProduct, { variantId }: Of<'StopStock'>): ProductEvent[] {
  if (state.stocks[variantId] === undefined) return []
  return [{ type: 'StockUntracked', data: { variantId, sku: skuOf(state, variantId) } }]
}

function trackedOf(state: ListedProduct, variantId: VariantId): CountedStock {
  const stock = state.stocks[variantId]
  if (stock !== undefined) return stock
  throw new Rejection('stock_not_tracked', 'The pieces of this variant are not counted')
}

function skuOf({ variants }: ListedProduct, variantId: VariantId): string {
  const variant = variants.find((known) => known.variantId === variantId)
  if (variant !== undefined) return variant.sku
  throw new Rejection('not_found', 'There is no such variant')
}
