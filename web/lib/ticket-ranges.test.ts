import { expect, it } from 'vitest'

import { ticketLabel, ticketRanges } from './ticket-ranges.ts'

it('joins neighbours and keeps the ends as they are printed', () =>
  expect(ticketRanges(['000009', '000010', '000011', '000020'])).toEqual([
    { first: '000009', last: '000011', count: 3 },
    { first: '000020', last: '000020', count: 1 },
  ]))

it('has no run without a number', () => expect(ticketRanges([])).toEqual([]))

it('writes a number in groups of three from the end, in one piece', () => {
  expect(ticketLabel('004711')).toBe('#004\u00a0711')
  expect(ticketLabel(7)).toBe('#000\u00a0007')
  expect(ticketLabel('1004711')).toBe('#1\u00a0004\u00a0711')
})
