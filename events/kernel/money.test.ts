import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { expectRejection } from '../testing/given.ts'

import { centsOf, decimalOf, requireUnitPrice } from './money.ts'

it.each([
  ['0', 0],
  ['5', 500],
  ['5.5', 550],
  ['5.05', 505],
  ['99999.99', 9_999_999],
  [' 12.30 ', 1230],
  ['-0.05', -5],
  ['-0', 0],
])('reads %j as %i cents', (decimal, cents) => expect(centsOf(decimal)).toBe(cents))

it.each([
  '',
  ' ',
  '1.234',
  '1,5',
  '.5',
  '5.',
  '1e3',
  '0x10',
  'NaN',
  '١٢',
  '5 0',
  '--5',
  '9'.repeat(12),
])('refuses %j', (decimal) => void expectRejection(() => centsOf(decimal), 'invalid_request'))

it('writes two decimals always', () => {
  expect(decimalOf(0)).toBe('0.00')
  expect(decimalOf(5)).toBe('0.05')
  expect(decimalOf(-5)).toBe('-0.05')
  expect(decimalOf(123_456)).toBe('1234.56')
})

it.each([0.5, Number.NaN, 2 ** 53])('writes no amount of %d cents', (cents) =>
  expect(() => decimalOf(cents)).toThrow(/not a whole number of cents/),
)

it('reads no amount above the largest, not by a cent', () =>
  void expectRejection(() => centsOf('100000000000.01'), 'invalid_request'))

it('reads the largest amount there may be', () =>
  expect(centsOf(decimalOf(10_000_000_000_000))).toBe(10_000_000_000_000))

it('reads what it writes', () =>
  fc.assert(
    fc.property(fc.integer({ min: -1e13, max: 1e13 }), (cents) => {
      expect(centsOf(decimalOf(cents))).toBe(cents)
    }),
  ))

it('bounds a unit price', () => {
  requireUnitPrice(0)
  requireUnitPrice(9_999_999)
  for (const cents of [-1, 10_000_000, 0.5, Number.NaN])
    expectRejection(() => requireUnitPrice(cents, 'total'), 'invalid_request', {
      fields: [
        {
          path: 'total',
          message: `brings the price ${cents < 0 ? 'below 0.00' : 'above 99999.99'}`,
        },
      ],
    })
  const fields = [{ path: 'price', message: 'brings the price below 0.00' }]
  expectRejection(() => requireUnitPrice(-1), 'invalid_request', { fields })
})
