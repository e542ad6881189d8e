-- open_log(log): makes sure that a shop log exists. Asked for at each start of the service, for as
-- many logs as the installation has; a raffle's log comes into being with its first batch.
-- Refusal: SQLSTATE EV404, a name that is not `shop/<k>` with k below installation.shop_logs.
create or replace function open_log(p_log_id text) returns void
  language plpgsql
  security definer
  set search_path = ''
as $$
begin
  if not exists (
    select from public.installation, generate_series(0, installation.shop_logs - 1) as k
     where p_log_id = 'shop/' || k
  ) then
    raise exception 'not a shop log of this installation: %', p_log_id using errcode = 'EV404';
  end if;
  insert into public.logs (log_id) values (p_log_id) on conflict (log_id) do nothing;
end
$$;
