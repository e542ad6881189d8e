-- append_raffle(…): writes one batch of one raffle, as its writer decided it, if nobody has
-- written since the state it was decided on. True: written; false: the fence is gone, decide again.
--
--   p_revision, p_head  what the log was at when the batch was decided: the fence, together with
--                       the batch that had brought it there (p_rest.after)
--   p_at                the time in the batch's leaves
--   p_frontier          the tree's frontier after the batch
-- Facts (parallel lists; null when the batch has none), placed at p_head + 1, p_head + 2 …:
--   p_types, p_payloads, p_metas   joined by U+001E; a payload is the whole leaf entry
--   p_schema_versions
--   p_leaves                       leaf hashes, 32 bytes each, concatenated
-- Issues (parallel lists; null when there is none), one for each TicketsIssued above, in order:
--   p_issue_lines, p_issue_orders, p_issue_products
--   p_issue_positions, p_issue_firsts, p_issue_lasts
--   p_issue_persons                joined by U+001E, an empty one where the raffle has no limit
--   p_issue_salts                  64 bytes each: of the order, then of the holder
--   p_order_texts, p_holder_texts  the openings, joined by U+001E
-- p_dropped: order lines whose holds end now, used, released or expired.
-- p_rest: jsonb object with what is rarely there, or short:
--   batch, after  ids of this batch and of the one it was decided behind; null: the first
--   state     {cap, issued, voided, held} after the batch; absent before the raffle is published
--   products  [{product_id, tickets_max, issued, held}] after the batch, those that changed
--   holds     [{order_line_id, order_id, product_id, n, person_key, expires_at}] new or moved
--   commands  [{command_id, version, facts, request_hash}]; the hash in hex
--   persons   [{order_line_id, person_key}] issued lines that count for another person now
--   session   {draw_id, recorded_at} of a seal: what must still stand as the session of its draw
--
-- Refusals: SQLSTATE EV408, p_at is more than 2 s from clock_now(), and not the last fact's time,
-- still to come; EV409, a hold for an order line that has its tickets; EV423, another session of
-- the draw; EV500, numbers that do not follow the last one recorded. 23505 on `issues` or
-- `commands`: that line or command was obeyed before. 23514: no room, whatever the writer believed.
--
-- A second batch may be in flight behind the first, fenced by the revision the first will leave: it
-- waits here for the first one's row lock, or, if it came earlier, briefly for its turn.
create or replace function append_raffle(
  p_log_id text,
  p_revision bigint,
  p_head bigint,
  p_at timestamptz,
  p_frontier bytea,
  p_types text,
  p_schema_versions integer[],
  p_payloads text,
  p_metas text,
  p_leaves bytea,
  p_issue_lines uuid[],
  p_issue_orders uuid[],
  p_issue_products uuid[],
  p_issue_positions bigint[],
  p_issue_firsts integer[],
  p_issue_lasts integer[],
  p_issue_persons text,
  p_issue_salts bytea,
  p_order_texts text,
  p_holder_texts text,
  p_dropped uuid[],
  p_rest jsonb
) returns boolean
  language plpgsql
  security definer
  set search_path = ''
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  separator constant text := chr(30);
  facts constant integer := coalesce(array_length(p_schema_versions, 1), 0);
  state constant jsonb := p_rest -> 'state';
  tickets integer := 0;
