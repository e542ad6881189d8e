-- Keeps what providers said of payment attempts: for each item of `items` (a JSON array:
-- attempt_id, state, provider_status, provider_ref, checked_at, next_check_at). An attempt that is
-- settled never moves again, however late another answer comes in. Not waited for by the disk: what
-- is lost is asked again, and the order knows its payments by itself.
create or replace function check_attempts(items json)
returns void
language plpgsql
-- One plan for all batches, by key: a plan made while the table was empty would walk it for ever.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  update payment_attempts as attempt
     set state = item.state,
         provider_status = coalesce(item.provider_status, attempt.provider_status),
         provider_ref = coalesce(item.provider_ref, attempt.provider_ref),
         checked_at = item.checked_at,
         next_check_at = item.next_check_at,
         checks = attempt.checks + 1
    from json_to_recordset(items) as item (
           attempt_id uuid, state text, provider_status text, provider_ref text,
           checked_at timestamptz, next_check_at timestamptz
         )
   where attempt.attempt_id = item.attempt_id
     and attempt.state <> 'settled';
  perform set_config('synchronous_commit', 'off', true);
end
$$;
