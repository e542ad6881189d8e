import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { expectRejection } from '../testing/given.ts'

import { beirutDayEnd, beirutDayOf, beirutDayStart, dayAfter } from './beirut-day.ts'

it.each([
  [
    'in winter, two hours ahead',
    '2026-11-21',
    '2026-11-20T22:00:00.000Z',
    '2026-11-21T21:59:59.999Z',
  ],
  [
    'in summer, three hours ahead',
    '2026-07-01',
    '2026-06-30T21:00:00.000Z',
    '2026-07-01T20:59:59.999Z',
  ],
  [
    'of 23 hours: midnight does not exist',
    '2026-03-29',
    '2026-03-28T22:00:00.000Z',
    '2026-03-29T20:59:59.999Z',
  ],
  [
    'of 25 hours: the hour before midnight comes twice',
    '2026-10-24',
    '2026-10-23T21:00:00.000Z',
    '2026-10-24T21:59:59.999Z',
  ],
  [
    'after the clocks went back',
    '2026-10-25',
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T21:59:59.999Z',
  ],
])('knows a day %s', (_which, day, start, end) => {
  expect(beirutDayStart(day)).toBe(start)
  expect(beirutDayEnd(day)).toBe(end)
})

it('knows the day of an instant to the millisecond', () => {
  expect(beirutDayOf('2026-11-20T21:59:59.999Z')).toBe('2026-11-20')
  expect(beirutDayOf('2026-11-20T22:00:00.000Z')).toBe('2026-11-21')
  expect(beirutDayOf('2026-10-24T21:30:00.000Z')).toBe('2026-10-24')
})

it('covers every instant by exactly one day', () =>
  fc.assert(
    fc.property(fc.integer({ min: 1_600_000_000_000, max: 2_000_000_000_000 }), (instantMs) => {
      const instant = new Date(instantMs).toISOString()
      const day = beirutDayOf(instant)
      expect(beirutDayStart(day) <= instant && instant <= beirutDayEnd(day)).toBe(true)
      expect(Date.parse(beirutDayEnd(day)) + 1).toBe(Date.parse(beirutDayStart(dayAfter(day))))
    }),
    { numRuns: 500 },
  ))

it.each(['2026-02-30', '2026-13-01', '21-11-2026', '2026-1-1', 'today', ''])(
  'refuses %j',
  (day) => void expectRejection(() => beirutDayStart(day), 'invalid_request'),
)
