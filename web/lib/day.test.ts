import { expect, it } from 'vitest'

import { dayOf, momentOf, stampOf, timeOf } from './day.ts'

const late = '2026-11-05T21:02:00.000Z'
const now = Date.parse('2026-11-24T10:00:00.000Z')

/** Where a line may end, as `|`. */
const lines = (written: string) => written.split(' ').join('|')

it('breaks no line within a time, nor between a number and its word', () => {
  expect(lines(momentOf(late, 'ar', now))).toBe('5\u00a0تشرين|الثاني،|11:02\u00a0م')
  expect(lines(momentOf(late, 'fr', now))).toBe('5\u00a0nov.,|23:02')
  expect(lines(momentOf(late, 'en', now))).toBe('5\u00a0Nov,|23:02')
  expect(lines(timeOf(late, 'ar'))).toBe('11:02\u00a0م')
  expect(lines(stampOf(late, 'ar'))).toBe('5\u00a0تشرين|الثاني|2026،|11:02\u00a0م')
  expect(lines(dayOf(late, 'fr'))).toBe('5\u00a0nov.|2026')
})

it('names the year of a moment that is not of this one, as years begin in Beirut', () => {
  expect(momentOf('2025-11-05T21:02:00.000Z', 'en', now)).toBe('5\u00a0Nov 2025, 23:02')
  expect(momentOf('2026-12-31T21:59:00.000Z', 'en', now)).toBe('31\u00a0Dec, 23:59')
  expect(momentOf('2026-12-31T22:00:00.000Z', 'en', now)).toBe('1\u00a0Jan 2027, 00:00')
  expect(momentOf('2025-12-31T22:00:00.000Z', 'en', now)).toBe('1\u00a0Jan, 00:00')
})
