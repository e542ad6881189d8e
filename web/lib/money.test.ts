import { expect, it } from 'vitest'

import { dollars, fromCents, signedDollars, toCents, worth } from './money.ts'

it.each([
  ['0.00', 0],
  ['5', 500],
  ['5.5', 550],
  ['-2.05', -205],
  ['99999.99', 9_999_999],
])('reads %s as %i cents', (text, cents) => expect(toCents(text)).toBe(cents))

it('writes cents with exactly two decimals', () => {
  expect(fromCents(5)).toBe('0.05')
  expect(fromCents(-1999)).toBe('-19.99')
})

it('shows prices with two decimals and prizes with thousands apart', () => {
  expect(dollars('1299.00')).toBe('$1299.00')
  expect(worth('1299.00')).toBe('$1,299.00')
  expect(worth('1234567.80')).toBe('$1,234,567.80')
})

it('shows the sign of an adjustment and nothing for none', () => {
  expect(signedDollars('2.00')).toBe('+$2.00')
  expect(signedDollars('-2.00')).toBe('-$2.00')
  expect(signedDollars('0.00')).toBeNull()
})
