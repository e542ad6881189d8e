// Who gave a licence and on which day, to stand after its number.
import { Fragment } from 'react'

import { dayOf } from './day.ts'
import { useLanguage } from './text/text.tsx'
import type { Language } from './text/text.tsx'

type Licence = { licenceAuthority: string | null; licenceDate: string | null }

/** ` · Ministry of Finance · 1 Jan 2026`; nothing where neither was said. */
export function LicenceGiven({ licence }: { licence: Licence }) {
  return licenceParts(licence, useLanguage()).map((part) => (
    <Fragment key={part}>
      {' · '}
      <bdi>{part}</bdi>
    </Fragment>
  ))
}

export function licenceParts(licence: Licence, language: Language): string[] {
  const { licenceAuthority: authority, licenceDate } = licence
  const day = licenceDate === null ? null : dayOf(licenceDate, language)
  return [authority, day].filter((part) => part !== null)
}
