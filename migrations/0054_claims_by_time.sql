-- An order that two customers have claimed, one after the other, is the second one's. Where the
-- shop has several logs (SHOP_LOGS) the two facts are read in any order, so each build of
-- `customer-orders` and `insight` keeps when its claim was recorded. Older code runs on it, and
-- keeps no time; `npm run rebuild` writes it for what was claimed before.
do $$
declare
  target text;
begin
  for target in
    select unnest(tables) from projection_builds where name in ('customer-orders', 'insight')
  loop
    continue when target !~ '^(customer|insight)_orders_v';
    execute format('alter table %I add column claimed_at timestamptz', target);
  end loop;

  select shown into strict target
    from projection_builds cross join unnest(tables) as shown
   where status = 'live' and shown like 'customer_orders_v%';
  execute format(
    'create or replace view customer_orders as
       select order_id, placed_by, placed_at, claimed_by, claimed_at
         from %I', target);

  select shown into strict target
    from projection_builds cross join unnest(tables) as shown
   where status = 'live' and shown like 'insight_orders_v%';
  execute format(
    'create or replace view insight_orders as
       select order_id, placed_at, order_type, method, placed_by, lines, claimed_by, paid_at,
              paid_method, claimed_at
         from %I', target);
end
$$;
