// What a changed form means for the published terms of a raffle, as the leaves will say it.
import { createHash } from 'node:crypto'

import { canonicalJson } from '#events/ledger/canonical-json.ts'
import type { Amendment } from '#events/raffle/amend.ts'
import type { PublishedRaffle } from '#events/raffle/decide.ts'
import type { PageWords } from '#events/raffle/page.ts'

import type { FormTerms } from './raffle-form.ts'

/** The page is in no leaf; a leaf says only that it now hashes to something else. */
export function amendmentsOf(
  before: { raffle: PublishedRaffle; words: PageWords },
  { terms, words }: { terms: FormTerms; words: PageWords },
): Amendment[] {
  const was = before.raffle.terms
  const wanted: [Amendment['field'], string, string][] = [
    ['prize', terms.name, before.words.name],
    ['prizeValue', String(terms.prizeValueCents), String(was.prizeValueCents)],
    ['ticketsMax', String(terms.ticketsMax), String(was.ticketsMax)],
    ['ticketsMin', String(terms.ticketsMin), String(was.ticketsMin)],
    ['opensAt', terms.opensAt, was.opensAt],
    ['closesAt', terms.closesAt, was.closesAt],
    ['page', pageHash(words), pageHash(before.words)],
  ]
  return wanted
    .filter(([, now, then]) => now !== then)
    .map(([field, value]) => ({
      field,
      value,
      valueSha256: sha256(value),
      ...(field === 'page' && { isAboutPrize: words.prizeInfo !== before.words.prizeInfo }),
    }))
}

export const pageHash = (words: PageWords) => sha256(canonicalJson({ ...words }))

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')
