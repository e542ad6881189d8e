// Names for the subjects and actors of the audit trail, and the way back: from what people call a
// thing to its id. Names are read as they are now; facts hold ids alone.
import { uuidPattern } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import { phoneDigits } from '#projections/phone-digits.ts'

import type { FoundSubject, SubjectKind } from '../contract/admin-audit.ts'
import type { Queryable } from '../io/database.ts'

export type Named = { name: string | null; role: string | null }

/** By `kind/id`, as streams are called; people under `person/<id>`. */
export async function namesOfAll(
  database: Queryable,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, Named>> {
  const { rows } = await database.query<{ key: string; name: string | null; role: string | null }>({
    name: 'audit_names',
    text: `
    select 'order/' || order_id as key, reference as name, null as role
      from order_status where order_id = any($1::uuid[])
    union all
    select 'raffle/' || raffle_id, words ->> 'name', null
      from raffle_board_page where raffle_id = any($2::uuid[])
    union all
    select 'product/' || product_id, state ->> 'name', null
      from product_shelf where product_id = any($3::uuid[])
    union all
    select 'person/' || person_id, coalesce(full_name, email, phone), role
      from people where person_id = any($4::uuid[])`,
    values: [
      idsOf(subjects, ['order']),
      idsOf(subjects, ['raffle', 'raffle-page']),
      idsOf(subjects, ['product']),
      idsOf(subjects, ['customer', 'staff', 'person']),
    ],
  })
  return new Map(rows.map(({ key, name, role }) => [key, { name, role }]))
}

function idsOf(subjects: readonly string[], kinds: readonly string[]): string[] {
  const ids = new Set<string>()
  for (const subject of subjects) {
    const { kind, id } = partsOf(subject)
    if (kinds.includes(kind) && uuidPattern.test(id)) ids.add(id)
  }
  return [...ids]
}

export function partsOf(stream: string): { kind: string; id: string } {
  const at = stream.indexOf('/')
  return at === -1
    ? { kind: stream, id: '' }
    : { kind: stream.slice(0, at), id: stream.slice(at + 1) }
}

/** The key under which `namesOfAll` answers for a stream or an actor. */
export function nameKey({ kind, id }: { kind: string; id: string }): string {
  if (kind === 'raffle-page') return `raffle/${id}`
  return kind === 'customer' || kind === 'staff' ? `person/${id}` : `${kind}/${id}`
}

/**
 * Each query takes what was typed, the id when it is one, and what may be a part: an order's short
 * id, the digits of a phone. What names one thing alone (`is_own`) stands before what several may
 * be called; `apart` tells those apart.
 */
const finders: Readonly<Record<SubjectKind, string>> = {
  order: `select order_id as id, reference as name, reference as apart,
                 coalesce(order_id = $2::uuid, false) or reference = upper($1) as is_own
            from order_status
           where order_id = $2::uuid or reference = upper($1)
              or order_id between ($3 || '-0000-0000-0000-000000000000')::uuid
                              and ($3 || '-ffff-ffff-ffff-ffffffffffff')::uuid`,
  raffle: `select ledger.raffle_id as id,
                  concat_ws(' · ', ledger.state ->> 'raffleNumber', page.words ->> 'name') as name,
                  coalesce(ledger.state ->> 'raffleNumber', ledger.raffle_id::text) as apart,
                  ledger.raffle_id is not distinct from $2::uuid
                    or ledger.state ->> 'raffleNumber' = upper($1) as is_own
             from raffle_board_ledger as ledger
             left join raffle_board_page as page using (raffle_id)
            where ledger.raffle_id = $2::uuid
               or ledger.state ->> 'raffleNumber' = upper($1)
               or lower(page.words ->> 'name') = lower($1)`,
  product: `select product_id as id, state ->> 'name' as name, product_id::text as apart,
                   product_id is not distinct from $2::uuid as is_own
              from product_shelf
             where product_id = $2::uuid or lower(state ->> 'name') = lower($1)`,
  // Names and e-mails, the first and the last line of what customers are searched by, are read in
  // the index of that search; several may share a mailbox.
  customer: `select person_id as id, coalesce(full_name, phone) as name,
                    coalesce(phone, person_id::text) as apart,
                    coalesce(person_id = $2::uuid, false)
                      or coalesce(phone in ($1, '+' || $3, '+961' || $3), false) as is_own
               from people
              where person_id = any(array(
                      select person_id
                        from people
                       where person_id = $2::uuid or phone in ($1, '+' || $3, '+961' || $3)
                      union all
                      select person_id
                        from people
                       where (role is null or phone is not null)
                         and $2::uuid is null
                         and (split_part(search_text, E'\\n', 1) = (select lower($1))
                              or split_part(search_text, E'\\n', 3) = (select lower($1)))))`,
  staff: `select person_id as id, coalesce(full_name, email) as name, email as apart,
                 coalesce(person_id = $2::uuid, false) or lower(email) = lower($1) as is_own
            from people
           where role is not null
             and (person_id = $2::uuid
                  or lower(email) = lower($1)
                  or lower(full_name) = lower($1))`,
}

/** So many are named to somebody who has to choose. */
const NAMED_MAX = 5

type Called = {
  kind: SubjectKind
  called: string
  /** Of the filter, where it was typed. */
  field?: 'subject' | 'actor'
}
type FoundRow = { id: string; name: string | null; apart: string; is_own: boolean }

/**
 * Null: nobody and nothing is called so. Of several things with one name none is taken:
 * `several_found`, with what tells them apart.
 */
export async function findSubject(
  database: Queryable,
  { kind, called, field = 'subject' }: Called,
): Promise<FoundSubject | null> {
  const id = uuidPattern.test(called) ? called : null
  const { rows } = await database.query<FoundRow>({
    name: `audit_find_${kind}`,
    text: `with given as (select $1::text, $2::uuid, $3::text) -- their types, whichever are used
           select * from (${finders[kind]}) as found
            order by is_own desc, name, id
            limit ${NAMED_MAX + 1}`,
    values: [called, id, partIn(kind, called)],
  })
  const [row, ...others] = rows
  if (row === undefined) return null
  if (!row.is_own && others.length > 0) throw severalFound(field, rows)
  return { kind, id: row.id, name: row.name }
}

/** As the card of an order has it, `#1a2b3c4d`: the beginning of its id. */
const shortId = /^#?([0-9a-f]{8})$/i

function partIn(kind: SubjectKind, called: string): string | null {
  if (kind === 'customer') return phoneDigits(called)
  return kind === 'order' ? (shortId.exec(called)?.[1] ?? null) : null
}

function severalFound(field: string, rows: readonly FoundRow[]): Rejection {
  const apart = rows.map((row, nth) => (nth < NAMED_MAX ? row.apart : '…'))
  const named = apart.join(', ')
  const message = `Several are called so. Type one of these: ${named}`
  return new Rejection('several_found', message, { fields: [{ path: field, message: named }] })
}
