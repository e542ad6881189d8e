-- halt_raffle(log, detail): marks a raffle as halted, once. Every other writer finds its fence
-- gone, reads the raffle anew and meets the mark.
create or replace function halt_raffle(p_log_id text, p_detail text) returns void
  language plpgsql
  security definer
  set search_path = ''
as $$
begin
  insert into public.raffle_halts (log_id, halted_at, detail)
  values (p_log_id, public.clock_now(), p_detail)
  on conflict (log_id) do nothing;
  if not found then return; end if;
  update public.logs set batch_id = pg_catalog.gen_random_uuid() where log_id = p_log_id;
end
$$;
