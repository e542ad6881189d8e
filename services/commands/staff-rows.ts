// What is shown of staff: the list, one person, and the history of sign-ins.
import type { StaffRole } from '#events/staff/events.ts'

import type { SignInKind } from '../contract/admin-staff.ts'
import type { Queryable } from '../io/database.ts'
import { isLive } from './live-sessions.ts'
import type { SignInOutcome } from './sign-in-history.ts'

export type StaffRow = {
  person_id: string
  email: string
  full_name: string | null
  staff_phone: string | null
  role: StaffRole
  must_change_password: boolean
  disabled_at: Date | null
  created_at: Date
  is_invited: boolean
  /** He was invited, did not come in time, and needs another link. */
  is_link_over: boolean
  has_totp: boolean
  passkeys: number
  sessions: number
  last_sign_in_at: Date | null
}

const columns = `
  person.person_id, person.email, person.full_name, person.staff_phone, person.role,
  person.must_change_password, person.disabled_at, person.created_at,
  exists (select from staff_invitations as invitation
           where invitation.person_id = person.person_id
             and invitation.ended_at is null
             and invitation.expires_at > clock_now()) as is_invited,
  person.must_change_password
    and exists (select from staff_invitations as invitation
                 where invitation.person_id = person.person_id and invitation.ended_at is null)
    and not exists (select from staff_invitations as invitation
                     where invitation.person_id = person.person_id
                       and invitation.ended_at is null
                       and invitation.expires_at > clock_now()) as is_link_over,
  exists (select from staff_totp as totp
           where totp.person_id = person.person_id
             and totp.confirmed_at is not null) as has_totp,
  (select count(*) from staff_passkeys as passkey
    where passkey.person_id = person.person_id) as passkeys,
  (select count(*) from sessions as session
    where session.person_id = person.person_id
      and session.kind = 'admin'
      and ${isLive('session')}) as sessions,
  (select max(sign_in.at) from staff_sign_ins as sign_in
    where sign_in.person_id = person.person_id
      and sign_in.outcome = 'signed_in') as last_sign_in_at`

export async function listStaff(
  database: Queryable,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: StaffRow[]; total: number }> {
  const { rows } = await database.query<StaffRow>({
    name: 'staff_list',
    text: `select ${columns}
             from people as person
            where person.role is not null
            order by person.disabled_at is not null, person.created_at, person.person_id
            limit $1 offset $2`,
    values: [limit, offset],
  })
  const counted = await database.query<{ n: number }>({
    name: 'staff_count',
    text: 'select count(*) as n from people where role is not null',
  })
  return { rows, total: counted.rows[0]?.n ?? 0 }
}

export async function readMember(database: Queryable, personId: string): Promise<StaffRow | null> {
  const { rows } = await database.query<StaffRow>({
    name: 'staff_one',
    text: `select ${columns}
             from people as person
            where person.person_id = $1 and person.role is not null`,
    values: [personId],
  })
  return rows[0] ?? null
}

export type SignInRow = { at: Date; outcome: SignInOutcome; address: string; device: string }

const outcomesOf: Readonly<Record<SignInKind, readonly SignInOutcome[]>> = {
  succeeded: ['signed_in', 'proven'],
  refused: ['wrong_password', 'closed', 'wrong_proof'],
}

/** Newest first; of one kind, or all of them. */
export async function signInHistory(
  database: Queryable,
  personId: string,
  { kind, limit, offset }: { kind?: SignInKind | undefined; limit: number; offset: number },
): Promise<{ rows: SignInRow[]; total: number }> {
  const wanted = `person_id = $1 and ($2::text[] is null or outcome = any($2))`
  const outcomes = kind === undefined ? null : outcomesOf[kind]
  const { rows } = await database.query<SignInRow>({
    name: 'staff_sign_in_history',
    text: `select at, outcome, address, device
             from staff_sign_ins
            where ${wanted}
            order by at desc, sign_in_id
            limit $3 offset $4`,
    values: [personId, outcomes, limit, offset],
  })
  const counted = await database.query<{ n: number }>({
    name: 'staff_sign_in_count',
    text: `select count(*) as n from staff_sign_ins where ${wanted}`,
    values: [personId, outcomes],
  })
  return { rows, total: counted.rows[0]?.n ?? 0 }
}

export type MemberStatus = 'enabled' | 'invited' | 'link_over' | 'disabled'

export function statusOf(row: StaffRow): MemberStatus {
  if (row.disabled_at !== null) return 'disabled'
  if (row.is_invited) return 'invited'
  return row.is_link_over ? 'link_over' : 'enabled'
}
