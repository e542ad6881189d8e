// Figures as people read them.
import type { Analytics } from '#services/contract/admin-analytics.ts'

import { timeOf } from '../../lib/day.ts'
import { localeOf } from '../../lib/text/text.tsx'
import type { Language } from '../../lib/text/text.tsx'

export type Unit = Analytics['period']['unit']

const formats: Record<'day' | 'month', Intl.DateTimeFormatOptions> = {
  day: { day: 'numeric', month: 'short' },
  month: { month: 'short', year: 'numeric' },
}

/** `21 Nov`, `Nov 2026` or `14:00`: where on the axis a unit begins. */
export function startWord(start: string, unit: Unit, language: Language): string {
  if (unit === 'hour') return timeOf(start, language)
  const format = formats[unit === 'month' ? 'month' : 'day']
  return calendarDay(start, format, language)
}

/** A day of the calendar, `yyyy-MM-dd`, which belongs to no time zone. */
export const calendarDay = (
  day: string,
  format: Intl.DateTimeFormatOptions,
  language: Language,
): string =>
  new Intl.DateTimeFormat(localeOf(language), { ...format, timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00.000Z`),
  )

export const wholeDay = (day: string, language: Language): string =>
  calendarDay(day, { day: 'numeric', month: 'short', year: 'numeric' }, language)

/** `+12.5%`, `-3.0%`, `0.0%`. */
export const signedPercent = (percent: number): string =>
  `${percent > 0 ? '+' : ''}${percent.toFixed(1)}%`

/** Of a whole, `12.5%`; a dash when there is no whole. */
export const percentOf = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)}%`

/** `12,400`, in Western digits everywhere. */
export const grouped = (n: number): string => n.toLocaleString('en')
