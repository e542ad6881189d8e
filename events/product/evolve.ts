// What the facts of a product mean.
import { assert, unreachable } from '../kernel/assert.ts'
import type { RaffleId } from '../kernel/ids.ts'

import type { ProductEvent } from './events.ts'

export type ProductFields = Extract<ProductEvent, { type: 'ProductListed' }>['data']
export type Variant = Extract<ProductEvent, { type: 'VariantAdded' }>['data']

export type ListedProduct = {
  readonly status: 'listed'
  readonly fields: ProductFields
  readonly raffleId: RaffleId | null
  /** In the order they were added. */
  readonly variants: readonly Variant[]
  /** By variant: of those whose pieces are counted. */
  readonly stocks: Readonly<Record<string, CountedStock>>
}

/** `counted`: all pieces that ever came less those that were lost; what was sold is among them. */
export type CountedStock = { readonly counted: number; readonly lowAt: number }

export type Product = { readonly status: 'none' } | ListedProduct | { readonly status: 'removed' }

export const initialProduct: Product = { status: 'none' }

/** Never refuses: the event is already a fact. */
export function evolveProduct(state: Product, { type, data }: ProductEvent): Product {
  if (type === 'ProductListed')
    return { status: 'listed', fields: data, raffleId: null, variants: [], stocks: {} }
  assert(state.status === 'listed', `${type} on a product that is ${state.status}`)

  switch (type) {
    case 'ProductRevised':
      return { ...state, fields: data }
    case 'ProductLinked':
      return { ...state, raffleId: data.raffleId }
    case 'ProductUnlinked':
      return { ...state, raffleId: null }
    case 'ProductRemoved':
      return { status: 'removed' }
    case 'VariantAdded':
      return { ...state, variants: [...state.variants, data] }
    case 'VariantRevised':
      return {
        ...state,
        variants: state.variants.map((variant) =>
          variant.variantId === data.variantId ? data : variant,
        ),
      }
    case 'VariantRemoved':
      return {
        ...state,
        variants: state.variants.filter(({ variantId }) => variantId !== data.variantId),
        stocks: without(state.stocks, data.variantId),
      }
    case 'StockTracked': {
      const counted = state.stocks[data.variantId]?.counted ?? 0
      const stock = { counted, lowAt: data.lowAt }
      return { ...state, stocks: { ...state.stocks, [data.variantId]: stock } }
    }
    case 'StockAdjusted': {
      const known = state.stocks[data.variantId]
      assert(known !== undefined, 'pieces are counted only of what is tracked')
      const stock = { ...known, counted: data.counted }
      return { ...state, stocks: { ...state.stocks, [data.variantId]: stock } }
    }
    case 'StockUntracked':
      return { ...state, stocks: without(state.stocks, data.variantId) }
    default:
      return unreachable(type)
  }
}

const without = (stocks: ListedProduct['stocks'], variantId: string): ListedProduct['stocks'] =>
  Object.fromEntries(Object.entries(stocks).filter(([id]) => id !== variantId))
