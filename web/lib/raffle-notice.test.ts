import { expect, it } from 'vitest'

import type { Product } from '#services/contract/products.ts'
import type { Raffle } from '#services/contract/raffles.ts'

import { isOver, noticeOf } from './raffle-notice.ts'

const now = Date.parse('2026-11-21T10:00:00.000Z')
const open = {
  status: 'active',
  phase: 'open',
  startsAt: '2026-11-01T00:00:00.000Z',
  endsAt: '2026-12-01T00:00:00.000Z',
  ticketsHeld: 0,
  ticketsLeft: 90,
  product: { active: 1, tickets: 3, variants: [] } as unknown as Product,
} as unknown as Raffle
const noticeAt = (changes: Partial<Raffle>) => noticeOf({ ...open, ...changes }, now)

it('says nothing to who can enter', () => expect(noticeAt({})).toBeNull())

it('tells when it opens, and when reserved tickets become free', () => {
  const startsAt = '2026-11-22T00:00:00.000Z'
  expect(noticeAt({ phase: 'scheduled', startsAt })).toBe('opens')
  expect(noticeAt({ ticketsLeft: 0, ticketsHeld: 3 })).toBe('tickets')
})

it('is over, and leads to the draw, once all tickets are issued: none becomes free', () => {
  const soldOut: Partial<Raffle> = { phase: 'sold_out', ticketsLeft: 0 }
  expect(noticeAt(soldOut)).toBe('draw')
  expect(isOver({ ...open, ...soldOut })).toBe(true)
})

it.each([
  ['closing', 'draw'],
  ['frozen', 'draw'],
  ['drawn', 'draw'],
  ['cancelled', 'cancelled'],
] as const)('is over while it is %s', (phase, notice) => {
  expect(isOver({ phase })).toBe(true)
  expect(noticeAt({ phase })).toBe(notice)
})

it.each(['scheduled', 'open'] as const)('is not over while it is %s', (phase) =>
  expect(isOver({ phase })).toBe(false),
)
