import { expect, it } from 'vitest'

import * as cart from './cart.ts'
import type { CartLine } from './cart.ts'

it('raises the quantity when the same product and variant is added again', () => {
  const twice = cart.addLine(cart.addLine([], cap), cap)
  expect(twice).toEqual([{ ...cap, quantity: 2 }])
})

it('keeps another variant of a product as its own line', () =>
  expect(cart.addLine([cap], { ...cap, variantId: 'red' })).toHaveLength(2))

it('removes a line whose quantity falls to nothing', () =>
  expect(cart.setQuantity([cap, mug], cap, 0)).toEqual([mug]))

it('never takes more of a line than the shop sells at once', () =>
  expect(cart.setQuantity([cap], cap, 500)[0]?.quantity).toBe(100))

it('counts items, money and tickets', () => {
  const filled = [{ ...cap, quantity: 2 }, mug]
  expect(cart.itemCount(filled)).toBe(3)
  expect(cart.subtotalCents(filled)).toBe(2 * 1550 + 899)
  expect(cart.ticketCount(filled)).toBe(2 * 3 + 1)
})

it('takes over what a unit costs and brings today, of that line alone', () =>
  expect(cart.setTerms([cap, mug], cap, { price: '16.00', tickets: 0 })).toEqual([
    { ...cap, price: '16.00', tickets: 0 },
    mug,
  ]))

it('sums the entries of a prize over its lines and leaves out goods without tickets', () => {
  const goods = { ...mug, id: 'bag', tickets: 0, prizeName: null }
  const filled = [{ ...cap, quantity: 2 }, { ...mug, prizeName: 'Watch' }, goods]
  expect(cart.entriesByPrize(filled)).toEqual([{ prizeName: 'Watch', tickets: 7 }])
})

it('fits the lines of one raffle to the tickets that are left', () => {
  const filled = [{ ...cap, quantity: 4 }, mug]
  expect(cart.fitToTickets(filled, 'Watch', 7)).toEqual([{ ...cap, quantity: 2 }, mug])
  expect(cart.fitToTickets(filled, 'Watch', 2)).toEqual([mug])
})

const cap: CartLine = {
  id: 'cap',
  name: 'Cap',
  price: '15.50',
  image: null,
  tickets: 3,
  quantity: 1,
  prizeName: 'Watch',
  prizeImage: null,
  variantId: null,
  variantName: null,
}
const mug: CartLine = {
  ...cap,
  id: 'mug',
  name: 'Mug',
  price: '8.99',
  tickets: 1,
  prizeName: 'Trip to Egypt',
}
