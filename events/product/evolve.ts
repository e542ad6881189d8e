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
}

export type Product = { readonly status: 'none' } | ListedProduct | { readonly status: 'removed' }

export const initialProduct: Product = { status: 'none' }

/** Never refuses: the event is already a fact. */
export function evolveProduct(state: Product, { type, data }: ProductEvent): Product {
  if (type === 'ProductListed')
    return { status: 'listed', fields: data, raffleId: null, variants: [] }
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
      }
    default:
      return unreachable(type)
  }
}
