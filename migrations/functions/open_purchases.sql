-- Opens a batch of purchases: for each item of `items` (a JSON array) claims its idempotency key
-- and, if the key is new, writes the contact, the browser's opening and the payment attempt beside
-- it. One row comes back for each item, by `ordinal`:
--   opened    the key is ours, `order_id` is the item's own; also when the same batch is sent again
--             because its answer was lost
--   resumed   an earlier request with the same body died; the claim is ours, `order_id` is the
--             earlier one
--   answered  `answer` is what was said before; say it again
--   in_flight somebody works on it now
--   reused    the key belongs to another body
-- A key made from the body (`body:…`) is free again once its order is settled or paid. An order
-- whose hold is over waits, whatever its key, for the sweep that ends it: its row is all that the
-- sweep knows it by.
-- An order that staff take (`manual:…`) opens to nobody: their browser is not the buyer's.
-- Two items with one key in a batch: the first claims it, the second is in flight.
create or replace function open_purchases(items json, claim interval)
returns table (ordinal integer, outcome text, order_id uuid, payment_ref text, answer text)
language plpgsql
-- A plan made while the tables were empty would walk them for ever.
set enable_seqscan = off
as $$
declare
  now_at constant timestamptz := clock_now();
begin
  return query
  with item as materialized (
    select *
      from json_to_recordset(items) as item (
        ordinal integer, session_id uuid, key text, request_hash text,
        order_id uuid, hold_until timestamptz, customer_id uuid, name text, email text, phone text,
        address text, language text, finish_due boolean, attempt_id uuid, ref text, method text,
        amount_cents bigint, currency text, expires_at timestamptz, next_check_at timestamptz
      )
  ),
  claimed as (
    insert into purchases as known
      (session_id, key, request_hash, order_id, state, claimed_until, hold_until, created_at)
    select distinct on (item.session_id, item.key)
           item.session_id, item.key, item.request_hash, item.order_id, 'running',
           now_at + claim, item.hold_until, now_at
      from item
     order by item.session_id, item.key, item.ordinal
    on conflict on constraint purchases_pkey do update
       set order_id = case
             when known.state = 'running' and known.hold_until > now_at then known.order_id
             else excluded.order_id
           end,
           state = 'running',
           answer = null,
           claimed_until = excluded.claimed_until,
           hold_until = excluded.hold_until,
           created_at = now_at
     where known.request_hash = excluded.request_hash
       and (
         (
           known.state = 'running'
           and known.claimed_until <= now_at
           and known.hold_until > now_at
         )
         or (
           known.key like 'body:%'
           and (
             known.state = 'settled'
             or exists (
               select
                 from payment_attempts as paid
                where paid.order_id = known.order_id
                  and paid.state = 'settled'
             )
           )
         )
       )
    returning known.session_id, known.key, known.order_id
  ),
  opened as (
    select item.*
      from item
      join claimed on claimed.order_id = item.order_id
  ),
  contact as (
    insert into order_contacts
      (order_id, customer_id, session_id, name, email, phone, address, language, created_at,
       finish_due_at)
    select opened.order_id, opened.customer_id, opened.session_id, opened.name, opened.email,
           opened.phone, opened.address, opened.language, now_at,
           case when opened.finish_due then now_at + interval '20 seconds' end
      from opened
  ),
  opening as (
    insert into order_openings (session_id, order_id)
    select opened.session_id, opened.order_id
      from opened
     where opened.key not like 'manual:%'
  ),
  attempt as (
    insert into payment_attempts
      (attempt_id, ref, order_id, method, amount_cents, currency, state, created_at, expires_at,
       next_check_at)
    select opened.attempt_id, opened.ref, opened.order_id, opened.method, opened.amount_cents,
           opened.currency, 'opened', now_at, opened.expires_at, opened.next_check_at
      from opened
     where opened.attempt_id is not null
  )
  select item.ordinal,
         case
           when opened.ordinal is not null then 'opened'
           when resumed.order_id is not null then 'resumed'
           -- Our own claim, whose answer was lost on the way: the batch is being sent again.
           when known.order_id = item.order_id and known.state = 'running' then 'opened'
           when known.request_hash <> item.request_hash then 'reused'
           when known.state <> 'running' then 'answered'
           else 'in_flight'
         end,
         coalesce(opened.order_id, resumed.order_id, known.order_id),
         coalesce(opened.ref, earlier.ref),
         case when resumed.order_id is null and opened.ordinal is null then known.answer end
    from item
    left join opened on opened.ordinal = item.ordinal
    -- The snapshot of before: a key that somebody else took since then is not in it, hence in
    -- flight.
    left join lateral (
      select purchases.*
        from purchases
       where purchases.session_id = item.session_id and purchases.key = item.key
       limit 1
    ) as known on true
    left join claimed as resumed
      on opened.ordinal is null
     and resumed.session_id = item.session_id
     and resumed.key = item.key
     and resumed.order_id = known.order_id
    -- The first attempt of an order that was opened before: by a request that died, or by this very
    -- batch, when its answer was lost.
    left join lateral (
      select attempt.ref
        from payment_attempts as attempt
       where opened.ordinal is null
         and attempt.order_id = coalesce(
               resumed.order_id,
               case when known.order_id = item.order_id then known.order_id end
             )
       order by attempt.created_at
       limit 1
    ) as earlier on true;
end
$$;
