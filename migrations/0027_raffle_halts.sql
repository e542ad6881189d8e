-- A raffle whose writer has met a broken rule takes no orders in any process, and after no restart,
-- until a person has looked (assurance R10). Older code runs on it: it does not read the mark, but
-- `halt_raffle` takes the fence from under what it had decided.

create table raffle_halts (
  log_id text primary key references logs,
  halted_at timestamptz not null default clock_now(),
  -- What the writer or the database said; names no person.
  detail text not null
);
