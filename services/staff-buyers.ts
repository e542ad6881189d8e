// Who of the customers is on the staff, in memory: there are a dozen of them, and every purchase
// asks. Read anew every few seconds, and at once where an account was changed; the other processes
// are told to look.
import * as z from 'zod/mini'

import { staffRoles } from '#events/staff/roles.ts'

import type { Database } from './io/database.ts'
import { every } from './io/timers.ts'

const memberRow = z.object({
  personId: z.string(),
  role: z.enum(staffRoles),
  email: z.string(),
  phone: z.nullable(z.string()),
})
export type StaffMemberRow = z.infer<typeof memberRow>
export type StaffBuyer = Pick<StaffMemberRow, 'personId' | 'role'>

/** Phones in E.164. */
export type BuyerNames = { phones: readonly string[]; email: string | null }

export type StaffBuyers = {
  /** Everybody on the staff who has one of these numbers or this e-mail. */
  among: (buyer: BuyerNames) => readonly StaffBuyer[]
  refresh: () => Promise<void>
  stop: () => Promise<void>
}

/** A shop without staff, for what sells without knowing any. */
export const noStaff: Pick<StaffBuyers, 'among'> = { among: () => [] }

const REFRESH_MS = 5_000

export async function openStaffBuyers({
  database,
  failed,
}: {
  database: Database
  /** The database could not be asked: who is known stays known. */
  failed: (error: unknown) => void
}): Promise<StaffBuyers> {
  let known = byName(await read(database))
  const repeating = every(
    'staff buyers refresh',
    REFRESH_MS,
    async () => void (known = byName(await read(database))),
    failed,
  )
  return {
    among: ({ phones, email }) => {
      const names = email === null ? phones : [...phones, email.trim().toLowerCase()]
      return names.flatMap((name) => known.get(name) ?? [])
    },
    refresh: repeating.now,
    stop: repeating.stop,
  }
}

/** Phones and e-mails in one map: a number holds no @. */
function byName(rows: readonly StaffMemberRow[]): ReadonlyMap<string, readonly StaffBuyer[]> {
  const named = rows.flatMap((row) => [
    { name: row.email.toLowerCase(), row },
    ...(row.phone === null ? [] : [{ name: row.phone, row }]),
  ])
  const groups = Map.groupBy(named, ({ name }) => name)
  return new Map([...groups].map(([name, members]) => [name, members.map(({ row }) => row)]))
}

async function read(database: Database): Promise<StaffMemberRow[]> {
  const { rows } = await database.query({
    name: 'staff_buyers',
    text: `select person_id as "personId", role, email, staff_phone as phone
             from people
            where role is not null and disabled_at is null`,
  })
  return rows.map((row) => memberRow.parse(row))
}
