import { expect, it } from 'vitest'

import { countdownLabel, isLastDay, timeLeft } from './countdown.ts'
import { en } from './text/en.ts'

const now = Date.parse('2026-11-21T10:00:00.000Z')
const after = (ms: number) => new Date(now + ms).toISOString()
const label = (ms: number) => countdownLabel(after(ms), now, en.raffles)
const minute = 60_000
const hour = 60 * minute

it.each([
  [-1, 'Ended'],
  [0, 'Ended'],
  [30_000, 'Ends in 0m'],
  [59 * minute, 'Ends in 59m'],
  [hour, 'Ends in 1h 0m'],
  [23 * hour + 59 * minute, 'Ends in 23h 59m'],
  [24 * hour, 'Ends in 1 days'],
  [73 * hour, 'Ends in 3 days'],
])('%i ms before the end reads "%s"', (ms, expected) => expect(label(ms)).toBe(expected))

it('splits what is left into days, hours and minutes', () =>
  expect(timeLeft(after(26 * hour + 5 * minute), now)).toMatchObject({
    days: 1,
    hours: 2,
    minutes: 5,
  }))

it('knows the last day, and that an ended raffle has none', () => {
  expect(isLastDay(after(hour), now)).toBe(true)
  expect(isLastDay(after(25 * hour), now)).toBe(false)
  expect(isLastDay(after(-1), now)).toBe(false)
})