begin
  if p_revision = 0 then
    insert into public.logs (log_id) values (p_log_id) on conflict (log_id) do nothing;
  end if;

  for turn in 0 .. 50 loop
    update public.logs
       set head = p_head + facts,
           revision = p_revision + 1,
           tree_frontier = p_frontier,
           batch_id = (p_rest ->> 'batch')::uuid
     where logs.log_id = p_log_id
       and logs.revision = p_revision
       and logs.head = p_head
       and logs.batch_id is not distinct from (p_rest ->> 'after')::uuid;
    exit when found;
    if turn = 50 or not exists (
      select from public.logs where logs.log_id = p_log_id and logs.revision < p_revision
    ) then
      return false;
    end if;
    perform pg_sleep(0.001);
  end loop;

  -- After the clock was set back (a standby that is behind) the time of the last fact goes on until
  -- the clock has caught up: no fact is older than the one before it. A time that is over is never
  -- now: a writer whose own clock is behind would go on selling after the end.
  if abs(extract(epoch from p_at - public.clock_now())) > 2 then
    perform from public.events
      where log_id = p_log_id and position = p_head and recorded_at = p_at
        and p_at > public.clock_now();
    if not found then
      raise exception 'the batch is stamped %, which is not now', p_at using errcode = 'EV408';
    end if;
  end if;

  if p_rest ? 'session' then
    -- Held to the commit: who records another session waits for it, and then finds the seal.
    perform from public.draw_sessions as recorded
      where recorded.log_id = p_log_id
        and recorded.draw_id = p_rest #>> '{session,draw_id}'
        and recorded.recorded_at = (p_rest #>> '{session,recorded_at}')::timestamptz
        for share;
    if not found then
      raise exception 'the draw has another session than the one that was read'
        using errcode = 'EV423';
    end if;
  end if;

  if facts > 0 then
    insert into public.events
      (log_id, position, stream_id, stream_version, event_id, type, schema_version, payload, meta,
       leaf, recorded_at)
    select p_log_id,
           p_head + fact.ordinal,
           p_log_id,
           p_head + fact.ordinal,
           gen_random_uuid(),
           fact.type,
           fact.schema_version,
           fact.payload,
           fact.meta,
           substring(p_leaves from 32 * fact.ordinal::integer - 31 for 32),
           p_at
      from unnest(
             string_to_array(p_types, separator), p_schema_versions,
             string_to_array(p_payloads, separator), string_to_array(p_metas, separator)
           ) with ordinality as fact (type, schema_version, payload, meta, ordinal);
  end if;

  if p_issue_lines is not null then
    insert into public.issues
      (log_id, order_line_id, order_id, product_id, position, first, last, person_key,
       order_salt, holder_salt, order_text, holder_text)
    select p_log_id, issue.line, issue.order_id, issue.product, issue.position, issue.first,
           issue.last,
           nullif(issue.person, ''),
           substring(p_issue_salts from 64 * issue.ordinal::integer - 63 for 32),
           substring(p_issue_salts from 64 * issue.ordinal::integer - 31 for 32),
           issue.order_text,
           issue.holder_text
      from unnest(
             p_issue_lines, p_issue_orders, p_issue_products, p_issue_positions, p_issue_firsts,
             p_issue_lasts, string_to_array(p_issue_persons, separator),
             string_to_array(p_order_texts, separator), string_to_array(p_holder_texts, separator)
           ) with ordinality as issue (line, order_id, product, position, first, last, person,
                                       order_text, holder_text, ordinal);

    -- The numbers must go on where the last issue ended, without a gap inside the batch.
    select sum(issue.last - issue.first + 1)
      into tickets
      from unnest(p_issue_firsts, p_issue_lasts) as issue (first, last);
    if p_issue_firsts[1] <> (state ->> 'issued')::integer - tickets + 1
       or p_issue_firsts[2:] is distinct from (
            select coalesce(array_agg(last + 1 order by ordinal), '{}')
              from unnest(p_issue_lasts[:cardinality(p_issue_lasts) - 1])
                   with ordinality as given (last, ordinal)
          ) then
      raise exception 'ticket numbers do not follow each other' using errcode = 'EV500';
    end if;
  end if;

  if cardinality(p_dropped) > 0 then
    delete from public.holds
     where holds.log_id = p_log_id
       and holds.order_line_id = any (p_dropped);
  end if;

  if p_rest ? 'holds' then
    -- A range of one line, in its order: only the primary key gives that. Asked by equality, a plan
    -- made while the table was empty took the other index, and walked all that the raffle had sold.
    if exists (
      select from jsonb_to_recordset(p_rest -> 'holds') as hold (order_line_id uuid),
           lateral (
             select from public.issues
              where issues.log_id = p_log_id
                and issues.order_line_id between hold.order_line_id and hold.order_line_id
              order by issues.order_line_id
              limit 1
           ) as issued
    ) then
      raise exception 'a hold for an order line that has its tickets' using errcode = 'EV409';
    end if;
    insert into public.holds as hold
      (log_id, order_line_id, order_id, product_id, n, person_key, held_at, expires_at)
    select p_log_id, given.order_line_id, given.order_id, given.product_id, given.n,
           given.person_key, p_at, given.expires_at
      from jsonb_to_recordset(p_rest -> 'holds') as given
           (order_line_id uuid, order_id uuid, product_id uuid, n integer, person_key text,
            expires_at timestamptz)
    on conflict (log_id, order_line_id) do update
       set expires_at = excluded.expires_at,
           person_key = excluded.person_key;
  end if;

  if p_rest ? 'persons' then
    -- A range of one line, for the reason above.
    update public.issues
       set person_key = given.person_key
      from jsonb_to_recordset(p_rest -> 'persons') as given (order_line_id uuid, person_key text)
     where issues.log_id = p_log_id
       and issues.order_line_id between given.order_line_id and given.order_line_id;
  end if;

  if state is not null then
    update public.raffle_state
       set cap = (state ->> 'cap')::integer,
           issued = (state ->> 'issued')::integer,
           voided = (state ->> 'voided')::integer,
           held = (state ->> 'held')::integer
     where raffle_state.log_id = p_log_id
       and raffle_state.issued = (state ->> 'issued')::integer - tickets;
    if not found then
      if exists (select from public.raffle_state where raffle_state.log_id = p_log_id) then
        raise exception 'the raffle has not issued what its writer believes'
          using errcode = 'EV500';
      end if;
      -- The batch that publishes.
      insert into public.raffle_state (log_id, cap, issued, voided, held)
      values (p_log_id, (state ->> 'cap')::integer, (state ->> 'issued')::integer,
              (state ->> 'voided')::integer, (state ->> 'held')::integer);
    end if;
  end if;

  if p_rest ? 'products' then
    insert into public.raffle_products as product (log_id, product_id, tickets_max, issued, held)
    select p_log_id, given.product_id, given.tickets_max, given.issued, given.held
      from jsonb_to_recordset(p_rest -> 'products') as given
           (product_id uuid, tickets_max integer, issued integer, held integer)
    on conflict (log_id, product_id) do update
       set tickets_max = excluded.tickets_max,
           issued = excluded.issued,
           held = excluded.held;
  end if;

  if p_rest ? 'commands' then
    insert into public.commands
      (log_id, command_id, stream_id, version, position, facts, request_hash)
    select p_log_id, given.command_id, p_log_id, given.version, given.version, given.facts,
           decode(given.request_hash, 'hex')
      from jsonb_to_recordset(p_rest -> 'commands') as given
           (command_id uuid, version integer, facts integer, request_hash text);
  end if;

  return true;
end
$$;
