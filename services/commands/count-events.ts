// What browsers tell of, counted by the day. What is kept is how often a thing happened; neither
// browser nor person nor address. A purchase counts once however often it is sent.
import type { TrackedEvent } from '../contract/events.ts'
import type { Queryable } from '../io/database.ts'

/** Answers how many of them counted. */
export async function countEvents(
  database: Queryable,
  events: readonly TrackedEvent[],
): Promise<number> {
  const isPurchase = ({ name }: TrackedEvent) => name === 'purchase'
  const orderIds = events.filter(isPurchase).map((event) => event.transaction_id)
  const { rows } = await database.query<{ counted: number }>({
    name: 'events_count',
    text: countAll,
    values: [
      events.filter((event) => !isPurchase(event)).map(({ name }) => name),
      orderIds.filter((orderId) => orderId !== undefined),
    ],
  })
  return rows[0]?.counted ?? 0
}

const countAll = `
with fresh as (
  insert into tracked_purchases (order_id, on_day)
  -- Of orders that are there: made-up ones must neither count nor fill the table.
  select distinct order_id, (clock_now() at time zone 'Asia/Beirut')::date
    from unnest($2::uuid[]) as sent (order_id)
    join order_contacts using (order_id)
      on conflict do nothing
  returning order_id
), happened as (
  select name from unnest($1::text[]) as sent (name)
   union all
  select 'purchase' from fresh
), counted as (
  insert into tracked_counts as total (on_day, name, times)
  select (clock_now() at time zone 'Asia/Beirut')::date, name, count(*)
    from happened
   group by name
   order by name
      on conflict (on_day, name) do update set times = total.times + excluded.times
)
select count(*) as counted from happened`
