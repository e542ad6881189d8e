import { expect, it } from 'vitest'

import { groupedNumber, ticketRanges } from './ticket-ranges.ts'

it('joins neighbours and keeps the ends as they are printed', () =>
  expect(ticketRanges(['000009', '000010', '000011', '000020'])).toEqual([
    { first: '000009', last: '000011', count: 3 },
    { first: '000020', last: '000020', count: 1 },
  ]))

it('has no run without a number', () => expect(ticketRanges([])).toEqual([]))

it('groups digits from the end', () => {
  expect(groupedNumber('004711')).toBe('004 711')
  expect(groupedNumber('1004711')).toBe('1 004 711')
})
