import { expect, it } from 'vitest'

import { ticketDigits } from './ticket.ts'

it.each([
  ['#000 014', '000014'],
  ['١٢٣', '123'],
  ['۱۲۳', '123'],
  ['none', ''],
])('reads “%s” as the digits %s', (typed, digits) => expect(ticketDigits(typed)).toBe(digits))
