// The row of somebody who is invited. It is there before the fact that he was: who dies between the
// two leaves a row that nobody can use, and the next invitation to that e-mail takes it over.
import { Rejection } from '#events/kernel/rejection.ts'
import { staffDecider } from '#events/staff/decide.ts'
import type { StaffRole } from '#events/staff/events.ts'

import { newId } from '../ids.ts'
import type { Queryable } from '../io/database.ts'
import { readState } from './change-stream.ts'
import type { StaffNeeds } from './staff.ts'

type NewMember = {
  email: string
  fullName: string
  role: StaffRole
  phone: string | null
  passwordHash: string
}

/** Null: somebody on the staff has this e-mail. */
export async function insertMember(database: Queryable, member: NewMember): Promise<string | null> {
  const { rows } = await database.query<{ person_id: string }>({
    name: 'staff_insert',
    text: `insert into people (person_id, full_name, email, role, password_hash, staff_phone,
                               must_change_password, created_at)
           values ($1, $2, $3, $4, $5, $6, true, clock_now())
               on conflict (lower(email)) where role is not null do nothing
        returning person_id`,
    values: [
      newId<string>(),
      member.fullName,
      member.email.trim().toLowerCase(),
      member.role,
      member.passwordHash,
      member.phone,
    ],
  })
  return rows[0]?.person_id ?? null
}

/** An invitation that died before its fact: its row is nobody's account yet. */
export async function findCutShort(
  { database, store }: Pick<StaffNeeds, 'database' | 'store'>,
  email: string,
): Promise<string> {
  const { rows } = await database.query<{ person_id: string }>({
    name: 'staff_by_email_alone',
    text: 'select person_id from people where lower(email) = $1 and role is not null',
    values: [email.trim().toLowerCase()],
  })
  const [row] = rows
  if (row !== undefined) {
    const { state } = await readState(store, staffDecider, `staff/${row.person_id}`)
    if (state.status === 'none') return row.person_id
  }
  throw new Rejection('already_invited', 'Somebody on the staff has this e-mail already.')
}

export async function writeMember(
  database: Queryable,
  { personId, fullName, role, passwordHash, phone }: NewMember & { personId: string },
): Promise<void> {
  await database.query({
    name: 'staff_rewrite',
    text: `update people
              set full_name = $2, role = $3, password_hash = $4, staff_phone = $5,
                  must_change_password = true
            where person_id = $1`,
    values: [personId, fullName, role, passwordHash, phone],
  })
}
