import { expect, it } from 'vitest'

import { fieldDay, fieldMoment } from './field-day.ts'

/** Without the marks that turn the direction of reading. */
const plain = (words: string) => words.replace(/[\u200e\u200f]/g, '')

it('writes a day in the language of the page, the day before the month', () => {
  expect(fieldDay('2026-11-02', 'en')).toBe('2 Nov 2026')
  expect(fieldDay('2026-11-02', 'fr')).toBe('2 nov. 2026')
  expect(plain(fieldDay('2026-11-02', 'ar'))).toBe('2/11/2026')
})

it('writes a moment as the clocks in Beirut show it', () => {
  expect(fieldMoment('2026-11-02T10:05:00.000Z', 'en')).toBe('2 Nov 2026, 12:05')
  expect(plain(fieldMoment('2026-11-02T10:05:00.000Z', 'ar'))).toMatch(/^2\/11\/2026، 12:05/)
})
