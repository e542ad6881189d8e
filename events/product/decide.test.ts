import { describe, expect, it } from 'vitest'

import { givenFor } from '../testing/given.ts'
import { raffleId, variantId } from '../testing/ids.ts'

import { productDecider, skuKey, variantsMax, type ProductFields, type Variant } from './decide.ts'
import type { ProductEvent } from './events.ts'

const given = givenFor(productDecider)
const fields: ProductFields = {
  name: 'Cedar mug',
  description: 'Holds three decilitres.',
  priceCents: 1250,
  currency: 'USD',
  image: null,
  ticketsPerUnit: 3,
  ticketsMax: 3000,
  isActive: true,
}
const listed: ProductEvent = { type: 'ProductListed', data: fields }
const linked: ProductEvent = { type: 'ProductLinked', data: { raffleId: raffleId(1) } }
const removed: ProductEvent = { type: 'ProductRemoved', data: {} }

it('tells article numbers apart by their letters, not by case and spaces around them', () => {
  expect(skuKey(' Mug-1 ')).toBe('mug-1')
  expect(skuKey('Maß-1')).not.toBe(skuKey('Mass-1')) // one in capitals
})

describe('a product', () => {
  it('is listed once', () => {
    given().when({ type: 'ListProduct', fields }).then(listed)
    given(listed).when({ type: 'ListProduct', fields }).thenRejected('already_listed')
  })

  it('is sold without entry from one revision to another', () => {
    const goods = {
      type: 'ProductRevised',
      data: { ...fields, sellsWithoutEntry: true },
    } as const satisfies ProductEvent
    const revise = (revised: ProductFields) =>
      ({ type: 'ReviseProduct', fields: revised, used: 0 }) as const
    given(listed).when(revise(goods.data)).then(goods)
    given(listed, goods).when(revise(goods.data)).thenNothing()
    given(listed, goods).when(revise(fields)).then({ type: 'ProductRevised', data: fields })
  })

  it('costs at most 99,999.99', () => {
    given()
      .when({ type: 'ListProduct', fields: { ...fields, priceCents: 10_000_000 } })
      .thenRejected('invalid_request', {
        fields: [{ path: 'price', message: 'brings the price above 99999.99' }],
      })
    given(listed)
      .when({ type: 'ReviseProduct', fields: { ...fields, priceCents: 10_000_000 }, used: 0 })
      .thenRejected('invalid_request')
  })

  it('is revised as a whole, and not at all when nothing changes', () => {
    const cheaper = { ...fields, priceCents: 1000 }
    given(listed)
      .when({ type: 'ReviseProduct', fields: cheaper, used: 0 })
      .then({ type: 'ProductRevised', data: cheaper })
    given(listed).when({ type: 'ReviseProduct', fields, used: 0 }).thenNothing()
  })

  it('keeps its total at or above what is sold and reserved', () => {
    const fewer = { ...fields, ticketsMax: 9 }
    given(listed)
      .when({ type: 'ReviseProduct', fields: fewer, used: 10 })
      .thenRejected('below_sold_and_held', { used: 10 })
    given(listed)
      .when({ type: 'ReviseProduct', fields: fewer, used: 9 })
      .then({ type: 'ProductRevised', data: fewer })
  })

  it('is linked to one raffle at a time', () => {
    given(listed)
      .when({ type: 'LinkProduct', raffleId: raffleId(1) })
      .then(linked)
    given(listed, linked)
      .when({ type: 'LinkProduct', raffleId: raffleId(1) })
      .thenNothing()
    given(listed, linked)
      .when({ type: 'UnlinkProduct' })
      .then({ type: 'ProductUnlinked', data: { raffleId: raffleId(1) } })
    given(listed).when({ type: 'UnlinkProduct' }).thenNothing()
  })

  it('is linked to another raffle without being unlinked first', () => {
    const elsewhere = { type: 'ProductLinked', data: { raffleId: raffleId(2) } } as const
    given(listed, linked)
      .when({ type: 'LinkProduct', raffleId: raffleId(2) })
      .then(elsewhere)
    given(listed, linked, elsewhere)
      .when({ type: 'UnlinkProduct' })
      .then({ type: 'ProductUnlinked', data: { raffleId: raffleId(2) } })
    given(listed, linked, { type: 'ProductUnlinked', data: { raffleId: raffleId(1) } })
      .when({ type: 'UnlinkProduct' })
      .thenNothing()
  })

  it.each([
    { name: 'Cedar cup' },
    { description: 'Holds four decilitres.' },
    { priceCents: 1251 },
    { image: 'images/0a1b/cedar-mug' },
    { ticketsPerUnit: 4 },
    { ticketsMax: 3001 },
    { isActive: false },
  ] satisfies Partial<ProductFields>[])('is revised when only this changes: %o', (change) => {
    const revised = { type: 'ProductRevised', data: { ...fields, ...change } } as const
    given(listed).when({ type: 'ReviseProduct', fields: revised.data, used: 0 }).then(revised)
    given(listed, revised)
      .when({ type: 'ReviseProduct', fields: revised.data, used: 0 })
      .thenNothing()
  })

  it('may be renamed while more is sold and reserved than its total', () => {
    const renamed = { ...fields, name: 'Cedar cup' }
    given(listed)
      .when({ type: 'ReviseProduct', fields: renamed, used: 3001 })
      .then({ type: 'ProductRevised', data: renamed })
  })

  it('is removed only without orders, and stays removed', () => {
    given(listed).when({ type: 'RemoveProduct', hasOrders: false }).then(removed)
    given(listed)
      .when({ type: 'RemoveProduct', hasOrders: true })
      .thenRejected('cannot_delete_product')
    given(listed, removed).when({ type: 'RemoveProduct', hasOrders: false }).thenNothing()
    given(listed, removed).when({ type: 'UnlinkProduct' }).thenRejected('not_found')
    given().when({ type: 'RemoveProduct', hasOrders: false }).thenRejected('not_found')
    given().when({ type: 'UnlinkProduct' }).thenRejected('not_found')
  })
})

