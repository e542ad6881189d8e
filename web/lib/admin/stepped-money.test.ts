import { expect, it } from 'vitest'

import { steppedMoney } from './stepped-money.ts'

it('is a cent more or less, across zero', () => {
  expect(steppedMoney('0', 1)).toBe('0.01')
  expect(steppedMoney('0.00', -1)).toBe('-0.01')
  expect(steppedMoney('-0.01', 1)).toBe('0.00')
  expect(steppedMoney('2.5', 1)).toBe('2.51')
  expect(steppedMoney('+3', -1)).toBe('2.99')
  expect(steppedMoney('', -1)).toBe('-0.01')
})

it('reads the digits, the minus and the point of every keyboard', () => {
  expect(steppedMoney('−٢٫٥', 1)).toBe('-2.49')
  expect(steppedMoney(' ١٠ ', 1)).toBe('10.01')
})

it('leaves what is no amount as it was typed', () => {
  for (const typed of ['-', '2.505', '1,5', 'two']) expect(steppedMoney(typed, 1)).toBe(typed)
})
