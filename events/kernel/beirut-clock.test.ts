import { expect, it } from 'vitest'

import { instantAt, wallClockOf } from './beirut-clock.ts'

it.each([
  ['2026-01-15T12:00', '2026-01-15T10:00:00.000Z'],
  ['2026-07-15T12:00', '2026-07-15T09:00:00.000Z'],
])('the clock in Beirut at %s is %s', (wallClock, instant) => {
  expect(instantAt(wallClock)).toBe(instant)
  expect(wallClockOf(new Date(instant))).toBe(wallClock)
})

it('takes the first of an hour that comes twice, and an hour later what never comes', () => {
  expect(instantAt('2026-10-24T23:30')).toBe('2026-10-24T20:30:00.000Z')
  expect(wallClockOf(new Date('2026-10-24T21:30:00.000Z'))).toBe('2026-10-24T23:30')
  expect(instantAt('2026-03-29T00:30')).toBe('2026-03-28T22:30:00.000Z')
  expect(wallClockOf(new Date('2026-03-28T22:30:00.000Z'))).toBe('2026-03-29T01:30')
})

it('knows no moment in what is none', () => expect(instantAt('')).toBeNull())
