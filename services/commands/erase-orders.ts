// What names anybody beside orders, wherever it lies: contacts, what was sent to them, what staff
// wrote about them, the openings of their tickets. The facts of the orders and their tickets stay.
// Each statement may be repeated; the contacts go after whatever is found by them.
import { isPlanted } from '#events/kernel/planted.ts'

import type { Queryable } from '../io/database.ts'

/** `personId`: whose account they are erased with; null: their years are over. */
export type ErasedOrders = { orderIds: readonly string[]; personId: string | null }

export async function eraseOrders(tx: Queryable, erased: ErasedOrders): Promise<void> {
  const { orderIds } = erased
  await tx.query({ name: 'erase approvals', text: approvalsOfOrders, values: [orderIds] })
  const refs = await eraseMessages(tx, erased)
  await eraseAttentionNotes(tx, { orderIds, refs })
  for (const [table, text] of Object.entries(besideOrders))
    await tx.query({ name: `erase ${table}`, text, values: [orderIds] })
  await eraseDrawNotes(tx, orderIds, await eraseOpenings(tx, orderIds))
}

type IssuedRange = { log_id: string; first: number; last: number }

/** Behind the contacts: whoever issues for one of these orders from here on finds nobody. */
async function eraseOpenings(tx: Queryable, orderIds: readonly string[]): Promise<IssuedRange[]> {
  if (isPlanted('erasure_leaves_openings')) return []
  const { rows } = await tx.query<IssuedRange>({
    name: 'erase openings',
    text: `
      select erase_opening(log_id, order_line_id), log_id, first, last
        from issues
       where order_id = any($1::uuid[])`,
    values: [orderIds],
  })
  return rows
}

/** What a second person was shown, and wrote; the trail has it a second time. */
export const eraseApprovals = (which: string) => `
  with erased as (
    update approvals set details = details - 'from' - 'to' - 'customer', note = null
     where ${which}
    returning approval_id
  )
  update audit_details set details = details - 'from' - 'to' - 'customer' - 'note'
   where subject in (select 'approval/' || approval_id from erased)`

/** While the contacts tell the phone: what is asked for at the counter names no order yet. */
const approvalsOfOrders = eraseApprovals(`
  subject = any(select 'order/' || id from unnest($1::uuid[]) as id)
  or exists (select from order_contacts as contact
              where contact.order_id = any($1::uuid[])
                and contact.phone = details ->> 'customer'
                and contact.created_at >= requested_at)`)

const besideOrders = {
  order_contacts: 'delete from order_contacts where order_id = any($1::uuid[])',
  // The invoice stays, and its seller; it names no buyer any more.
  invoice_parties: `
    update invoice_parties set buyer_name = null, buyer_phone = null, buyer_address = null
     where order_id = any($1::uuid[])`,
  order_openings: 'delete from order_openings where order_id = any($1::uuid[])',
  // The number stays excluded; that it was the one of this order goes.
  buying_limits: `
    update buying_limits set excluded_subject = null
     where excluded_subject = any(select 'order/' || id from unnest($1::uuid[]) as id)`,
  order_requests: `
    update order_requests set note = null, answer = null where order_id = any($1::uuid[])`,
  // Providers report who paid, in words of their own.
  provider_callbacks: `
    delete from provider_callbacks
     where attempt_ref in (
             select ref from payment_attempts where order_id = any($1::uuid[]))`,
  // What staff wrote beside their acts at these orders.
  audit_details: `
    update audit_details
       set details = details - 'note' - 'from' - 'to'
           - case when act in ('correct_contact', 'correct_holder')
                  then array['before', 'after'] else '{}' end
     where subject = any(select 'order/' || id from unnest($1::uuid[]) as id)`,
}

/** Of a row with an order and a person: neither one of these orders nor this person's. */
const ofAnother = `order_id <> all($1::uuid[])`
const ofAnybodyElse = `people.person_id is distinct from $2::uuid`

/** Numbers of these orders that no other account and no other order has. */
const phonesOfNobodyElse = `
  select contact.phone
    from order_contacts as contact
   where contact.order_id = any($1::uuid[])
     and not exists (select from order_contacts as other
                      where other.phone = contact.phone and other.${ofAnother})
     and not exists (select from people
                      where people.phone = contact.phone and ${ofAnybodyElse})`

/** The same of addresses. What is told of a draw names no order, and may go to a shared number. */
const emailsOfNobodyElse = `
  select email.ref
    from emails as email
   where lower(email.address collate "C") in (
           select lower(contact.email collate "C") from order_contacts as contact
            where contact.order_id = any($1::uuid[])
            union all
           select lower(people.email collate "C") from people where people.person_id = $2::uuid)
     and not exists (select from order_contacts as other
                      where lower(other.email collate "C") = lower(email.address collate "C")
                        and other.${ofAnother})
     and not exists (select from people
                      where lower(people.email collate "C") = lower(email.address collate "C")
                        and ${ofAnybodyElse})`

/** `receipt:<order>:3`, `email-notice:<order>:7#1`, `request:<request>`; `$1`: the orders. */
export const namesOrder = (name: string) => `
  left(split_part(${name}, ':', 2), 36) in (
    select id::text from unnest($1::uuid[]) as id
     union all
    select request_id::text from order_requests where order_id = any($1::uuid[]))`

