import { expect, it } from 'vitest'

import { factWords } from './fact-words.ts'
import { moneyIn } from './received.ts'

it('says money in the currency in which it came', () => {
  expect(moneyIn('48.00', 'USD')).toBe('$48.00')
  expect(moneyIn('48.00', null)).toBe('$48.00')
  expect(moneyIn('4500000.00', 'LBP')).toBe('LBP 4,500,000.00')
})

it('the trail calls pounds no dollars', () => {
  const received = { expectedCents: 5_000, receivedCents: 450_000_000 }
  const said = (receivedCurrency: string | null) =>
    factWords({ ...received, receivedCurrency }, {}).amount
  expect(said('LBP')).toBe('LBP 4,500,000.00')
  expect(said('USD')).toBe('$4,500,000.00')
  expect(said(null)).toBe('$4,500,000.00')
})
