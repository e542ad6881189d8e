import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { line } from '../testing/orders.ts'
import { lineTotalCents } from './evolve.ts'

it.each([
  [110, 3, 330],
  [29, 100, 2_900],
  [1_999, 7, 13_993],
])('%d cents, %d times, are %d cents to the cent', (unitPriceCents, quantity, total) => {
  expect(lineTotalCents(line(1, { unitPriceCents, quantity }))).toBe(total)
})

it('is a whole number of cents, the sum of its units, for every price', () => {
  const price = fc.integer({ min: 0, max: 10_000_000 })
  const units = fc.integer({ min: 1, max: 100 })
  fc.assert(
    fc.property(price, units, (unitPriceCents, quantity) => {
      let sum = 0
      for (let unit = 0; unit < quantity; unit++) sum += unitPriceCents
      expect(lineTotalCents(line(1, { unitPriceCents, quantity }))).toBe(sum)
    }),
  )
})
