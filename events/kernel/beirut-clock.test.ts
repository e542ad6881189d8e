import { expect, it } from 'vitest'

import { instantAt, wallClockOf } from './beirut-clock.ts'

it.each([
  ['2026-01-15T12:00', '2026-01-15T10:00:00.000Z'],
  ['2026-07-15T12:00', '2026-07-15T09:00:00.000Z'],
])('the clock in Beirut at %s is %s', (wallClock, instant) => {
  expect(instantAt(wallClock)).toBe(instant)
  expect(wallClockOf(new Date(instant))).toBe(wallClock)
})

it('knows no moment in what is none', () => expect(instantAt('')).toBeNull())
