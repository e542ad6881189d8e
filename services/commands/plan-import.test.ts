import { expect, it } from 'vitest'

import type { ShelfRow } from '#projections/product-shelf/queries.ts'

import { planImport } from './plan-import.ts'
import { readProductFile } from './product-file.ts'

/** 38 pieces in hand, two of them reserved; of the other variant nobody counts them. */
const mug: ShelfRow = {
  productId: '00000000-0000-4000-8000-000000000001',
  name: 'Mug',
  description: 'Blue',
  priceCents: 900,
  image: null,
  ticketsPerUnit: 0,
  ticketsMax: 0,
  soldTickets: 0,
  raffleId: null,
  raffleName: null,
  isActive: true,
  sellsWithoutEntry: false,
  isRemoved: false,
  listedAt: '2026-01-01T00:00:00.000Z',
  version: 3,
  variants: [
    variant('00000000-0000-4000-8000-00000000000a', 'M-1', { left: 36, held: 2 }),
    variant('00000000-0000-4000-8000-00000000000b', 'M-2', null),
  ],
}

function variant(variantId: string, sku: string, pieces: { left: number; held: number } | null) {
  const stock = pieces === null ? null : { ...pieces, taken: 4, lowAt: 5 }
  return { variantId, name: sku, sku, priceAdjustmentCents: 0, image: null, stock }
}

const planOf = (counts: string[], { wasCounted = false } = {}) =>
  planImport(readProductFile(['product,sku,stock', ...counts].join('\n')), {
    products: [mug],
    raffles: [],
    now: '2026-02-01T00:00:00.000Z',
    usedOf: () => 0,
    wasCounted: () => wasCounted,
    isRecount: false,
  })

it('counts what it has seen, and refuses itself where some were sold meanwhile', () => {
  const { steps, rightCounts } = planOf(['Mug,M-1,50', 'Mug,M-2,7'])
  expect(steps).toMatchObject([
    { sku: 'M-1', form: { stock: 50, stockSeen: 38 } },
    { sku: 'M-2', form: { stock: 7 } },
  ])
  expect(steps[1]).not.toHaveProperty('form.stockSeen')
  expect(rightCounts).toEqual([])
})

it('tells which counts are right already, the first time that the file says them', () => {
  const right = [{ variantId: mug.variants[0]?.variantId, sku: 'M-1' }]
  expect(planOf(['Mug,M-1,38'])).toMatchObject({ steps: [], unchanged: 2, rightCounts: right })
  expect(planOf(['Mug,M-1,38'], { wasCounted: true }).rightCounts).toEqual([])
})
