import { expect, it } from 'vitest'

import { expectRejection } from '../testing/given.ts'
import { productId } from '../testing/ids.ts'

import {
  requireAllotment,
  requirePersonRoom,
  requireRoom,
  ticketsAvailable,
  ticketsLeft,
  type Capacity,
} from './capacity.ts'

const mug = productId(1)
const shirt = productId(2)
const capacity: Capacity = {
  ticketsMax: 100,
  issued: 60,
  held: 10,
  products: new Map([
    [mug, { ticketsMax: 50, issued: 40, held: 5 }],
    [shirt, { ticketsMax: 90, issued: 20, held: 5 }],
  ]),
}

it('offers the smaller of the raffle’s room and the product’s own', () => {
  expect(ticketsAvailable(capacity, mug)).toBe(5)
  expect(ticketsAvailable(capacity, shirt)).toBe(30)
})

it('offers nothing to a product without an allotment', () =>
  expect(ticketsAvailable(capacity, productId(3))).toBe(0))

it('takes a claim that fits exactly and refuses one ticket more, as a whole', () => {
  requireRoom(capacity, { productId: mug, n: 5, raffleName: 'A car' })
  const rejection = expectRejection(
    () => requireRoom(capacity, { productId: mug, n: 6, raffleName: 'A car' }),
    'tickets_left',
    { available: 5 },
  )
  expect(rejection.message).toBe('Only 5 tickets left for A car')
})

it('offers none, not fewer than none, where more is taken than there is', () => {
  const full = { ...capacity, ticketsMax: 50 }
  expect(ticketsAvailable(full, mug)).toBe(0)
})

it('says one ticket where one is left', () =>
  expect(ticketsLeft(1, 'A car').message).toBe('Only 1 ticket left for A car'))

it.each([0, -1, 1.5])('takes a claim of %d tickets for a bug', (n) =>
  expect(() => requireRoom(capacity, { productId: mug, n, raffleName: 'A car' })).toThrow(
    /positive number/,
  ),
)

it('tells a person how many he may still take, and never fewer than none', () => {
  const over = { ticketsPerPersonMax: 5, mine: 7, n: 1 }
  const details = { available: 0, ticketsPerPersonMax: 5 }
  expectRejection(() => requirePersonRoom(over), 'person_limit', details)
})

it('holds a person to the limit, where there is one', () => {
  requirePersonRoom({ ticketsPerPersonMax: 0, mine: 1_000_000, n: 1 })
  requirePersonRoom({ ticketsPerPersonMax: 5, mine: 3, n: 2 })
  expectRejection(
    () => requirePersonRoom({ ticketsPerPersonMax: 5, mine: 3, n: 3 }),
    'person_limit',
    { available: 2 },
  )
})

it('never lowers an allotment below what is sold and reserved', () => {
  requireAllotment(undefined, 0)
  requireAllotment(capacity.products.get(mug), 45)
  expectRejection(() => requireAllotment(capacity.products.get(mug), 44), 'below_sold_and_held', {
    sold: 40,
    held: 5,
  })
  const none = { sold: 0, held: 0 }
  expectRejection(() => requireAllotment(undefined, -1), 'below_sold_and_held', none)
})
