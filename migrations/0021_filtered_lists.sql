-- What staff filter their lists by, laid down in the order of the lists: a search within one
-- status, a last page of the audit trail of one kind of fact, and who bought in a few days, are
-- read from an index alone. Makes indexes of the read models anew, some seconds for a million
-- facts. Older code runs on it unchanged.

-- allowed: large-index: a large shop makes it beforehand, as docs/operate.md says.
create index if not exists order_contacts_words on order_contacts (order_id) include (search_text);

-- The builds that are there get what their projections give new ones.
do $$
declare
  target text;
begin
  for target in
    select unnest(tables) from projection_builds where name = 'order-status'
  loop
    execute format('create index on %I (order_id) include (status, order_type)', target);
  end loop;
  for target in
    select unnest(tables) from projection_builds where name = 'audit-trail'
  loop
    execute format('drop index if exists %I', target || '_subject_recorded_at_idx');
    execute format('drop index if exists %I', target || '_type_recorded_at_idx');
    execute format('drop index if exists %I', target || '_actor_recorded_at_idx');
    execute format(
      'create index on %I (subject, recorded_at desc, log_id, position desc)', target);
    execute format('create index on %I (type, recorded_at desc, log_id, position desc)', target);
    execute format(
      'create index on %I (actor, recorded_at desc, log_id, position desc) include (type)
         where actor like ''staff:%%''', target);
  end loop;
  for target in
    select unnest(tables) from projection_builds where name = 'insight'
  loop
    continue when target not like 'insight_orders%';
    execute format('create index on %I (paid_at) where paid_at is not null', target);
    execute format(
      'create index on %I ((coalesce(claimed_by, placed_by)), paid_at)
         where paid_at is not null', target);
  end loop;
end
$$;
