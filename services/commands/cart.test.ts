import { expect, it } from 'vitest'

import type { ShelfRow } from '#projections/product-shelf/queries.ts'
import type { BoardRow } from '#projections/raffle-board/queries.ts'

import { capOnShelf as cap, carOnBoard as raffle } from '../testing/catalogue-rows.ts'
import { soldLineOf } from './cart.ts'

const sold = ({ product = cap, board = raffle }: { product?: ShelfRow; board?: BoardRow } = {}) =>
  soldLineOf(
    { product: () => product, raffle: () => board },
    { productId: product.productId, variantId: null, quantity: 2 },
  )

it('a line of a raffle brings its tickets', () =>
  expect(sold()).toMatchObject({ price: '10.00', quantity: 2, tickets: 3, prizeName: 'A car' }))

it('a line of a raffle that is over is not sold any more', () =>
  expect(sold({ board: { ...raffle, status: 'completed' } })).toBeNull())

it.each(['active', 'completed', 'cancelled'] as const)(
  'what is sold without entry is goods while its raffle is %s',
  (status) =>
    expect(
      sold({ product: { ...cap, sellsWithoutEntry: true }, board: { ...raffle, status } }),
    ).toMatchObject({ price: '10.00', tickets: 0, prizeName: null, prizeImage: null }),
)

it('what is linked to no raffle any more brings no tickets', () =>
  expect(sold({ product: { ...cap, raffleId: null, raffleName: null } })).toMatchObject({
    tickets: 0,
    prizeName: null,
  }))
