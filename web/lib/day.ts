import { localeOf } from './text/text.tsx'
import type { Language } from './text/text.tsx'

const day = { day: 'numeric', month: 'short' } as const
const time = { hour: '2-digit', minute: '2-digit' } as const

/** `21 Nov 2026`, in Beirut, wherever the reader is. */
export const dayOf = (instant: string, language: Language): string =>
  written(instant, language, { ...day, year: 'numeric' })

/** `21 Nov, 14:05`, in Beirut; of another year than `now` with its year, as `stampOf`. */
export const momentOf = (instant: string, language: Language, now = Date.now()): string =>
  yearOf(instant) === yearOf(now)
    ? written(instant, language, { ...day, ...time })
    : stampOf(instant, language)

/** `21 Nov 2026, 14:05`, in Beirut: on paper, which is read in another year. */
export const stampOf = (instant: string, language: Language): string =>
  written(instant, language, { ...day, year: 'numeric', ...time })

/** `14:05`, in Beirut. */
export const timeOf = (instant: string, language: Language): string =>
  written(instant, language, time)

const year = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Asia/Beirut' })
const yearOf = (instant: string | number): string => year.format(new Date(instant))

/** By the clock of whoever reads. */
export const isAhead = (instant: string): boolean => Date.parse(instant) > Date.now()

/** A number stays on the line of its word: the hour with its half, the day with its month. */
function written(instant: string, language: Language, parts: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(localeOf(language), { ...parts, timeZone: 'Asia/Beirut' })
    .format(new Date(instant))
    .replace(/(\d)\s(?=\p{L})/gu, '$1\u00a0')
}
