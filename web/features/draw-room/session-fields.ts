// The session as text fields, and as the call takes it. Pure.
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
    drawAt: session.drawAt === null ? '' : beirutField(session.drawAt),
    place: session.place,
    streamUrl: session.streamUrl ?? '',
    representative: { ...representative, verifierKey: verifierKey ?? '' },
    witnesses: session.witnesses,
  }
}

export function bodyOf(fields: SessionFields): object {
  const { drawAt, streamUrl, representative, witnesses, mode, place } = fields
  const { verifierKey, ...person } = representative
  return {
    mode,
    place,
    ...(drawAt !== '' && { drawAt: beirutInstant(drawAt) }),
    ...(streamUrl.trim() !== '' && { streamUrl: streamUrl.trim() }),
    representative: {
      ...person,
      ...(verifierKey.trim() !== '' && { verifierKey: verifierKey.trim() }),
    },
    witnesses: witnesses.filter(({ name }) => name.trim() !== ''),
  }
}

const beirut = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Beirut',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** `2026-11-21T14:05` on Beirut's clock. */
export const beirutField = (instant: string): string =>
  beirut.format(new Date(instant)).replace(', ', 'T')

/** The instant at which Beirut's clock shows this; two steps settle the hour of summer time. */
export function beirutInstant(field: string): string {
  const wantedMs = Date.parse(`${field}:00.000Z`)
  let atMs = wantedMs
  for (let step = 0; step < 2; step++) {
    const shownMs = Date.parse(`${beirutField(new Date(atMs).toISOString())}:00.000Z`)
    atMs += wantedMs - shownMs
  }
  return new Date(atMs).toISOString()
}
