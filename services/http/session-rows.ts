// The rows behind sessions, and the person each of them speaks for.
import type { StaffRole } from '#events/staff/events.ts'

import { openRowBatcher } from '../commands/row-batcher.ts'
import type { RowBatcher } from '../commands/row-batcher.ts'
import type { Database, Queryable } from '../io/database.ts'

export type SessionKind = 'guest' | 'customer' | 'admin'

export type Person = {
  personId: string
  fullName: string | null
  email: string | null
  phone: string | null
  isPhoneVerified: boolean
  role: StaffRole | null
  mustChangePassword: boolean
}

export type SessionRow = {
  sessionId: string
  kind: SessionKind
  expiresAt: Date
  person: Person | null
  proof: Proof
}

/**
 * Of staff: whether this session gave a second factor. `fresh`: within five minutes; `missing`: it
 * must still be given, or there is none yet; `not needed`: nobody asks for one.
 */
export type Proof = 'not needed' | 'missing' | 'old' | 'fresh'

/** `strict`: of everybody; `basic`: of whoever has set one up. */
export type AdminSecurity = 'strict' | 'basic'

export const DAY_MS = 86_400_000
export const lifeMs = { guest: 30 * DAY_MS, customer: 30 * DAY_MS, admin: 8 * 3_600_000 } as const

const findLive = `
select s.session_id, s.kind, s.expires_at, s.last_seen_at, s.person_id,
       p.full_name, p.email, p.phone, p.phone_verified_at, p.role, p.must_change_password,
       s.last_seen_at < clock_now() - interval '1 minute' as is_stale,
       s.proven_at is not null as is_proven,
       coalesce(s.proven_at > clock_now() - interval '5 minutes', false) as is_fresh,
       s.kind = 'admin'
         and (exists (select from staff_totp t
                       where t.person_id = s.person_id and t.confirmed_at is not null)
              or exists (select from staff_passkeys k
                          where k.person_id = s.person_id)) as has_factor
  from sessions s
  left join people p using (person_id)
 where s.session_id = any($1::uuid[])
   and s.revoked_at is null
   and s.expires_at > clock_now()
   and p.disabled_at is null
   and (s.kind = 'guest' or p.person_id is not null)
   and (s.kind <> 'admin'
        or (p.role is not null and s.last_seen_at > clock_now() - interval '30 minutes'))`

type FoundRow = {
  session_id: string
  kind: SessionKind
  expires_at: Date
  is_stale: boolean
  person_id: string | null
  full_name: string | null
  email: string | null
  phone: string | null
  phone_verified_at: Date | null
  role: StaffRole | null
  must_change_password: boolean | null
  is_proven: boolean
  is_fresh: boolean
  has_factor: boolean
}

/** Null: ended, revoked, idle for too long, or its person is disabled. */
export type SessionFinds = RowBatcher<AskedSession, SessionRow | null>

/** `isBackground`: a page asked by itself, which is no use of the session. */
export type AskedSession = { sessionId: string; isBackground: boolean }

/** Whoever asks at the same time shares a statement: thousands of browsers poll. */
export const openSessionFinds = (database: Queryable, security: AdminSecurity): SessionFinds =>
  openRowBatcher({ name: 'find sessions', run: (asked) => findSessions(database, security, asked) })

async function findSessions(
  database: Queryable,
  security: AdminSecurity,
  asked: readonly AskedSession[],
): Promise<(SessionRow | null)[]> {
  const { rows } = await database.query<FoundRow>({
    name: 'session_find',
    text: findLive,
    values: [asked.map(({ sessionId }) => sessionId)],
  })
  const used = new Set(asked.flatMap((one) => (one.isBackground ? [] : [one.sessionId])))
  const stale = rows
    .filter((row) => row.is_stale && used.has(row.session_id))
    .map((row) => row.session_id)
  if (stale.length > 0) await touch(database, stale)
  const found = new Map(rows.map((row) => [row.session_id, rowOf(row, security)]))
  return asked.map(({ sessionId }) => found.get(sessionId) ?? null)
}

const rowOf = (row: FoundRow, security: AdminSecurity): SessionRow => ({
  sessionId: row.session_id,
  kind: row.kind,
  expiresAt: row.expires_at,
  person: row.person_id === null ? null : personOf(row, row.person_id),
  proof: proofOf(row, security),
})

