import { describe, expect, it } from 'vitest'

import type { OrderId } from '#events/kernel/ids.ts'
import type { ShelfRow } from '#projections/product-shelf/queries.ts'
import type { BoardRow } from '#projections/raffle-board/queries.ts'

import { newId } from '../ids.ts'
import { capOnShelf as cap, carOnBoard as raffle } from '../testing/catalogue-rows.ts'
import {
  centsOf,
  moneyOf,
  pricePurchase,
  requireExpectedTickets,
  requireExpectedTotal,
} from './price-purchase.ts'

const now = '2026-11-21T08:00:00.000Z'
const variant = {
  variantId: newId<string>(),
  name: 'Large',
  sku: 'L',
  priceAdjustmentCents: -150,
  image: null,
  stock: null,
}

const orderId = newId<OrderId>()
const price = ({
  product = cap,
  board = raffle,
  quantity = 2,
  variantId,
  shippingMethod = 'pickup',
}: {
  product?: ShelfRow
  board?: BoardRow
  quantity?: number
  variantId?: string
  shippingMethod?: 'pickup' | 'delivery'
} = {}) =>
  pricePurchase(
    { product: () => product, raffle: () => board },
    {
      orderId,
      items: [{ productId: product.productId, quantity, variantId }],
      shippingMethod,
      now,
    },
  )

describe('a cart', () => {
  it('costs what the shop says, and five dollars for delivery', () => {
    expect(price()).toMatchObject({ subtotalCents: 2_000, totalCents: 2_000, totalTickets: 6 })
    expect(price({ shippingMethod: 'delivery' })).toMatchObject({ totalCents: 2_500 })
  })

  it('names the same lines when it is priced again for the same order', () =>
    expect(price().lines[0]?.lineId).toBe(price().lines[0]?.lineId))

  it('takes the price of the variant', () => {
    const product = { ...cap, variants: [variant] }

    expect(price({ product, variantId: variant.variantId })).toMatchObject({
      totalCents: 1_700,
      lines: [{ variantName: 'Large', unitPriceCents: 850 }],
    })
    expect(() => price({ product })).toThrow('Please choose a variant')
  })

  it('of goods brings no tickets and belongs to no raffle', () =>
    expect(price({ product: { ...cap, raffleId: null } })).toMatchObject({
      totalTickets: 0,
      lines: [{ raffleId: null, ticketsPerUnit: 0 }],
    }))

  it('of what is sold without entry is goods, whatever became of the raffle', () => {
    const product = { ...cap, sellsWithoutEntry: true }
    for (const board of [raffle, { ...raffle, status: 'cancelled' as const }])
      expect(price({ product, board })).toMatchObject({
        totalCents: 2_000,
        totalTickets: 0,
        lines: [{ raffleId: null, raffleName: null, prizeValueCents: null, ticketsPerUnit: 0 }],
      })
  })

  it.each([
    ['raffle_ended', { closesAt: now }],
    ['raffle_ended', { status: 'cancelled' }],
    ['raffle_ended', { closedCause: 'ended' }],
    ['tickets_left', { closedCause: 'soldOut' }],
    ['raffle_not_open', { opensAt: '2026-11-22T00:00:00.000Z' }],
  ] as const)('is refused as %s', (code, change) =>
    expect(() => price({ board: { ...raffle, ...change } })).toThrow(
      expect.objectContaining({ code }),
    ),
  )

  it.each([{ isActive: false }, { isRemoved: true }])('with %o is refused', (change) =>
    expect(() => price({ product: { ...cap, ...change } })).toThrow(
      expect.objectContaining({ code: 'product_unavailable' }),
    ),
  )
})

describe('what the buyer was shown', () => {
  it.each(['20.00', '20', '20.0'])('is the same amount as %s', (shown) =>
    expect(() => requireExpectedTotal(price(), shown)).not.toThrow(),
  )

  it('and is no more comes back with the new lines', () =>
    expect(() => requireExpectedTotal(price(), '19.99')).toThrow(
      expect.objectContaining({
        code: 'price_changed',
        details: expect.objectContaining({
          total: '20.00',
          lines: [expect.objectContaining({ price: '10.00', subtotal: '20.00', tickets: 6 })],
        }),
      }),
    ))
})

it('tickets that were shown are the tickets that come, or the new lines say so', () => {
  expect(() => requireExpectedTickets(price(), 6)).not.toThrow()
  const product = { ...cap, sellsWithoutEntry: true }
  expect(() => requireExpectedTickets(price({ product }), 6)).toThrow(
    expect.objectContaining({
      code: 'tickets_changed',
      details: { total: '20.00', lines: [expect.objectContaining({ quantity: 2, tickets: 0 })] },
    }),
  )
})

it('money goes out and comes in without a float', () => {
  for (const cents of [0, 5, 10, 99, 100, 1_250, 9_999_999])
    expect(centsOf(moneyOf(cents))).toBe(cents)
})
