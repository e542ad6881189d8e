import { expect, it } from 'vitest'

import { shortDollars, shownCents } from './money-words.ts'

it('writes the minus before the dollar, on a scale too', () => {
  expect([150_000, 2_000, 0, -2_000, -150_000].map(shortDollars)).toEqual([
    '$1.5K',
    '$20',
    '$0',
    '-$20',
    '-$1.5K',
  ])
  expect(shownCents(-5_000)).toBe('-$50.00')
})
