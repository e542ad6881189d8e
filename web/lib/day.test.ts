import { expect, it } from 'vitest'

import { dayOf, momentOf, stampOf, timeOf } from './day.ts'

const late = '2026-11-05T21:02:00.000Z'

/** Where a line may end, as `|`. */
const lines = (written: string) => written.split(' ').join('|')

it('breaks no line within a time, nor between a number and its word', () => {
  expect(lines(momentOf(late, 'ar'))).toBe('5\u00a0تشرين|الثاني،|11:02\u00a0م')
  expect(lines(momentOf(late, 'fr'))).toBe('5\u00a0nov.,|23:02')
  expect(lines(momentOf(late, 'en'))).toBe('5\u00a0Nov,|23:02')
  expect(lines(timeOf(late, 'ar'))).toBe('11:02\u00a0م')
  expect(lines(stampOf(late, 'ar'))).toBe('5\u00a0تشرين|الثاني|2026،|11:02\u00a0م')
  expect(lines(dayOf(late, 'fr'))).toBe('5\u00a0nov.|2026')
})
