import { expect, it } from 'vitest'

import { adminEn } from '../../lib/text/admin-en.ts'
import { catalogueEn } from '../../lib/text/admin-catalogue-en.ts'
import { newProduct, productErrors, productFormData } from './product-form.ts'
import { isFree, newVariant, variantErrors, variantFormData } from './variant-form.ts'

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

it('needs a picture of a new product', () =>
  expect(productErrors(filled, { hasImage: false, words })).toHaveProperty('image'))

it('a variant needs a name and a SKU, and its adjustment is an amount with a sign', () => {
  expect(Object.keys(variantErrors(newVariant, words))).toEqual(['name', 'sku'])
  const named = { ...newVariant, name: 'Red', sku: 'N-1' }
  for (const priceAdjustment of ['0', '', '-2.50', '+3', '2.5'])
    expect(variantErrors({ ...named, priceAdjustment }, words)).toEqual({})
  expect(variantErrors({ ...named, priceAdjustment: '2.505' }, words)).toHaveProperty(
    'priceAdjustment',
  )
  expect(variantFormData({ ...named, priceAdjustment: '' }, null).get('priceAdjustment')).toBe('0')
})

it('sees that a variant would cost nothing', () => {
  expect(isFree('10.50', { ...newVariant, priceAdjustment: '-10.5' })).toBe(true)
  expect(isFree('10.50', { ...newVariant, priceAdjustment: '-10' })).toBe(false)
  expect(isFree('10.50', { ...newVariant, priceAdjustment: '-' })).toBe(false)
})
