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
 * Each query takes what was typed, the id when it is one, and the digits when it is a phone. What
 * names one thing alone stands before what several may be called.
 */
const finders: Readonly<Record<SubjectKind, string>> = {
  order: `select order_id as id, reference as name, true as is_own from order_status
           where order_id = $2::uuid or reference = upper($1)`,
  raffle: `select ledger.raffle_id as id,
                  concat_ws(' · ', ledger.state ->> 'raffleNumber', page.words ->> 'name') as name,
                  ledger.raffle_id is not distinct from $2::uuid
                    or ledger.state ->> 'raffleNumber' = upper($1) as is_own
             from raffle_board_ledger as ledger
             left join raffle_board_page as page using (raffle_id)
            where ledger.raffle_id = $2::uuid
               or ledger.state ->> 'raffleNumber' = upper($1)
               or lower(page.words ->> 'name') = lower($1)`,
  product: `select product_id as id, state ->> 'name' as name,
                   product_id is not distinct from $2::uuid as is_own
              from product_shelf
             where product_id = $2::uuid or lower(state ->> 'name') = lower($1)`,
  customer: `select person_id as id, coalesce(full_name, phone) as name, true as is_own
               from people
              where person_id = $2::uuid or phone = $1 or lower(email) = lower($1)
                 or ($3::text is not null and phone in ('+' || $3, '+961' || $3))`,
  staff: `select person_id as id, coalesce(full_name, email) as name, true as is_own from people
           where role is not null and (person_id = $2::uuid or lower(email) = lower($1))`,
}

/** So many are named to somebody who has to choose. */
const NAMED_MAX = 5

/**
 * Null: nobody and nothing is called so. Of several things with one name none is taken:
 * `several_found`, with what tells them apart.
 */
export async function findSubject(
  database: Queryable,
  { kind, called }: { kind: SubjectKind; called: string },
): Promise<FoundSubject | null> {
  const id = uuidPattern.test(called) ? called : null
  const digits = kind === 'customer' ? phoneDigits(called) : null
  const { rows } = await database.query<{ id: string; name: string | null; is_own: boolean }>({
    name: `audit_find_${kind}`,
    text: `with given as (select $1::text, $2::uuid, $3::text) -- their types, whichever are used
           select * from (${finders[kind]}) as found
            order by is_own desc, name, id
            limit ${NAMED_MAX}`,
    values: [called, id, digits],
  })
  const [row, ...others] = rows
  if (row === undefined) return null
  if (!row.is_own && others.length > 0) throw severalFound(kind, rows)
  return { kind, id: row.id, name: row.name }
}

function severalFound(kind: SubjectKind, rows: readonly { id: string; name: string | null }[]) {
  // A raffle's number tells it apart; a product has its id alone.
  const named = rows.map(({ id, name }) => (kind === 'raffle' ? (name?.split(' · ')[0] ?? id) : id))
  const fields = [{ path: 'subject', message: named.join(', ') }]
  const message = `Several are called so. Type one of these: ${named.join(', ')}`
  return new Rejection('several_found', message, { fields })
}
