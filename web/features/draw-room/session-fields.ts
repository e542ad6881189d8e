// The session as text fields, and as the call takes it. Pure.
import { instantAt, wallClockOf } from '#events/kernel/beirut-clock.ts'
import type { DrawRoom } from '#services/contract/admin-draws.ts'

export const WITNESSES_MAX = 6

export type WitnessFields = { name: string; title: string; office: string; documentNumber: string }

export type SessionFields = {
  mode: string
  /** As a field of the browser has it: `2026-11-21T14:05`, Beirut's clock. */
  drawAt: string
  place: string
  streamUrl: string
  representative: { name: string; office: string; documentNumber: string; verifierKey: string }
  witnesses: readonly WitnessFields[]
}

export const emptyWitness: WitnessFields = { name: '', title: '', office: '', documentNumber: '' }

export function fieldsOf({ mode, session }: DrawRoom): SessionFields {
  if (session === null)
    return {
      mode,
      drawAt: '',
      place: '',
      streamUrl: '',
      representative: { name: '', office: '', documentNumber: '', verifierKey: '' },
      witnesses: [],
    }
  const { verifierKey, ...representative } = session.representative
  return {
    mode: session.mode,
    drawAt: session.drawAt === null ? '' : wallClockOf(new Date(session.drawAt)),
    place: session.place,
    streamUrl: session.streamUrl ?? '',
    representative: { ...representative, verifierKey: verifierKey ?? '' },
    witnesses: session.witnesses,
  }
}

export const areSame = (one: SessionFields, other: SessionFields): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** What the shop knows a recorded session by. */
export const versionOf = ({ session }: DrawRoom): string => session?.recordedAt ?? 'none'

export function bodyOf(fields: SessionFields): object {
  const { drawAt, streamUrl, representative, witnesses, mode, place } = fields
  const { verifierKey, ...person } = representative
  const announcedAt = instantAt(drawAt)
  return {
    mode,
    place,
    ...(announcedAt !== null && { drawAt: announcedAt }),
    ...(streamUrl.trim() !== '' && { streamUrl: streamUrl.trim() }),
    representative: {
      ...person,
      ...(verifierKey.trim() !== '' && { verifierKey: verifierKey.trim() }),
    },
    witnesses: writtenOf(witnesses),
  }
}

/** Without those of whom nothing was written; of any other the shop says what is missing. */
export const writtenOf = (witnesses: readonly WitnessFields[]): readonly WitnessFields[] =>
  witnesses.filter((witness) => Object.values(witness).some((words) => words.trim() !== ''))
