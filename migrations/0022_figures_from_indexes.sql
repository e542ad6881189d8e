-- Analytics and insight read who bought, and when, from an index alone, and a search for a
-- reference within a status or a kind of order looks at those orders only. Makes four indexes of
-- the read models anew, some seconds for a million facts; each table is locked for the time of its
-- own. Older code runs on it.

-- The builds that are there get what `projections/insight` and `order-status` give new ones.
do $$
declare
  target text;
begin
  for target in
    select unnest(tables) from projection_builds where name = 'insight'
  loop
    continue when target not like 'insight_orders%';
    execute format('drop index if exists %I', target || '_paid_at_idx');
    execute format('drop index if exists %I', target || '_coalesce_paid_at_idx');
    execute format(
      'create index on %I (paid_at) include (claimed_by, placed_by) where paid_at is not null',
      target);
    execute format(
      'create index on %I ((coalesce(claimed_by, placed_by)), paid_at)
         include (claimed_by, placed_by)
         where paid_at is not null', target);
  end loop;
  for target in
    select unnest(tables) from projection_builds where name = 'order-status'
  loop
    execute format('drop index if exists %I', target || '_status_placed_at_order_id_idx');
    execute format('drop index if exists %I', target || '_order_type_placed_at_order_id_idx');
    execute format(
      'create index on %I (status, placed_at desc, order_id) include (order_type, reference)',
      target);
    execute format(
      'create index on %I (order_type, placed_at desc, order_id) include (reference)', target);
  end loop;
end
$$;