describe('a variant', () => {
  it('is added once', () => {
    given(listed)
      .when(add(variant(1)))
      .then(added(variant(1)))
    given(listed, added(variant(1)))
      .when(add(variant(1)))
      .thenNothing()
  })

  it('may bring the price to 0.00, never below', () => {
    const free = variant(1, { priceAdjustmentCents: -1250 })
    given(listed).when(add(free)).then(added(free))
    given(listed)
      .when(add(variant(1, { priceAdjustmentCents: -1251 })))
      .thenRejected('price_below_zero', {
        name: free.name,
        fields: [{ path: 'priceAdjustment', message: 'brings the price below 0.00' }],
      })
  })

  it('holds the price of its product up', () =>
    given(listed, added(variant(1, { priceAdjustmentCents: -1000 })))
      .when({ type: 'ReviseProduct', fields: { ...fields, priceCents: 999 }, used: 0 })
      .thenRejected('price_below_zero', {
        name: variant(1).name,
        fields: [{ path: 'price', message: 'brings the price below 0.00' }],
      }))

  it('is another one under the same id only by a revision', () =>
    given(listed, added(variant(1)))
      .when(add(variant(1, { name: 'Green' })))
      .thenRejected('already_listed'))

  it('has at most 99 beside it', () => {
    const many = Array.from({ length: variantsMax }, (_, index) => added(variant(index + 1)))
    const last = variant(variantsMax)
    given(listed, ...many.slice(0, -1))
      .when(add(last))
      .then(added(last))
    given(listed, ...many)
      .when(add(variant(variantsMax + 1)))
      .thenRejected('invalid_request')
  })

  it('costs at most 99,999.99, however it came to its price', () => {
    const dearest = variant(1, { priceAdjustmentCents: 9_999_999 - 1250 })
    const dearer = variant(1, { priceAdjustmentCents: 9_999_999 - 1249 })
    given(listed).when(add(dearest)).then(added(dearest))
    const tooDear = {
      fields: [{ path: 'priceAdjustment', message: 'brings the price above 99999.99' }],
    }
    given(listed).when(add(dearer)).thenRejected('invalid_request', tooDear)
    given(listed, added(variant(1)))
      .when({ type: 'ReviseVariant', variant: dearer })
      .thenRejected('invalid_request', tooDear)
  })

  it.each([
    { name: 'Green' },
    { sku: 'MUG-9' },
    { priceAdjustmentCents: 5 },
    { image: 'images/0a1b/green' },
  ] satisfies Partial<Variant>[])('is revised when only this changes: %o', (change) => {
    const revised = variant(2, change)
    const both = [listed, added(variant(1)), added(variant(2))]
    given(...both)
      .when({ type: 'ReviseVariant', variant: revised })
      .then({ type: 'VariantRevised', data: revised })
    given(...both, { type: 'VariantRevised', data: revised })
      .when({ type: 'ReviseVariant', variant: revised })
      .thenNothing()
    given(...both, { type: 'VariantRevised', data: revised })
      .when({ type: 'ReviseVariant', variant: variant(1) })
      .thenNothing()
  })

  it('has a SKU of its own, whatever the case', () => {
    const twin = variant(2, { sku: ' mug-1 ' })
    given(listed, added(variant(1)))
      .when(add(twin))
      .thenRejected('sku_taken')
    given(listed, added(variant(1)), added(variant(2)))
      .when({ type: 'ReviseVariant', variant: twin })
      .thenRejected('sku_taken')
  })

  it('is revised, and not at all when nothing changes', () => {
    const green = variant(1, { name: 'Green' })
    given(listed, added(variant(1)))
      .when({ type: 'ReviseVariant', variant: green })
      .then({ type: 'VariantRevised', data: green })
    given(listed, added(variant(1)))
      .when({ type: 'ReviseVariant', variant: variant(1) })
      .thenNothing()
    given(listed).when({ type: 'ReviseVariant', variant: green }).thenRejected('not_found')
    given(listed, added(variant(1)))
      .when({ type: 'RemoveVariant', variantId: variantId(2), hasOrders: true })
      .thenNothing()
  })

  it('is removed only without orders', () => {
    const gone = { type: 'VariantRemoved', data: { variantId: variantId(1) } } as const
    given(listed, added(variant(1)))
      .when({ type: 'RemoveVariant', variantId: variantId(1), hasOrders: false })
      .then(gone)
    given(listed, added(variant(1)))
      .when({ type: 'RemoveVariant', variantId: variantId(1), hasOrders: true })
      .thenRejected('cannot_delete_variant')
    given(listed, added(variant(1)), gone)
      .when({ type: 'RemoveVariant', variantId: variantId(1), hasOrders: false })
      .thenNothing()
  })

  it('leaves its SKU free when it goes, and the others where they are', () => {
    const gone = { type: 'VariantRemoved', data: { variantId: variantId(1) } } as const
    const left = [listed, added(variant(1)), added(variant(2)), gone]
    const next = variant(3, { sku: 'MUG-1' })
    given(...left)
      .when(add(next))
      .then(added(next))
    given(...left)
      .when(add(variant(2)))
      .thenNothing()
  })
})

function variant(number: number, change: Partial<Variant> = {}): Variant {
  const names = { variantId: variantId(number), name: `Mug ${number}`, sku: `MUG-${number}` }
  return { ...names, priceAdjustmentCents: 0, image: null, ...change }
}

function add(each: Variant) {
  return { type: 'AddVariant', variant: each } as const
}

function added(data: Variant): ProductEvent {
  return { type: 'VariantAdded', data }
}
