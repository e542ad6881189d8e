// What comes up beside the orders of somebody who was erased, behind his erasure: an order that was
// being placed in that moment, tickets whose issue had read his contact before it was gone. Nobody
// else looks for it, so this does, again and again.
import type { Database } from '../io/database.ts'
import { finishErasure } from './account-erasure.ts'

/**
 * `of: 'last_day'`: of erasures that were recorded or carried out since a day ago. A process knows
 * a contact for an hour at most (`contactOf`), so what it may still write of him is written within
 * that day; `'all'`: for a process that starts, whatever was before it. Answers how many people had
 * any.
 */
export async function eraseLeftovers(
  database: Database,
  { of }: { of: 'all' | 'last_day' },
): Promise<number> {
  const { rows } = await database.query<{ person_id: string }>({
    name: 'erased people with leftovers',
    text: withLeftovers,
    values: [of === 'all'],
  })
  for (const { person_id } of rows) await finishErasure(database, person_id)
  return rows.length
}

/** By the facts of their orders: a line that was not granted yet may have its tickets already. */
const withLeftovers = `
  with erased as (
    select customer_id as person_id
      from customers
      left join people on people.person_id = customers.customer_id
     where customers.erased_at is not null
       and ($1 or greatest(customers.erased_at, people.disabled_at)
                    > clock_now() - interval '1 day')
  ), orders as (
    select erased.person_id, owned.order_id
      from erased
      join customer_orders as owned
        on coalesce(owned.claimed_by, owned.placed_by) = erased.person_id
  )
  select person_id from erased join carts using (person_id)
   union
  select person_id from erased join saved_addresses using (person_id)
   union
  select person_id
    from erased
    join buying_limits as own on own.excluded_subject = 'customer/' || person_id
   union
  select person_id
    from orders
    join buying_limits as own on own.excluded_subject = 'order/' || order_id
   union
  select person_id from orders join order_contacts using (order_id)
   union
  select person_id
    from orders
    join invoice_parties as party using (order_id)
   where coalesce(party.buyer_name, party.buyer_phone, party.buyer_address) is not null
   union
  select orders.person_id
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
   where coalesce(issue.holder_text, issue.person_key, issue.holder_salt::text) is not null`
