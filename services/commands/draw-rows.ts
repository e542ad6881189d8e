// The rows beside a draw: erasable, and never asked what the result is.
import * as z from 'zod/mini'

import { annulReasons, forfeitReasons, postponeReasons } from '#events/raffle/reasons.ts'
import { drawRoles } from '#events/staff/roles.ts'

import type { SignedAct } from '../contract/admin-draws.ts'
import type { Queryable } from '../io/database.ts'

const witness = z.object({
  name: z.string(),
  title: z.string(),
  office: z.string(),
  documentNumber: z.string(),
})
const representative = z.object({
  name: z.string(),
  office: z.string(),
  documentNumber: z.string(),
  verifierKey: z.nullish(z.string()),
})

export type DrawSession = {
  drawId: string
  mode: 'beacon' | 'local' | 'physical'
  drawAt: Date | null
  place: string
  streamUrl: string | null
  witnesses: z.infer<typeof witness>[]
  representative: z.infer<typeof representative>
  recordedBy: string
  recordedAt: Date
  /** `recordedAt` to the microsecond: which of the sessions that were recorded this one is. */
  version: string
}

export async function readSession(
  database: Queryable,
  drawId: string,
): Promise<DrawSession | null> {
  const { rows } = await database.query<Record<string, unknown>>({
    name: 'draw_session',
    text: `
      select draw_id as "drawId", mode, draw_at as "drawAt", place, stream_url as "streamUrl",
             witnesses, representative, recorded_by as "recordedBy", recorded_at as "recordedAt",
             to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as version
        from draw_sessions
       where draw_id = $1`,
    values: [drawId],
  })
  const [row] = rows
  if (row === undefined) return null
  return {
    ...(row as DrawSession), // typed columns of this table; its two documents are parsed below
    witnesses: z.array(witness).parse(row.witnesses),
    representative: representative.parse(row.representative),
  }
}

export type NewSession = {
  logId: string
  session: Omit<DrawSession, 'recordedAt' | 'version'>
  /** When the one that was read was recorded; left out: whatever stands there. */
  ifVersion?: string | undefined
}

/** False: another one than `ifVersion` stands there. */
export async function writeSession(
  database: Queryable,
  { logId, session, ifVersion }: NewSession,
): Promise<boolean> {
  const { drawId, mode, drawAt, place, streamUrl, recordedBy } = session
  const { rows } = await database.query({
    name: 'draw_session_write',
    text: `
      insert into draw_sessions (draw_id, log_id, mode, draw_at, place, stream_url, witnesses,
                                 representative, recorded_by)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
          on conflict (draw_id) do update
         set mode = excluded.mode, draw_at = excluded.draw_at, place = excluded.place,
             stream_url = excluded.stream_url, witnesses = excluded.witnesses,
             representative = excluded.representative, recorded_by = excluded.recorded_by,
             recorded_at = clock_now()
       where $10 or date_trunc('milliseconds', draw_sessions.recorded_at) = $11
      returning draw_id`,
    values: [
      drawId,
      logId,
      mode,
      drawAt,
      place,
      streamUrl,
      JSON.stringify(session.witnesses),
      JSON.stringify(session.representative),
      recordedBy,
      ifVersion === undefined,
      instantIn(ifVersion),
    ],
  })
  return rows.length > 0
}

/** What is no instant is no version of a session. */
function instantIn(version: string | undefined): Date | null {
  const at = new Date(version ?? '')
  return Number.isNaN(at.getTime()) ? null : at
}

export async function namesOf(
  database: Queryable,
  people: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await database.query<{ id: string; name: string | null }>({
    name: 'draw_people',
    text: `
      select person_id as id, coalesce(full_name, email) as name
        from people
       where person_id = any($1)`,
    values: [people],
  })
  return new Map(rows.map(({ id, name }) => [id, name ?? '']))
}

/** Word for word, so that another reason or another paper is another act; null: it has none. */
const agreedTo = z.object({
  cause: z.nullable(z.enum([...postponeReasons, ...annulReasons, ...forfeitReasons])),
  /** Whose prize is forfeited. */
  place: z.nullable(z.number()),
  number: z.nullable(z.number()),
  signature: z.nullable(z.string()),
  paperSha256: z.nullable(z.string()),
  /** Of a seal: when the session it is made of was recorded. */
  session: z.nullable(z.string()),
})
export type AgreedTo = z.infer<typeof agreedTo>

export type SignOffRow = {
  act: SignedAct
  personId: string
  at: Date
  until: Date
  agreedTo: AgreedTo
}

/** Of a column that names a person: one who acts in the draw room to this day. */
const isOfRoom = (personId: string) => `exists (
  select from people as person
   where person.person_id = ${personId}
     and person.role in (${drawRoles.map((role) => `'${role}'`).join()})
     and person.disabled_at is null)`

/** Those that count: for a day, and as long as whoever agreed may agree. */
export async function readSignOffs(database: Queryable, drawId: string): Promise<SignOffRow[]> {
  const { rows } = await database.query<SignOffRow>({
    name: 'draw_sign_offs',
    text: `
      select act, person_id as "personId", signed_at as at,
             signed_at + interval '24 hours' as until, agreed_to as "agreedTo"
        from draw_sign_offs
       where draw_id = $1
         and agreed_to is not null
         and signed_at > clock_now() - interval '24 hours'
         and ${isOfRoom('draw_sign_offs.person_id')}
       order by signed_at, person_id`,
    values: [drawId],
  })
  return rows.map((row) => ({ ...row, agreedTo: agreedTo.parse(row.agreedTo) }))
}

