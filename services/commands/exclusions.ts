// The exclude list as staff read it. A number stands in it as a keyed hash alone, so whose it is
// comes from where it was excluded, a customer or an order, and is told only while that has the
// same number still. Who was erased, or has another number since, is listed without name and
// number; so is what was excluded before anybody wrote down where. Each is lifted by its id.
import * as z from 'zod/mini'

import { Rejection } from '#events/kernel/rejection.ts'

import { exclusionReasons } from '../contract/admin-customers.ts'
import type { ExclusionRow, LiftExclusionRequest } from '../contract/admin-customers.ts'
import type { Queryable } from '../io/database.ts'
import type { LimitNeeds } from './account-limits.ts'
import type { Actor } from './audit.ts'
import { readmit } from './exclude-customer.ts'
import type { ExclusionNeeds } from './exclude-customer.ts'
import { recordAct } from './staff-acts.ts'

type Page = { limit: number; offset: number }

const exclusionRow = z.object({
  id: z.string(),
  person_key: z.string(),
  since: z.date(),
  by_id: z.nullable(z.string()),
  by_name: z.nullable(z.string()),
  reason: z.nullable(z.enum(exclusionReasons)),
  customer_id: z.nullable(z.string()),
  order_id: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  full_name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
})
type Found = z.infer<typeof exclusionRow>

/** Of a row without an id of its own it is made of the hash, which tells nobody a number. */
const ID = `
  coalesce(exclusion_id,
           left(encode(sha256(convert_to(person_key, 'UTF8')), 'hex'), 32)::uuid)`

/** Newest first. */
export async function listExclusions(
  needs: LimitNeeds,
  page: Page,
): Promise<{ data: ExclusionRow[]; total: number }> {
  const { database, personKeyOf } = needs
  const [found, total] = await Promise.all([readPage(database, page), countAll(database)])
  return { data: found.map((row) => onWire(row, personKeyOf)), total }
}

async function readPage(database: Queryable, { limit, offset }: Page): Promise<Found[]> {
  const { rows } = await database.query({
    name: 'exclusions',
    text: `
      select own.*, known.reference, coalesce(member.full_name, member.email) as by_name,
             coalesce(customer.full_name, contact.name) as full_name,
             coalesce(customer.phone, contact.phone) as phone
        from (select ${ID} as id, person_key, excluded_by_staff_at as since,
                     excluded_by as by_id, excluded_reason as reason,
                     case when excluded_subject like 'customer/%'
                          then split_part(excluded_subject, '/', 2)::uuid end as customer_id,
                     case when excluded_subject like 'order/%'
                          then split_part(excluded_subject, '/', 2)::uuid end as order_id
                from buying_limits
               where excluded_by_staff_at is not null
               order by excluded_by_staff_at desc, person_key
               limit $1 offset $2) as own
        left join people as customer on customer.person_id = own.customer_id
        left join order_contacts as contact on contact.order_id = own.order_id
        left join order_status as known on known.order_id = own.order_id
        left join people as member on member.person_id = own.by_id
       order by own.since desc, own.person_key`,
    values: [limit, offset],
  })
  return rows.map((row) => exclusionRow.parse(row))
}

async function countAll(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ total: number }>({
    name: 'exclusions_count',
    text: 'select count(*) as total from buying_limits where excluded_by_staff_at is not null',
  })
  return rows[0]?.total ?? 0
}

function onWire(row: Found, personKeyOf: LimitNeeds['personKeyOf']): ExclusionRow {
  const holder = holderOf(row, personKeyOf)
  const isKnown = holder === 'known'
  return {
    id: row.id,
    holder,
    fullName: isKnown ? row.full_name : null,
    phone: isKnown ? row.phone : null,
    customerId: row.customer_id,
    orderId: row.order_id,
    reference: row.reference,
    since: row.since.toISOString(),
    by: row.by_name,
    reason: row.reason,
  }
}

/** An erasure takes away where it was excluded, and leaves who did it. */
function holderOf(row: Found, personKeyOf: LimitNeeds['personKeyOf']): ExclusionRow['holder'] {
  if (row.customer_id === null && row.order_id === null)
    return row.by_id === null ? 'unknown' : 'erased'
  if (row.phone === null) return 'erased'
  return personKeyOf(row.phone) === row.person_key ? 'known' : 'changed'
}

type Lifting = LiftExclusionRequest & { exclusionId: string; actor: Actor }

/** The act first: without it nobody is let in again. */
export async function liftExclusion(
  needs: ExclusionNeeds,
  { exclusionId, reason, note = null, actor }: Lifting,
): Promise<void> {
  const found = await findExclusion(needs.database, exclusionId)
  if (found === undefined) throw new Rejection('not_found', 'This exclusion is over')
  const { person_key: personKey, excluded_subject: subject } = found
  const details = { reason, ...(note !== null && { note }) }
  const kind = 'exclusion_lifted'
  await recordAct(needs, { kind, actor, ...(subject !== null && { subject }), details })
  await readmit(needs.database, personKey)
}

type Excluded = { person_key: string; excluded_subject: string | null }

async function findExclusion(database: Queryable, id: string): Promise<Excluded | undefined> {
  const { rows } = await database.query<Excluded>({
    name: 'exclusion',
    text: `select person_key, excluded_subject
             from buying_limits
            where excluded_by_staff_at is not null and ${ID} = $1`,
    values: [id],
  })
  return rows[0]
}
