// What may happen next to a product and its variants. A price that changes is a price for new
// orders: those that are placed carry their own copy. SKUs are unique in the whole shop, which only
// a table can tell; here they are unique within the product.
import { unreachable } from '../kernel/assert.ts'
import type { Decider } from '../kernel/decider.ts'
import type { RaffleId, VariantId } from '../kernel/ids.ts'
import { requireUnitPrice } from '../kernel/money.ts'
import { Rejection } from '../kernel/rejection.ts'

import type { ProductEvent } from './events.ts'
import { adjustStock, stopStock, trackStock, type StockCommand } from './stock.ts'
import {
  evolveProduct,
  initialProduct,
  type ListedProduct,
  type Product,
  type ProductFields,
  type Variant,
} from './evolve.ts'

export type { ListedProduct, Product, ProductFields, Variant } from './evolve.ts'

export type ProductCommand =
  | { type: 'ListProduct'; fields: ProductFields }
  /** `used`: tickets sold and held of this product; its total cannot fall below. */
  | { type: 'ReviseProduct'; fields: ProductFields; used: number }
  | { type: 'LinkProduct'; raffleId: RaffleId }
  | { type: 'UnlinkProduct' }
  | { type: 'RemoveProduct'; hasOrders: boolean }
  | { type: 'AddVariant'; variant: Variant }
  | { type: 'ReviseVariant'; variant: Variant }
  | { type: 'RemoveVariant'; variantId: VariantId; hasOrders: boolean }
  | StockCommand

/** Bounds of the state. */
export const variantsMax = 100

function decideProduct(command: ProductCommand, state: Product): ProductEvent[] {
  if (command.type === 'ListProduct') return listProduct(command.fields, state)
  if (command.type === 'RemoveProduct' && state.status === 'removed') return []
  if (state.status !== 'listed') throw new Rejection('not_found', 'There is no such product')

  switch (command.type) {
    case 'ReviseProduct':
      return reviseProduct(state, command)
    case 'LinkProduct':
      if (state.raffleId === command.raffleId) return []
      return [{ type: 'ProductLinked', data: { raffleId: command.raffleId } }]
    case 'UnlinkProduct':
      if (state.raffleId === null) return []
      return [{ type: 'ProductUnlinked', data: { raffleId: state.raffleId } }]
    case 'RemoveProduct':
      if (command.hasOrders) throw new Rejection('cannot_delete_product', 'Cannot delete product')
      return [{ type: 'ProductRemoved', data: {} }]
    case 'AddVariant':
      return addVariant(state, command.variant)
    case 'ReviseVariant':
      return reviseVariant(state, command.variant)
    case 'RemoveVariant':
      return removeVariant(state, command)
    case 'TrackStock':
      return trackStock(state, command)
    case 'AdjustStock':
      return adjustStock(state, command)
    case 'StopStock':
      return stopStock(state, command)
    default:
      return unreachable(command)
  }
}

export const productDecider: Decider<ProductCommand, Product, ProductEvent> = {
  initial: initialProduct,
  decide: decideProduct,
  evolve: evolveProduct,
}

function listProduct(fields: ProductFields, state: Product): ProductEvent[] {
  if (state.status !== 'none')
    throw new Rejection('already_listed', 'This product is already listed')
  requireUnitPrice(fields.priceCents)
  return [{ type: 'ProductListed', data: fields }]
}

function reviseProduct(
  state: ListedProduct,
  { fields, used }: { fields: ProductFields; used: number },
): ProductEvent[] {
  if (isSameFields(state.fields, fields)) return []
  requireUnitPrice(fields.priceCents)
  for (const variant of state.variants) requirePrice(fields, variant, 'price')
  if (fields.ticketsMax !== state.fields.ticketsMax && fields.ticketsMax < used)
    throw new Rejection(
      'below_sold_and_held',
      `${used} tickets of this product are sold or reserved; its total cannot be lower`,
      { used },
    )
  return [{ type: 'ProductRevised', data: fields }]
}

function addVariant(state: ListedProduct, variant: Variant): ProductEvent[] {
  const known = state.variants.find(({ variantId }) => variantId === variant.variantId)
  if (known !== undefined) {
    if (isSameVariant(known, variant)) return []
    throw new Rejection('already_listed', 'This variant is already listed')
  }
  if (state.variants.length >= variantsMax)
    throw new Rejection('invalid_request', `A product has at most ${variantsMax} variants`)
  requirePrice(state.fields, variant)
  requireFreeSku(state, variant)
  return [{ type: 'VariantAdded', data: variant }]
}

function reviseVariant(state: ListedProduct, variant: Variant): ProductEvent[] {
  const known = state.variants.find(({ variantId }) => variantId === variant.variantId)
  if (known === undefined) throw new Rejection('not_found', 'There is no such variant')
  if (isSameVariant(known, variant)) return []
  requirePrice(state.fields, variant)
  requireFreeSku(state, variant)
  return [{ type: 'VariantRevised', data: variant }]
}

function removeVariant(
  state: ListedProduct,
  { variantId, hasOrders }: { variantId: VariantId; hasOrders: boolean },
): ProductEvent[] {
  if (!state.variants.some((variant) => variant.variantId === variantId)) return []
  if (hasOrders) throw new Rejection('cannot_delete_variant', 'Cannot delete variant')
  return [{ type: 'VariantRemoved', data: { variantId } }]
}

/** The price a buyer would pay: 0.00 is allowed (the form warns), below it is refused. */
function requirePrice(fields: ProductFields, variant: Variant, path = 'priceAdjustment'): void {
  const cents = fields.priceCents + variant.priceAdjustmentCents
  if (cents < 0)
    throw new Rejection('price_below_zero', `The price of ${variant.name} would fall below 0.00`, {
      name: variant.name,
      fields: [{ path, message: 'brings the price below 0.00' }],
    })
  requireUnitPrice(cents, path)
}

function requireFreeSku(state: ListedProduct, { variantId, sku }: Variant): void {
  const isTaken = state.variants.some(
    (other) => other.variantId !== variantId && skuKey(other.sku) === skuKey(sku),
  )
  if (isTaken) throw new Rejection('sku_taken', `The SKU ${sku} is used by another variant`)
}

/** SKUs are compared without regard to case and outer spaces. */
export const skuKey = (sku: string): string => sku.trim().toLowerCase()

function isSameFields(a: ProductFields, b: ProductFields): boolean {
  return (
    a.name === b.name &&
    a.description === b.description &&
    a.priceCents === b.priceCents &&
    a.image === b.image &&
    a.ticketsPerUnit === b.ticketsPerUnit &&
    a.ticketsMax === b.ticketsMax &&
    a.isActive === b.isActive &&
    a.sellsWithoutEntry === b.sellsWithoutEntry
  )
}

function isSameVariant(a: Variant, b: Variant): boolean {
  return (
    a.name === b.name &&
    a.sku === b.sku &&
    a.priceAdjustmentCents === b.priceAdjustmentCents &&
    a.image === b.image
  )
}
