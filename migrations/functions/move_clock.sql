-- Sets the clock to an instant, keeping it running from there. Forward only: facts already carry
-- the times before it. The one exception is a database without a past (nothing recorded), whose
-- clock may be set back once, to where the demo's past begins. Owner only (see roles.sql).
-- The distance is kept in seconds: as days and hours, sessions would add it by the calendar of
-- their time zone, an hour off where summer time lies in between, and two of them would disagree.
-- Refusals: SQLSTATE CK001 production, CK002 backwards.
create or replace function move_clock(to_instant timestamptz) returns void
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
  update public.installation
     set clock_offset = make_interval(secs => extract(epoch from to_instant - clock_timestamp()));
end
$$;
