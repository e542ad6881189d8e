// I19, beside the facts: whoever was erased is named nowhere. What was about to be written at that
// moment has some minutes to be erased as well (`eraseLeftovers`), and so has an erasure whose
// process died (the reactor `erasures`); tickets that were issued later stand for nobody.
import type { Audit } from './audit.ts'

/** `erasedAt`: when the fact `PersonErased` was recorded. */
export type ErasedPerson = { personId: string; erasedAt: Date }

const PEOPLE_PER_STATEMENT = 500

export async function checkErasures(audit: Audit, people: readonly ErasedPerson[]): Promise<void> {
  for (let first = 0; first < people.length; first += PEOPLE_PER_STATEMENT) {
    const page = people.slice(first, first + PEOPLE_PER_STATEMENT)
    const { rows } = await audit.tx.query<{ person_id: string; place: string }>({
      name: 'verify_erasures',
      text: leftBehind,
      values: [
        page.map(({ personId }) => personId),
        page.map(({ erasedAt }) => erasedAt),
        audit.now,
      ],
    })
    audit.examined('I19', page.length)
    audit.progress(page.length)
    for (const { person_id, place } of rows)
      audit.violated('I19', `customer/${person_id} was erased and still has rows in ${place}`)
  }
}

const isFresh = (when: string) => `${when} > $3::timestamptz - interval '15 minutes'`
const isLate = (when: string) => `${when} > erased_at and ${isFresh(when)}`

const leftBehind = `
  with named as (
    select person_id from people
     where person_id = any($1::uuid[])
       and coalesce(full_name, email, phone) is not null
  ), erased as (
    select person_id, erased_at
      from unnest($1::uuid[], $2::timestamptz[]) as told(person_id, erased_at)
     where not (${isFresh('erased_at')} and person_id in (select person_id from named))
  ), orders as (
    select person_id, erased_at, order_id
      from erased
      join customer_orders as owned
        on coalesce(owned.claimed_by, owned.placed_by) = erased.person_id
  )
  select person_id, 'people' as place from erased join named using (person_id)
   union
  select person_id, 'saved_addresses' from erased join saved_addresses using (person_id)
   union
  select person_id, 'carts' from erased join carts using (person_id)
   union
  select person_id, 'buying_limits'
    from erased
    join buying_limits as own on own.excluded_subject = 'customer/' || person_id
   where not (${isLate('own.excluded_by_staff_at')})
   union
  select person_id, 'buying_limits'
    from orders
    join buying_limits as own on own.excluded_subject = 'order/' || order_id
   where not (${isLate('own.excluded_by_staff_at')})
   union
  select person_id, 'order_contacts'
    from orders
    join order_contacts as contact using (order_id)
   where not (${isLate('contact.created_at')})
   union
  select person_id, 'invoice_parties'
    from orders
    join invoice_parties as party using (order_id)
   where coalesce(party.buyer_name, party.buyer_phone, party.buyer_address) is not null
   union
  select person_id, 'issues'
    from orders
    join events as placed
      on placed.log_id in (select log_id from logs where log_id like 'shop/%')
     and placed.stream_id = 'order/' || orders.order_id
     and placed.type = 'OrderPlaced'
     and placed.leaf is null
   cross join lateral json_array_elements(placed.payload::json -> 'lines') as line
    join issues as issue
      on issue.log_id = 'raffle/' || (line ->> 'raffleId')
     and issue.order_line_id = (line ->> 'lineId')::uuid
    join events as leaf
      on leaf.log_id = issue.log_id and leaf.position = issue.position
   where coalesce(issue.holder_text, issue.person_key, issue.holder_salt::text) is not null
     and issue.holder_text is distinct from '{"customerId":null,"name":"","phone":""}'
     and not (${isLate('leaf.recorded_at')})
   order by 1, 2`
