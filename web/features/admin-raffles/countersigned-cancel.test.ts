import { expect, it } from 'vitest'

import { isCountersigned } from './countersigned-cancel.ts'
import type { CancelledRaffle } from './countersigned-cancel.ts'

const raffle: CancelledRaffle = {
  id: 'aa000000-0000-4000-8000-000000000001',
  name: 'City Car',
  ticketsSold: 4,
  minTicketsRequired: 5,
  underSold: 'draw',
  phase: 'closing',
}

it.each([
  ['past its end', {}, 'licence', true],
  ['while it sells, for another reason', { phase: 'open' }, 'licence', false],
  ['while it sells, because too few are sold', { phase: 'open' }, 'under_sold', true],
  ['where refunds are the rule', { underSold: 'refund' }, 'under_sold', false],
  ['with its minimum', { ticketsSold: 5 }, 'licence', false],
  ['without a ticket', { ticketsSold: 0 }, 'licence', false],
] as const)('%s', (_when, change, reason, isAsked) =>
  expect(isCountersigned({ ...raffle, ...change }, reason)).toBe(isAsked),
)
