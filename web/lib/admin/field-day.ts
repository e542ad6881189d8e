// Days as a field for them shows them. It is narrow, and in Arabic the name of a month is long:
// there a month is its number, after the day as in all of our languages.
import { localeOf } from '../text/text.tsx'
import type { Language } from '../text/text.tsx'

const day = { day: 'numeric', year: 'numeric', timeZone: 'Asia/Beirut' } as const
const months = { en: 'short', ar: 'numeric', fr: 'short' } as const

/** Of `yyyy-MM-dd`: `21 Nov 2026`. */
export const fieldDay = (value: string, language: Language): string =>
  new Intl.DateTimeFormat(localeOf(language), { ...day, month: months[language] }).format(
    new Date(value),
  )

/** Of an instant, in Beirut: `21 Nov 2026, 14:05`. */
export const fieldMoment = (instant: string, language: Language): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    ...day,
    month: months[language],
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(instant))
