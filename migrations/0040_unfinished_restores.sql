-- A restore that is not finished: the facts are back, and with them perhaps people who were erased
-- since. The row is written with the facts and goes when everything was done; while it stands, the
-- start refuses. A new table: older code runs on it, and does not read the mark.

create table unfinished_restores (
  is_only  boolean     primary key default true check (is_only),
  begun_at timestamptz not null default clock_timestamp()
);
