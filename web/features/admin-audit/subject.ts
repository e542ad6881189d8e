// What a line of the trail is about, as its filter asks for it.
import { subjectKinds } from '#services/contract/admin-audit.ts'
import type { AuditEntry, SubjectKind } from '#services/contract/admin-audit.ts'

export type ShownSubject = { subjectKind: SubjectKind; subject: string }

/**
 * Whoever asked for an approval has named the order or raffle that it is about. Null: the trail
 * cannot be asked for it.
 */
export function subjectOf({ subject, data }: AuditEntry): ShownSubject | null {
  const { kind, id } = subject.kind === 'approval' ? partsOf(data.subject) : subject
  const subjectKind = subjectKinds.find((known) => known === kind)
  return subjectKind === undefined || !id ? null : { subjectKind, subject: id }
}

/** `order/<id>`; `-` where it had none yet. */
function partsOf(stream: unknown): { kind: string; id: string } {
  const [kind = '', id = ''] = typeof stream === 'string' ? stream.split('/') : []
  return { kind, id }
}
