// Who gave a licence and on which day, to stand after its number.
import { dayOf } from './day.ts'
import { own } from './text/plural.ts'
import type { Language } from './text/text.tsx'

type Licence = { licenceAuthority: string | null; licenceDate: string | null }

/** ` · Ministry of Finance · 1 Jan 2026`; empty where neither was said. */
export function licenceGiven(licence: Licence, language: Language): string {
  const { licenceAuthority: authority, licenceDate } = licence
  const day = licenceDate === null ? null : dayOf(licenceDate, language)
  return [authority, day]
    .filter((part) => part !== null)
    .map((part) => ` · ${own(part)}`)
    .join('')
}
