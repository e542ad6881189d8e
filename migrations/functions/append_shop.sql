-- append_shop(log, items, facts): appends a batch of items to one shop log, in their order, and
-- says for each of them what became of it. One item is one command: some facts for one stream.
--
-- Items (parallel lists, one entry per item):
--   stream_ids         joined by U+001E
--   expected_versions  the version that was read; 0 for a stream that must not exist
--   command_ids        the sender's ids
--   request_hashes     32 bytes each, concatenated
--   fact_counts        facts of this item, at least 1
-- Facts (parallel lists, one entry per fact, the items' facts one after the other):
--   types, payloads, metas   joined by U+001E, which canonical JSON cannot contain
--   schema_versions
--
-- Returns three lists, one entry per item: outcome, position and version of the item's last fact.
--   ok         written now
--   duplicate  this command id was obeyed before: position and version as they were then
--   conflict   the stream is at another version, given in `versions`; nothing was written
-- A batch must not name a command or a stream twice: the unique keys would refuse all of it.
--
-- Refusals: SQLSTATE EV422, a command id that is known with another request hash or stream (the
-- detail lists the ordinals of all such items, from 1, joined by commas); EV404, no such log.
--
-- The log's row is locked here, as late as possible, and held to commit: positions have no gap and
-- become visible in order. Only READ COMMITTED gives the statement after the lock a snapshot that
-- includes whoever held it before.
create or replace function append_shop(
  p_log_id text,
  p_stream_ids text,
  p_expected_versions integer[],
  p_command_ids uuid[],
  p_request_hashes bytea,
  p_fact_counts integer[],
  p_types text,
  p_schema_versions integer[],
  p_payloads text,
  p_metas text,
  out outcomes text[],
  out positions bigint[],
  out versions integer[]
)
  language plpgsql
  security definer
  set search_path = ''
  -- One plan for all batches. Each probe below is by primary key, whatever the statistics of a
  -- young table suggest: so they are lateral with a limit, which no join order can turn around.
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  separator constant text := chr(30);
  -- Assigned once: an array in a variable is taken apart once, not once per element.
  types constant text[] := string_to_array(p_types, separator);
  payloads constant text[] := string_to_array(p_payloads, separator);
  metas constant text[] := string_to_array(p_metas, separator);
  old_head bigint;
  now_is timestamptz;
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'append_shop needs READ COMMITTED' using errcode = '25001';
  end if;

  select logs.head into old_head
    from public.logs
   where logs.log_id = p_log_id
     for update;
  if not found then
    raise exception 'no such log: %', p_log_id using errcode = 'EV404';
  end if;

  -- The time of whoever holds the lock, and never before the last fact: who waited for the lock has
  -- asked the clock too early, and a clock may be set back.
  select greatest(date_trunc('milliseconds', public.clock_now()), max(events.recorded_at))
    into now_is
    from public.events
   where events.log_id = p_log_id and events.position = old_head;

  with item as (
    select given.*,
           known.position as known_position,
           known.version as known_version,
           known.stream_id <> given.stream_id
             or known.request_hash
                  <> substring(p_request_hashes from 32 * given.ordinal::integer - 31 for 32)
             as is_misused,
           coalesce(stream.version, 0) as actual_version,
           -- The version check comes before any number is drawn: a refused item leaves no hole.
           known.command_id is null and coalesce(stream.version, 0) = given.expected_version
             as is_accepted
      from unnest(
             string_to_array(p_stream_ids, separator), p_expected_versions, p_command_ids,
             p_fact_counts
           ) with ordinality as given (stream_id, expected_version, command_id, facts, ordinal)
      left join lateral (
             select commands.* from public.commands
              where commands.log_id = p_log_id and commands.command_id = given.command_id
              limit 1
           ) as known on true
      left join lateral (
             select streams.version from public.streams
              where streams.log_id = p_log_id and streams.stream_id = given.stream_id
              limit 1
           ) as stream on true
  ),
  placed as (
    select item.*,
           -- Facts before this item's first one, among all that were given and among the accepted.
           sum(item.facts) over earlier - item.facts as facts_before,
           old_head + sum(case when item.is_accepted then item.facts else 0 end) over earlier
             as last_position
      from item
    window earlier as (order by item.ordinal)
  ),
  new_events as (
    insert into public.events
      (log_id, position, stream_id, stream_version, event_id, type, schema_version, payload, meta,
       recorded_at)
    select p_log_id,
           placed.last_position - placed.facts + nth,
           placed.stream_id,
           placed.expected_version + nth,
           gen_random_uuid(),
           types[placed.facts_before + nth],
           p_schema_versions[placed.facts_before + nth],
           payloads[placed.facts_before + nth],
           metas[placed.facts_before + nth],
           now_is
      from placed, generate_series(1, placed.facts) as nth
     where placed.is_accepted
  ),
  new_streams as (
    insert into public.streams as stream (log_id, stream_id, version)
    select p_log_id, placed.stream_id, placed.expected_version + placed.facts
      from placed
     where placed.is_accepted
    on conflict (log_id, stream_id) do update set version = excluded.version
  ),
  new_commands as (
    insert into public.commands
      (log_id, command_id, stream_id, version, position, facts, request_hash)
    select p_log_id,
           placed.command_id,
           placed.stream_id,
           placed.expected_version + placed.facts,
           placed.last_position,
           placed.facts,
           substring(p_request_hashes from 32 * placed.ordinal::integer - 31 for 32)
      from placed
     where placed.is_accepted
  ),
  new_head as (
    update public.logs
       set head = (select max(placed.last_position) from placed)
     where logs.log_id = p_log_id
  )
  select array_agg(case when placed.is_misused then 'misused'
                        when placed.known_version is not null then 'duplicate'
                        when placed.is_accepted then 'ok'
                        else 'conflict' end order by placed.ordinal),
         array_agg(coalesce(placed.known_position, placed.last_position) order by placed.ordinal),
         array_agg(case when placed.known_version is not null then placed.known_version
                        when placed.is_accepted then placed.expected_version + placed.facts
                        else placed.actual_version end order by placed.ordinal)
    into outcomes, positions, versions
    from placed;

  if 'misused' = any (outcomes) then
    raise exception 'a command id was used again for another command'
      using errcode = 'EV422',
            detail = array_to_string(array_positions(outcomes, 'misused'), ',');
  end if;
end
$$;
