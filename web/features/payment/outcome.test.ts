import { expect, it } from 'vitest'

import { outcomeOf } from './outcome.ts'

const pending = { status: 'pending', whishPayStatus: null, montyPayStatus: null } as const

it.each(['paid', 'completed'] as const)('an order that is %s succeeded', (status) =>
  expect(outcomeOf({ ...pending, status })).toBe('success'),
)

it.each(['settled', 'success'])('a card payment that is %s succeeded', (montyPayStatus) =>
  expect(outcomeOf({ ...pending, montyPayStatus })).toBe('success'),
)

it('a wallet payment that succeeded counts before the tickets are there', () =>
  expect(outcomeOf({ ...pending, whishPayStatus: 'success' })).toBe('success'))

it.each(['decline', 'failed'])('a card payment with %s failed', (montyPayStatus) =>
  expect(outcomeOf({ ...pending, montyPayStatus })).toBe('failed'),
)

it('a cancelled order failed, whatever the provider said', () =>
  expect(outcomeOf({ ...pending, status: 'cancelled', whishPayStatus: 'success' })).toBe('failed'))

it('an unknown word keeps waiting', () =>
  expect(outcomeOf({ ...pending, whishPayStatus: 'thinking' })).toBe('pending'))
