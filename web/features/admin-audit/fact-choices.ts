// The kinds of fact as a choice: by what they are about, sorted as the reader's language sorts.
import type { AdminAuditTexts } from '../../lib/text/admin-audit-en.ts'
import type { FactNames } from '../../lib/text/admin-fact-names-en.ts'
import { localeOf } from '../../lib/text/text.tsx'
import type { Language } from '../../lib/text/text.tsx'

type FactChoices = { label: string; facts: { type: string; name: string }[] }

export const isFactType = (text: AdminAuditTexts, type: string): boolean =>
  Object.values(text.factNames).some((names) => Object.hasOwn(names, type))

export function factChoices(text: AdminAuditTexts, language: Language): FactChoices[] {
  const { compare } = new Intl.Collator(localeOf(language))
  const subjects = Object.keys(text.factNames) as (keyof FactNames)[] // the table names them all
  return subjects.map((subject) => ({
    label: text.kinds[subject],
    facts: Object.entries(text.factNames[subject])
      .map(([type, name]) => ({ type, name }))
      .toSorted((one, other) => compare(one.name, other.name)),
  }))
}
