import { localeOf } from './text/text.tsx'
import type { Language } from './text/text.tsx'

/** `21 Nov 2026`, in Beirut, wherever the reader is. */
export function dayOf(instant: string, language: Language): string {
  return new Intl.DateTimeFormat(localeOf(language), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'Asia/Beirut',
  }).format(new Date(instant))
}

/** `21 Nov, 14:05`, in Beirut. */
export function momentOf(instant: string, language: Language): string {
  return new Intl.DateTimeFormat(localeOf(language), {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Asia/Beirut',
  }).format(new Date(instant))
}

/** `21 Nov 2026, 14:05`, in Beirut: on paper, which is read in another year. */
export function stampOf(instant: string, language: Language): string {
  return new Intl.DateTimeFormat(localeOf(language), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Asia/Beirut',
  })
    .format(new Date(instant))
    .replace(halfOfDay, '\u00a0')
}

/** In Arabic the half of the day stands behind the hour, and stays on its line. */
const halfOfDay = / (?=[صم]$)/

/** `14:05`, in Beirut. */
export function timeOf(instant: string, language: Language): string {
  return new Intl.DateTimeFormat(localeOf(language), {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Asia/Beirut',
  })
    .format(new Date(instant))
    .replace(halfOfDay, '\u00a0')
}
