-- What this installation is, and the only clock of the product.
--
-- A database marked `demo` or `test` may run ahead of or behind real time by a stored offset, so
-- that
-- 75 days of past can be lived in a minute; production has none, and refuses such a database.
-- New table; no older code exists.

create table installation (
  is_only       boolean     primary key default true check (is_only),
  environment   text        not null check (environment in ('production', 'demo', 'test')),
  clock_offset  interval    not null default '0',
  -- The number of shop logs is fixed here for ever: a stream's log is a hash modulo this number.
  shop_logs     integer     not null default 1 check (shop_logs between 1 and 1024),
  -- Null until the demo's past has been lived to its end.
  seeded_at     timestamptz,
  created_at    timestamptz not null default clock_timestamp(),
  check (environment <> 'production' or clock_offset = '0')
);

comment on table installation is 'One row: what this database is, and how far its clock is off.';

-- Now, for holds, closing, codes, sessions and recorded_at. It moves within a transaction.
create function clock_now() returns timestamptz
  language sql volatile parallel safe
  set search_path = ''
as $$
  select clock_timestamp()
       + coalesce((select installation.clock_offset from public.installation), '0')
$$;

-- Sets the clock to an instant, keeping it running from there. Forward only: facts already carry
-- the times before it. The one exception is a database without a past (nothing recorded), whose
-- clock may be set back once, to where the demo's past begins. Owner only (see roles.sql).
-- Refusals: SQLSTATE CK001 production, CK002 backwards.
create function move_clock(to_instant timestamptz) returns void
  language plpgsql
  set search_path = ''
as $$
declare
  installed public.installation;
begin
  select * into strict installed from public.installation for update;
  if installed.environment = 'production' then
    raise exception 'the clock of production is not ours to move' using errcode = 'CK001';
  end if;
  if to_instant < public.clock_now() and installed.seeded_at is not null then
    raise exception 'the clock only moves forward' using errcode = 'CK002';
  end if;
  if to_instant < public.clock_now() and installed.clock_offset <> '0' then
    raise exception 'the clock only moves forward' using errcode = 'CK002';
  end if;
  update public.installation set clock_offset = to_instant - clock_timestamp();
end
$$;

-- Back on real time: the end of a lived past. Owner only. A clock that runs ahead stays ahead
-- (SQLSTATE CK002): facts already carry its times.
create function forget_clock_offset() returns void
  language plpgsql
  set search_path = ''
as $$
begin
  if exists (select from public.installation where installation.clock_offset > '0') then
    raise exception 'the clock only moves forward' using errcode = 'CK002';
  end if;
  update public.installation set clock_offset = '0';
end
$$;