export type SignOff = { drawId: string; act: SignedAct; to: AgreedTo; personId: string }

/** What one agrees to takes the place of what he agreed to before. False: he has, to the same. */
export async function signOff(
  database: Queryable,
  { drawId, act, to, personId }: SignOff,
): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'draw_sign_off',
    text: `
      insert into draw_sign_offs (draw_id, act, person_id, agreed_to)
      values ($1, $2, $3, $4)
          on conflict (draw_id, act, person_id) do update
         set agreed_to = excluded.agreed_to, signed_at = clock_now()
       where draw_sign_offs.agreed_to is distinct from excluded.agreed_to
          or draw_sign_offs.signed_at <= clock_now() - interval '24 hours'`,
    values: [drawId, act, personId, JSON.stringify(to)],
  })
  return rowCount > 0
}

/** What was agreed to is done or refused, or has changed under those who agreed. */
export async function clearSignOffs(
  database: Queryable,
  { drawId, act }: Pick<SignOff, 'drawId' | 'act'>,
): Promise<void> {
  await database.query({
    name: 'draw_sign_offs_clear',
    text: 'delete from draw_sign_offs where draw_id = $1 and act = $2',
    values: [drawId, act],
  })
}

/** False: there was none. */
export async function dropSignOff(
  database: Queryable,
  { drawId, act, personId }: Omit<SignOff, 'to'>,
): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'draw_sign_off_drop',
    text: 'delete from draw_sign_offs where draw_id = $1 and act = $2 and person_id = $3',
    values: [drawId, act, personId],
  })
  return rowCount > 0
}

export type Reading = { entropy: string; readBy: string; readAt: Date }

/** As an agreement: for a day, and of somebody who may read. */
export async function readReading(database: Queryable, drawId: string): Promise<Reading | null> {
  const { rows } = await database.query<Reading>({
    name: 'draw_reading',
    text: `
      select entropy, read_by as "readBy", read_at as "readAt"
        from draw_readings
       where draw_id = $1
         and read_at > clock_now() - interval '24 hours'
         and ${isOfRoom('draw_readings.read_by')}`,
    values: [drawId],
  })
  return rows[0] ?? null
}

/** A first reading replaces the one before it: whoever mistyped reads again. */
export async function writeReading(
  database: Queryable,
  { drawId, entropy, readBy }: { drawId: string; entropy: string; readBy: string },
): Promise<void> {
  await database.query({
    name: 'draw_reading_write',
    text: `
      insert into draw_readings (draw_id, entropy, read_by)
      values ($1, $2, $3)
          on conflict (draw_id) do update
         set entropy = excluded.entropy, read_by = excluded.read_by, read_at = clock_now()`,
    values: [drawId, entropy, readBy],
  })
}

export async function dropReading(database: Queryable, drawId: string): Promise<void> {
  await database.query({
    name: 'draw_reading_drop',
    text: 'delete from draw_readings where draw_id = $1',
    values: [drawId],
  })
}

export type Claim = {
  place: number
  announcedAt: Date
  mayShowName: boolean
  shownName: string | null
  checkedAt: Date | null
}

export async function readClaims(database: Queryable, drawId: string): Promise<Claim[]> {
  const { rows } = await database.query<Claim>({
    name: 'draw_claims',
    text: `
      select place, announced_at as "announcedAt", may_show_name as "mayShowName",
             shown_name as "shownName", checked_at as "checkedAt"
        from draw_claims
       where draw_id = $1
       order by place`,
    values: [drawId],
  })
  return rows
}

/** The first time counts; false: it was not. Of a reserve that takes the prize nobody is told. */
export async function announce(
  database: Queryable,
  claim: { drawId: string; place: number; by: string; at?: string },
): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'draw_announce',
    text: `
      insert into draw_claims (draw_id, place, announced_at, announced_by, told_up_to)
      values ($1, $2, coalesce($3, clock_now()), $4, 0)
          on conflict do nothing`,
    values: [claim.drawId, claim.place, claim.at ?? null, claim.by],
  })
  return rowCount > 0
}

export type Contact = { channel: string; note: string; by: string; at: Date }

export async function readContacts(
  database: Queryable,
  { drawId, place }: { drawId: string; place: number },
): Promise<Contact[]> {
  const { rows } = await database.query<Contact>({
    name: 'draw_contacts',
    text: `
      select channel, note, noted_by as by, noted_at as at
        from draw_contacts
       where draw_id = $1 and place = $2
       order by noted_at`,
    values: [drawId, place],
  })
  return rows
}

export type Release = { orderId: string; tickets: number; answer: string; at: Date }

export async function readReleases(database: Queryable, logId: string): Promise<Release[]> {
  const { rows } = await database.query<Release>({
    name: 'draw_releases',
    text: `
      select order_id as "orderId", tickets, answer, released_at as at
        from draw_releases
       where log_id = $1
       order by released_at, order_line_id`,
    values: [logId],
  })
  return rows
}
