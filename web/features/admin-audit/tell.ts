// A line of the trail in words.
import type { AuditEntry } from '#services/contract/admin-audit.ts'

import { factWords } from '../../lib/admin/fact-words.ts'
import { stampOf } from '../../lib/day.ts'
import type { AdminAuditTexts } from '../../lib/text/admin-audit-en.ts'
import type { Language } from '../../lib/text/text.tsx'

type Known = keyof AdminAuditTexts['sentences']

export type Told = { text: AdminAuditTexts; language: Language }

export function factSentence({ text, language }: Told, { type, data }: AuditEntry): string {
  const isKnown = (name: string): name is Known => Object.hasOwn(text.sentences, name)
  if (!isKnown(type)) return text.otherFact(type)
  const words = factWords(data, text.codes)
  return text.sentences[type]({
    ...words,
    field: nameOf(text.past.names, words.field),
    value: momentIn(words.value, language),
    until: momentIn(words.until, language),
  })
}

export const nameOf = (names: Readonly<Record<string, string>>, code: string): string =>
  Object.hasOwn(names, code) ? (names[code] ?? code) : code

/** An instant as a moment in Beirut; what is none stays as it is. */
export const momentIn = (value: string, language: Language): string =>
  INSTANT.test(value) ? stampOf(value, language) : value

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

export function actorWords(text: AdminAuditTexts, { actor }: AuditEntry): string {
  if (actor.kind === 'system') return text.system
  if (actor.kind === 'guest') return text.guest
  return actor.name ?? text.somebody
}

export function kindWord(text: AdminAuditTexts, kind: string): string {
  const isKnown = (name: string): name is keyof AdminAuditTexts['kinds'] =>
    Object.hasOwn(text.kinds, name)
  return isKnown(kind) ? text.kinds[kind] : text.kinds.other
}
