import { expect, it } from 'vitest'

import { ticketIn } from './opening-span.ts'

it.each([
  ['4', '4'],
  ['#000 014', '14'],
  ['٠٠٢٥', '25'],
  ['۱۰', '10'],
])('reads “%s” as ticket %s', (typed, number) => expect(ticketIn(typed)).toBe(number))

it.each(['', ' '])('reads “%s” as nothing: the first, or the last', (typed) =>
  expect(ticketIn(typed)).toBe(''),
)

it.each(['first', '#', '0', '٠٠٠'])('does not take “%s” for nothing', (typed) =>
  expect(ticketIn(typed)).toBeNull(),
)
