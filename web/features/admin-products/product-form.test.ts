import { expect, it } from 'vitest'

import type { AdminVariant } from '#services/contract/admin-products.ts'

import { adminEn } from '../../lib/text/admin-en.ts'
import { catalogueEn } from '../../lib/text/admin-catalogue-en.ts'
import { freeAt, newProduct, productErrors, productFormData } from './product-form.ts'
import { stockChange } from './stock-form.ts'
import {
  fieldsOfVariant,
  isFree,
  newVariant,
  variantErrors,
  variantFormData,
} from './variant-form.ts'
import type { VariantFields } from './variant-form.ts'

const words = { admin: adminEn, catalogue: catalogueEn }
const filled = { ...newProduct, name: 'Notebook', description: 'Lined', price: '10.5' }

it('begins with the defaults of the specification', () =>
  expect(newProduct).toMatchObject({ tickets: '1', totalTickets: '100', active: '1' }))

it('may be sent when all is filled in; an empty link is sent as an empty string', () => {
  expect(productErrors(filled, { hasImage: true, words })).toEqual({})
  expect(productFormData(filled, null).get('raffleId')).toBe('')
})

it.each([
  [{ name: ' ' }, 'name'],
  [{ description: '' }, 'description'],
  [{ price: '' }, 'price'],
  [{ price: '1.999' }, 'price'],
  [{ price: '100000' }, 'price'],
  [{ tickets: '-1' }, 'tickets'],
  [{ totalTickets: 'many' }, 'totalTickets'],
])('names the field of %j', (change, field) =>
  expect(Object.keys(productErrors({ ...filled, ...change }, { hasImage: true, words }))).toEqual([
    field,
  ]),
)

it('knows what a price makes free', () => {
  const variants = [
    { name: 'Red', priceAdjustment: '2.50' },
    { name: 'Blue', priceAdjustment: '-4.00' },
  ] as AdminVariant[]
  expect(freeAt('0', [])).toBe(true)
  expect(freeAt('0.01', [])).toBe(null)
  expect(freeAt('', [])).toBe(null)
  expect(freeAt('4', variants)).toBe('Blue')
  expect(freeAt('4.01', variants)).toBe(null)
  expect(freeAt('0', variants)).toBe(null)
})

it('needs a picture of a new product', () =>
  expect(productErrors(filled, { hasImage: false, words })).toHaveProperty('image'))

it('a variant needs a name and a SKU, and its adjustment is an amount with a sign', () => {
  expect(Object.keys(variantErrors(newVariant, words))).toEqual(['name', 'sku'])
  const named = { ...newVariant, name: 'Red', sku: 'N-1' }
  for (const priceAdjustment of ['0', '', '-2.50', '−2.50', '+3', '2.5', '-٢٫٥'])
    expect(variantErrors({ ...named, priceAdjustment }, words)).toEqual({})
  expect(variantErrors({ ...named, priceAdjustment: '2.505' }, words)).toHaveProperty(
    'priceAdjustment',
  )
  const sent = (priceAdjustment: string) =>
    variantFormData({ ...named, priceAdjustment }, null).get('priceAdjustment')
  expect(['', '−٢٫٥', '+3'].map(sent)).toEqual(['0', '-2.5', '+3'])
})

it('sees that a variant would cost nothing', () => {
  expect(isFree('10.50', { ...newVariant, priceAdjustment: '-10.5' })).toBe(true)
  expect(isFree('10.50', { ...newVariant, priceAdjustment: '−10.5' })).toBe(true)
  expect(isFree('10.50', { ...newVariant, priceAdjustment: '-10' })).toBe(false)
  expect(isFree('10.50', { ...newVariant, priceAdjustment: '-' })).toBe(false)
})

it('sends a count only when somebody has counted, with what it was before', () => {
  const sent = (change: Partial<VariantFields>, edited: AdminVariant | null) => {
    const before = edited === null ? newVariant : fieldsOfVariant(edited)
    const form = variantFormData({ ...before, ...change }, null, edited)
    return ['stock', 'stockSeen', 'lowAt'].map((name) => form.get(name))
  }
  const counted: AdminVariant = {
    id: 'v',
    name: 'Red',
    sku: 'R',
    image: null,
    priceAdjustment: '0.00',
    stock: { pieces: 7, left: 6, held: 1, taken: 2, lowAt: 3 },
  }
  expect(sent({}, null)).toEqual([null, null, null])
  expect(sent({ stock: '40' }, null)).toEqual(['40', null, '5'])
  expect(sent({ name: 'Rouge' }, counted)).toEqual([null, null, null])
  expect(sent({ stock: '9' }, counted)).toEqual(['9', '7', '3'])
  expect(sent({ lowAt: '8' }, counted)).toEqual([null, null, '8'])
  expect(sent({ stock: '' }, counted)).toEqual(['', '7', null])
})

it.each([
  [{ reason: 'received', pieces: '12' }, 12],
  [{ reason: 'lost', pieces: '2' }, -2],
  [{ reason: 'counted', pieces: '-3' }, -3],
  [{ reason: 'counted', pieces: '−3' }, -3],
  [{ reason: 'counted', pieces: '-٣' }, -3],
  [{ reason: 'counted', pieces: '+3' }, 3],
  [{ reason: 'received', pieces: '١٢' }, 12],
  [{ reason: 'lost', pieces: '−2' }, undefined],
  [{ reason: 'lost', pieces: '-2' }, undefined],
  [{ reason: 'received', pieces: '0' }, undefined],
  [{ reason: 'returned', pieces: '1.5' }, undefined],
] as const)('a change of stock has the sign of what happened: %j', (fields, change) =>
  expect(stockChange({ note: ' ', ...fields })?.change).toBe(change),
)
