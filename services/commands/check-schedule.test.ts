import { expect, it } from 'vitest'

import { nextCheckAt } from './check-schedule.ts'

const started = new Date('2026-11-21T08:00:00.000Z')
const after = (seconds: number) => new Date(started.getTime() + seconds * 1_000)

it.each([
  [0, 5],
  [5, 15],
  [29, 30],
  [30, 60],
  [61, 120],
  [299, 300],
  [300, 900],
  [900, 3_600],
  [3_600, 7_200],
  [47 * 3_600, 48 * 3_600],
])('asks again: %d s after the start the next time is at %d s', (now, next) =>
  expect(nextCheckAt(started, after(now))).toEqual(after(next)),
)

it('gives up after 48 hours', () => expect(nextCheckAt(started, after(48 * 3_600))).toBeNull())
