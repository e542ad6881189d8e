-- Money that nobody knows stays on the list of what needs attention until its payment is known or
-- somebody has dealt with it, however old it is. The mark is taken away from what is settled, so
-- that the list reads what is open and not what there ever was. Whoever does not know the mark
-- leaves it: rows of before, and what older code stores, are open until the sweep has looked at
-- them (`services/commands/open-money.ts`). Older code runs on it unchanged.

alter table provider_callbacks add column if not exists is_open boolean not null default true;
alter table settlement_lines add column if not exists is_open boolean not null default true;

-- allowed: large-index: a large shop makes them beforehand, as docs/operate.md says.
create index if not exists provider_callbacks_open on provider_callbacks (received_at)
  where is_open and is_authentic;
create index if not exists settlement_lines_open on settlement_lines (kind, statement_id, line)
  where is_open;
