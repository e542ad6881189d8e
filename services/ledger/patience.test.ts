import { expect, it } from 'vitest'

import { openPatience } from './patience.ts'

it('waits twice as long after each failure, at most a minute, and not after a success', () => {
  let nowMs = 0
  const patience = openPatience(() => nowMs)
  expect(patience.isDue('w')).toBe(true)
  const pauses: number[] = []
  for (let failure = 0; failure < 8; failure += 1) {
    patience.failed('w')
    const failedAt = nowMs
    while (!patience.isDue('w')) nowMs += 500
    pauses.push(nowMs - failedAt)
  }
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
  patience.failed('w')
  expect(patience.isDue('other')).toBe(true)
  patience.succeeded('w')
  expect(patience.isDue('w')).toBe(true)
})
