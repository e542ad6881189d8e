import { afterEach, expect, it } from 'vitest'

import { ask, askOne } from '#services/io/ask.ts'
import type { TestDatabase } from '#services/testing/database.ts'
import {
  idOf,
  line,
  order,
  productIdOf,
  productListed,
  projected,
  rafflePublished,
  raffleIdOf,
} from '#services/testing/story.ts'

import { listShelf, listShelfPage, shelfById, shelfByRaffle, shelfCount } from './queries.ts'

let db: TestDatabase
afterEach(() => db.drop())

const stream = `product/${productIdOf(1)}`

it('sold tickets are those granted to its lines, over all orders, without the voided', async () => {
  const lines = [
    line(1, { product: 1, raffle: 1, quantity: 3 }),
    line(2, { product: 2, raffle: 1, quantity: 2 }),
    line(3, { product: 1, raffle: 1, quantity: 1 }),
  ] as const
  const first = order(1, { lines: [lines[0], lines[1]] })
  const second = order(2, { lines: [lines[2]] })
  db = await projected([
    ...rafflePublished(1),
    ...productListed(1, 1),
    ...productListed(2, 1),
    first.placed(),
    second.placed(),
    ...first.granted(lines[0], 1, 6),
    ...first.granted(lines[1], 7, 10),
    ...second.granted(lines[2], 11, 12),
    {
      stream: `raffle/${raffleIdOf(1)}`,
      // Across the border of two lines of different products.
      event: {
        type: 'TicketsVoided',
        data: {
          ranges: [
            [5, 8],
            [12, 12],
          ],
          reason: 'returned',
        },
      },
    },
  ])

  const shelf = await ask(db.database, listShelf())
  expect(shelf.map((one) => [one.name, one.soldTickets, one.raffleName])).toEqual([
    ['Product 1', 8 - 3, 'Raffle 1'],
    ['Product 2', 4 - 2, 'Raffle 1'],
  ])
})

it('a product keeps what was last said of it and of its variants', async () => {
  const variantId = idOf<NonNullable<ReturnType<typeof line>['variantId']> & never>('e', 1)
  const variant = { variantId, name: 'Blue', sku: 'B', priceAdjustmentCents: -50, image: null }
  const other = { ...variant, variantId: idOf<typeof variantId>('e', 2), name: 'Red', sku: 'R' }
  const revised = {
    name: 'Mug',
    description: '',
    priceCents: 990,
    currency: 'USD' as const,
    image: 'm.webp',
    ticketsPerUnit: 3,
    ticketsMax: 30,
    isActive: false,
  }
  db = await projected([
    ...rafflePublished(1),
    ...productListed(1, 1),
    { stream, event: { type: 'VariantAdded', data: variant } },
    { stream, event: { type: 'VariantAdded', data: other } },
    { stream, event: { type: 'VariantRevised', data: { ...variant, name: 'Navy' } } },
    { stream, event: { type: 'VariantRemoved', data: { variantId: other.variantId } } },
    { stream, event: { type: 'ProductRevised', data: { ...revised, sellsWithoutEntry: true } } },
    { stream, event: { type: 'ProductRevised', data: revised } },
    { stream, event: { type: 'ProductUnlinked', data: { raffleId: raffleIdOf(1) } } },
  ])

  expect(await askOne(db.database, shelfById(productIdOf(1)))).toEqual({
    productId: productIdOf(1),
    name: 'Mug',
    description: '',
    priceCents: 990,
    image: 'm.webp',
    ticketsPerUnit: 3,
    ticketsMax: 30,
    soldTickets: 0,
    raffleId: null,
    raffleName: null,
    isActive: false,
    sellsWithoutEntry: false,
    isRemoved: false,
    listedAt: '2026-03-01T10:00:02.000Z',
    version: 9,
    variants: [{ ...variant, name: 'Navy', stock: null }],
  })
})

it('a removed product is on no list, but old orders still find it', async () => {
  db = await projected([
    ...rafflePublished(1),
    ...productListed(1, 1),
    ...productListed(2, 1),
    { stream, event: { type: 'ProductRemoved', data: {} } },
  ])

  const names = async (query: ReturnType<typeof listShelf>) =>
    (await ask(db.database, query)).map(({ name }) => name)
  expect(await names(listShelf())).toEqual(['Product 2'])
  expect(await names(shelfByRaffle(raffleIdOf(1)))).toEqual(['Product 2'])
  expect(await names(listShelfPage({ limit: 20, offset: 0 }))).toEqual(['Product 2'])
  expect(await ask(db.database, shelfCount())).toEqual([1])
  expect((await askOne(db.database, shelfById(productIdOf(1))))?.isRemoved).toBe(true)
})
