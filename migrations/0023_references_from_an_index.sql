-- An export of entries looks up the reference of each order by its key: it now reads an index alone
-- and not the order's whole state beside it. Makes one index of the orders anew, some seconds for a
-- million facts, while the table is locked. Older code runs on it.
do $$
declare
  target text;
begin
  for target in
    select unnest(tables) from projection_builds where name = 'order-status'
  loop
    execute format('drop index if exists %I', target || '_order_id_status_order_type_idx');
    execute format(
      'create index on %I (order_id) include (status, order_type, reference)', target);
  end loop;
end
$$;
