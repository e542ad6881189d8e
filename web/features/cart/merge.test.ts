import { expect, it } from 'vitest'

import type { CartLine } from './cart.ts'
import { changesOf, mergeCarts } from './merge.ts'

const line = (id: string, quantity: number, price = '10.00'): CartLine => ({
  id,
  name: id,
  price,
  image: null,
  tickets: 1,
  quantity,
  prizeName: null,
  prizeImage: null,
  variantId: null,
  variantName: null,
})

it('keeps what is in either, and the greater number of what is in both', () =>
  expect(
    mergeCarts([line('oil', 2), line('soap', 1)], [line('soap', 3), line('tea', 1)]).map(
      ({ id, quantity }) => [id, quantity],
    ),
  ).toEqual([
    ['oil', 2],
    ['soap', 3],
    ['tea', 1],
  ]))

it('takes the price of the shop', () =>
  expect(mergeCarts([line('oil', 2)], [line('oil', 1, '12.00')])[0]?.price).toBe('12.00'))

it('names what costs another price and what is not sold any more', () =>
  expect(
    changesOf(
      [line('oil', 2), line('soap', 1), line('tea', 1)],
      [line('oil', 2, '12.00'), line('tea', 1)],
    ),
  ).toEqual({ repriced: ['oil'], gone: ['soap'] }))
