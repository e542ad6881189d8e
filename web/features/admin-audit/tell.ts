// A line of the trail in words.
import type { AuditEntry } from '#services/contract/admin-audit.ts'

import { factWords } from '../../lib/admin/fact-words.ts'
import type { AdminAuditTexts } from '../../lib/text/admin-audit-en.ts'

type Known = keyof AdminAuditTexts['sentences']

export function factSentence(text: AdminAuditTexts, { type, data }: AuditEntry): string {
  const isKnown = (name: string): name is Known => Object.hasOwn(text.sentences, name)
  return isKnown(type) ? text.sentences[type](factWords(data, text.codes)) : text.otherFact(type)
}

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