function proofOf(
  { kind, is_proven, is_fresh, has_factor }: FoundRow,
  security: AdminSecurity,
): Proof {
  if (kind !== 'admin' || (security === 'basic' && !has_factor)) return 'not needed'
  if (!is_proven) return 'missing'
  return is_fresh ? 'fresh' : 'old'
}

function personOf(row: FoundRow, personId: string): Person {
  return {
    personId,
    fullName: row.full_name,
    email: row.email,
    phone: row.phone,
    isPhoneVerified: row.phone_verified_at !== null,
    role: row.role,
    mustChangePassword: row.must_change_password ?? false,
  }
}

async function touch(database: Queryable, sessionIds: readonly string[]): Promise<void> {
  await database.query({
    name: 'session_touch',
    text: 'update sessions set last_seen_at = clock_now() where session_id = any($1::uuid[])',
    values: [sessionIds],
  })
}

/** From now on the session has given its second factor; for five minutes that is fresh. */
export async function markProven(database: Queryable, sessionId: string): Promise<void> {
  await database.query({
    name: 'session_proven',
    text: 'update sessions set proven_at = clock_now() where session_id = $1',
    values: [sessionId],
  })
}

export type NewSession = {
  sessionId: string
  kind: SessionKind
  personId: string | null
  expiresAt: Date
  /** Of who signs in: what the browser says of itself. */
  device: string | null
}

/**
 * Answers whether the row is new: an id that is derived may be there already.
 * Thousands of first visits a second share their statements. Not waited for by the disk: what a
 * browser does next is, and takes the session's row along; a sign-in that is lost is done again.
 */
export function openSessionInserts(database: Database) {
  return openRowBatcher<NewSession, boolean>({
    name: 'sessions',
    run: async (items) => {
      const { rows } = await database.query<{ session_id: string }>({
        name: 'session_insert',
        text: `
          insert into sessions
                 (session_id, kind, person_id, created_at, last_seen_at, expires_at, device)
          select session_id, kind, person_id, now_at, now_at, expires_at, device
            from unnest($1::uuid[], $2::text[], $3::uuid[], $4::timestamptz[], $5::text[])
                   as item (session_id, kind, person_id, expires_at, device),
                 clock_now() as now_at
              on conflict do nothing
       returning session_id, set_config('synchronous_commit', 'off', true)`,
        values: [
          items.map(({ sessionId }) => sessionId),
          items.map(({ kind }) => kind),
          items.map(({ personId }) => personId),
          items.map(({ expiresAt }) => expiresAt),
          items.map(({ device }) => device),
        ],
      })
      const inserted = new Set(rows.map((row) => row.session_id))
      return items.map(({ sessionId }) => inserted.has(sessionId))
    },
  })
}

type Revoked =
  | { sessionIds: readonly string[]; personId?: string }
  | { personId: string; exceptSessionId: string | null; kind?: SessionKind }

/** With both a person and ids: those ids, if they are that person's. */
export async function revokeSessions(database: Queryable, which: Revoked): Promise<string[]> {
  const byId = 'sessionIds' in which
  const { rows } = await database.query<{ session_id: string }>({
    name: byId ? 'sessions_revoke' : 'sessions_revoke_person',
    text: `update sessions set revoked_at = clock_now()
            where revoked_at is null and ${
              byId
                ? 'session_id = any($1::uuid[]) and ($2::uuid is null or person_id = $2)'
                : 'person_id = $1 and session_id is distinct from $2::uuid ' +
                  'and kind = coalesce($3, kind)'
            }
        returning session_id`,
    values: byId
      ? [which.sessionIds, which.personId ?? null]
      : [which.personId, which.exceptSessionId, which.kind ?? null],
  })
  return rows.map((row) => row.session_id)
}

/** What a browser might see as a guest it may still see once signed in (docs/security.md, K12). */
export async function carryOrders(
  database: Queryable,
  { fromSessionId, toSessionId }: { fromSessionId: string; toSessionId: string },
): Promise<void> {
  await database.query({
    name: 'session_carry_orders',
    text: `insert into order_openings (session_id, order_id)
           select $2::uuid, order_id from order_openings where session_id = $1
            union
           select $2::uuid, order_id from order_contacts where session_id = $1
               on conflict do nothing`,
    values: [fromSessionId, toSessionId],
  })
}
