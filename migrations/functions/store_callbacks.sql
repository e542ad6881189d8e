-- Stores what providers called to tell us: for each item of `items` (a JSON array: provider,
-- dedupe_key, attempt_ref, is_authentic, is_paid_word, method, query, headers, body in base64,
-- copies; no key twice) a row, or one more copy of the row that is there. An authentic one makes
-- its attempt due, also when its schedule is over: links can be paid after days; one without an
-- attempt of ours is open: money that nobody knows. So is each copy that says of a settled attempt
-- anything but that it was paid: its provider is asked whether the money went back. So it is of one
-- whose provider has said something before, since its tickets may wait for a halted raffle: where
-- its money has not come, the next sweep closes the callback. Whoever does not know that word
-- leaves it out, and opens nothing. Answers the copies of each, in the order of the items. Waited
-- for by the disk: the provider is told that we have it.
create or replace function store_callbacks(items json)
returns table (copies integer)
language plpgsql
-- One plan for all batches, by key: a plan made while the table was empty would walk it for ever.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
#variable_conflict use_column
begin
  -- In one order wherever several processes store at once, so that they wait and never deadlock.
  insert into provider_callbacks as known
    (provider, dedupe_key, attempt_ref, is_authentic, method, query, headers, body, copies,
     received_at, last_received_at, is_open)
  select item.provider, item.dedupe_key, item.attempt_ref, item.is_authentic, item.method,
         item.query, item.headers, decode(item.body, 'base64'), item.copies,
         clock_now(), clock_now(),
         item.is_authentic and coalesce(
           (select (ours.state = 'settled'
                    or (ours.state <> 'attention'
                        and coalesce(ours.provider_status, '') not in (
                          '', 'pending', 'unknown', 'failed', 'prepare', 'redirect', '3ds',
                          'decline', 'not_found')))
                   and not coalesce(item.is_paid_word, true)
              from payment_attempts as ours
             where ours.ref = item.attempt_ref),
           true)
    from json_to_recordset(items) as item (
           provider text, dedupe_key text, attempt_ref text, is_authentic boolean,
           is_paid_word boolean, method text, query text, headers text, body text, copies integer
         )
   order by item.provider, item.dedupe_key
  on conflict (provider, dedupe_key) do update
     set copies = known.copies + excluded.copies,
         last_received_at = excluded.last_received_at,
         is_open = known.is_open or excluded.is_open;

  update payment_attempts as attempt
     set next_check_at = least(attempt.next_check_at, clock_now())
    from json_to_recordset(items) as item (attempt_ref text, is_authentic boolean)
   where item.is_authentic
     and attempt.ref = item.attempt_ref
     and attempt.state <> 'settled';

  return query
  select stored.copies
    from json_array_elements(items) with ordinality as item (value, ordinal)
    join provider_callbacks as stored
      on stored.provider = item.value ->> 'provider'
     and stored.dedupe_key = item.value ->> 'dedupe_key'
   order by item.ordinal;
end
$$;