/** One by one: each has an index of its own, and at most the time of one statement. */
const besideNumbers = [
  `delete from sign_in_codes where phone in (${phonesOfNobodyElse})`,
  `delete from raffle_alerts where phone in (${phonesOfNobodyElse})`,
  `delete from messages where to_phone in (${phonesOfNobodyElse}) returning ref`,
  `delete from messages where ref in (${emailsOfNobodyElse}) returning ref`,
]

/**
 * An e-mail goes with its row among the texts. Answers what they were called. Where only the years
 * of an order are over, what its number asked for since has days of its own.
 */
async function eraseMessages(
  tx: Queryable,
  { orderIds, personId }: ErasedOrders,
): Promise<readonly string[]> {
  const named = await tx.query<{ ref: string }>({
    name: 'erase messages of orders',
    text: `delete from messages where ${namesOrder('ref')} returning ref`,
    values: [orderIds],
  })
  const refs = named.rows.map(({ ref }) => ref)
  for (const [index, text] of (personId === null ? [] : besideNumbers).entries()) {
    const name = `erase beside numbers ${index}`
    const { rows } = await tx.query<{ ref: string }>({ name, text, values: [orderIds, personId] })
    refs.push(...rows.flatMap(({ ref }) => ref ?? []))
  }
  return refs
}

/** What staff noted at items of the needs-attention list; the trail has it a second time. */
const eraseHandled = (which: string) => `
  with erased as (
    update attention_handled set note = null
     where ${which}
    returning kind, item
  )
  update audit_details set details = details - 'note'
    from erased
   where act = 'attention settled'
     and details ->> 'kind' = erased.kind and details ->> 'item' = erased.item`

/** Of an item that is named by its payment; `$1`: the orders. */
const isAttempt = `
  item in (select attempt_id::text from payment_attempts where order_id = any($1::uuid[]))`

type Noted = { orderIds: readonly string[]; refs: readonly string[] }

async function eraseAttentionNotes(tx: Queryable, { orderIds, refs }: Noted): Promise<void> {
  await tx.query({
    name: 'erase attention notes',
    text: eraseHandled(`
      case kind
        when 'staff_bought' then item in (select id::text from unnest($1::uuid[]) as id)
        when 'undecided' then ${isAttempt}
        when 'mismatched' then ${isAttempt}
        when 'unmatched' then item in (
          select 'statement:' || told.statement_id || ':' || told.line
            from settlement_lines as told
            join payment_attempts as ours on ours.ref = told.attempt_ref
           where ours.order_id = any($1::uuid[]))
          or item like 'callback:%' and split_part(item, ':', 3) in (
          select ref from payment_attempts where order_id = any($1::uuid[]))
        when 'message_failed' then item = any($2::text[])
          or ${namesOrder('item')}
        end`),
    values: [orderIds, refs],
  })
}

/**
 * Places of the prize that went to these orders, whoever came for it. No ticket is issued after the
 * seal, so a draw is told behind the last issue.
 */
const wonPlaces = `
  with issued as (
    select * from unnest($2::text[], $3::int[], $4::int[]) as issued(log_id, first, last)
  ), told as (
    select fact.log_id, fact.type, fact.payload::jsonb -> 'data' as told
      from (select distinct log_id from issued) as raffle
     cross join lateral (
           select issue.position
             from issues as issue
            where issue.log_id = raffle.log_id
            order by issue.first desc
            limit 1) as newest
      join events as fact
        on fact.log_id = raffle.log_id and fact.position > newest.position
     where fact.type in ('DrawCompleted', 'PrizePromoted')
  ), places as (
    select log_id, told ->> 'drawId' as draw_id, drawn.nth - 1 as place, drawn.number::int as number
      from told, jsonb_array_elements_text(told -> 'numbers') with ordinality as drawn(number, nth)
     where type = 'DrawCompleted'
     union all
    select log_id, told ->> 'drawId', (told ->> 'place')::int, (told ->> 'number')::int
      from told
     where type = 'PrizePromoted'
  )
  select draw_id, place
    from places
    join issued using (log_id)
   where number between first and last
   union
  select draw_id, place from draw_claims where order_id = any($1::uuid[])`

/** How somebody was looked for, and what was witnessed when he did not come. */
async function eraseDrawNotes(
  tx: Queryable,
  orderIds: readonly string[],
  issued: readonly IssuedRange[],
): Promise<void> {
  const { rows } = await tx.query<{ draw_id: string; place: number }>({
    name: 'erase won places',
    text: wonPlaces,
    values: [
      orderIds,
      issued.map(({ log_id }) => log_id),
      issued.map(({ first }) => first),
      issued.map(({ last }) => last),
    ],
  })
  if (rows.length === 0) return
  const values = [rows.map(({ draw_id }) => draw_id), rows.map(({ place }) => Number(place))]
  const won = 'unnest($1::text[], $2::int[]) as won(draw_id, place)'
  const erasing = {
    draw_contacts: `
      update draw_contacts set note = '' from ${won}
       where draw_contacts.draw_id = won.draw_id and draw_contacts.place = won.place`,
    draw_claims: `
      update draw_claims set shown_name = null, document_kind = null, document_number = null
        from ${won}
       where draw_claims.draw_id = won.draw_id and draw_claims.place = won.place`,
    'forfeit notes': `
      update audit_details set details = details - 'note' from ${won}
       where subject = 'raffle/' || split_part(won.draw_id, '/', 1)
         and act = 'forfeit witnessed'
         and details ->> 'drawId' = won.draw_id
         and details ->> 'place' = won.place::text`,
  }
  for (const [what, text] of Object.entries(erasing))
    await tx.query({ name: `erase ${what}`, text, values })
}
