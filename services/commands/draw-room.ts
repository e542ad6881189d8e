// The draw room: the live draw, and what only the people in the room see and may do next.
import { entropyMessage } from '#events/draw/representative.ts'
import { hexOf } from '#events/kernel/bytes.ts'
import type { RaffleId } from '#events/kernel/ids.ts'

import type { DrawRoom } from '../contract/admin-draws.ts'
import type { Queryable } from '../io/database.ts'
import { representativeOf } from './draw-acts.ts'
import { roomActs } from './draw-acts-open.ts'
import { personOfTicket } from './draw-claim.ts'
import { settlesAt } from './draw-facts.ts'
import { padded } from './draw-journey.ts'
import { liveDrawOf, readView, type DrawView, type LiveNeeds } from './draw-live.ts'
import {
  namesOf,
  readContacts,
  readReading,
  readReleases,
  readSignOffs,
  type Contact,
  type Reading,
  type Release,
  type SignOffRow,
} from './draw-rows.ts'
import { lastWitnessedBody } from './draw-stop.ts'

export type RoomViewer = {
  personId: string
  /** The regulator and the auditor see the draw, not the people. */
  maySeePeople: boolean
  /** Runs the draw, is the second person of one who does, or only watches. */
  part: 'runs' | 'seconds' | 'watches'
}

/** What stands beside the view for the people in the room. */
export type RoomRows = {
  reading: Reading | null
  signOffs: SignOffRow[]
  releases: Release[]
  contacts: Contact[]
  names: ReadonlyMap<string, string>
}

export async function readDrawRoom(
  needs: LiveNeeds,
  raffleId: RaffleId,
  viewer: RoomViewer,
): Promise<DrawRoom> {
  const view = await readView(needs, raffleId)
  const rows = await readRows(needs.database, view)
  return {
    ...liveDrawOf(needs, view),
    session: sessionOf(view, rows, viewer),
    settlement: {
      held: view.now.held,
      settlesAt: settlesAt(view.now, needs),
      released: rows.releases.map(({ at, ...release }) => ({ ...release, at: at.toISOString() })),
    },
    firstReading: readingOf(rows, viewer),
    signOffs: rows.signOffs.map((row) => signOffOf(row, rows, viewer)),
    toSign: await toSign(needs, view, rows),
    lastWitnessed: await lastWitnessed(needs, view),
    holder: await holderOf(needs, view, viewer),
    contacts: rows.contacts.map(({ channel, note, by, at }) => ({
      channel: channel as DrawRoom['contacts'][number]['channel'], // a CHECK of the column
      note: viewer.maySeePeople ? note : '',
      by: nameOf(rows, by),
      at: at.toISOString(),
    })),
    acts: roomActs(needs, { view, rows, viewer }),
  }
}

async function readRows(database: Queryable, { now, session }: DrawView): Promise<RoomRows> {
  const { drawId, logId, raffle } = now
  const place = raffle.draw?.holder?.place ?? 0
  const [reading, signOffs, releases, contacts] = await Promise.all([
    readReading(database, drawId),
    readSignOffs(database, drawId),
    readReleases(database, logId),
    readContacts(database, { drawId, place }),
  ])
  const people = [
    ...signOffs.map(({ personId }) => personId),
    ...contacts.map(({ by }) => by),
    ...(reading === null ? [] : [reading.readBy]),
    ...(session === null ? [] : [session.recordedBy]),
  ]
  return { reading, signOffs, releases, contacts, names: await namesOf(database, people) }
}

const nameOf = ({ names }: RoomRows, personId: string) => names.get(personId) ?? ''

function sessionOf({ session }: DrawView, rows: RoomRows, viewer: RoomViewer) {
  if (session === null) return null
  const { mode, drawAt, place, streamUrl, witnesses, representative } = session
  const hidden = viewer.maySeePeople ? {} : { documentNumber: '' }
  return {
    mode,
    drawAt: drawAt?.toISOString() ?? null,
    place,
    streamUrl,
    witnesses: witnesses.map((witness) => ({ ...witness, ...hidden })),
    representative: {
      ...representative,
      verifierKey: representative.verifierKey ?? null,
      ...hidden,
    },
    recordedAt: session.recordedAt.toISOString(),
    recordedBy: nameOf(rows, session.recordedBy),
  }
}

function signOffOf(
  { act, personId, at, until, agreedTo }: SignOffRow,
  rows: RoomRows,
  viewer: RoomViewer,
): DrawRoom['signOffs'][number] {
  const { cause, place, number, signature, paperSha256 } = agreedTo
  return {
    act,
    staffId: personId,
    name: nameOf(rows, personId),
    isMine: personId === viewer.personId,
    at: at.toISOString(),
    until: until.toISOString(),
    cause,
    number: number === null ? null : padded(number),
    place,
    signature,
    paperSha256,
  }
}

function readingOf({ reading, ...rows }: RoomRows, viewer: RoomViewer): DrawRoom['firstReading'] {
  if (reading === null) return null
  const { readBy, readAt } = reading
  return {
    name: rows.names.get(readBy) ?? '',
    isMine: readBy === viewer.personId,
    at: readAt.toISOString(),
  }
}

/** What the representative's key signs once the dice have been read; null where there is no key. */
async function toSign(
  { database }: LiveNeeds,
  { now, seal }: DrawView,
  { reading }: RoomRows,
): Promise<DrawRoom['toSign']> {
  if (reading === null || seal === null || now.current?.entropy !== null) return null
  const { key } = await representativeOf(database, now.drawId)
  if (key === null) return null
  const { entropy } = reading
  const message = entropyMessage({ drawId: now.drawId, sealBody: seal.body, entropy })
  return { act: 'entropy', message: hexOf(message) }
}

/** The same line that decides in `postponeDraw` what the representative signs. */
async function lastWitnessed(needs: LiveNeeds, { now, at }: DrawView): Promise<string | null> {
  const { current } = now
  const isLate = current?.seal.mode === 'beacon' && at >= current.seal.roundAt
  return isLate && current.result === null ? lastWitnessedBody(needs, now) : null
}

async function holderOf(
  needs: LiveNeeds,
  { now, claims }: DrawView,
  { maySeePeople }: RoomViewer,
): Promise<DrawRoom['holder']> {
  const holder = now.current === null ? null : (now.raffle.draw?.holder ?? null)
  if (holder === null) return null
  const person = maySeePeople ? await personOfTicket(needs, now, holder.number) : null
  const claim = claims.find(({ place }) => place === holder.place)
  return {
    number: padded(holder.number),
    place: holder.place,
    name: person?.name ?? null,
    phone: person?.phone ?? null,
    orderId: person?.orderId ?? null,
    isIdentityChecked: claim?.checkedAt != null,
    hasNameConsent: claim?.mayShowName ?? false,
    shownName: claim?.shownName ?? null,
  }
}
