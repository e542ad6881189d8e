-- A till that is counted again keeps what was counted before: who, when, what and the note. The
-- count that stands is still one row of `cash_ups`, with the number it is among the counts of that
-- till; an earlier one moves aside when another takes its place. Older code runs on it: its counts
-- keep the number of what they replace, and move nothing aside.

alter table cash_ups add column version integer not null default 1;

create table earlier_cash_ups (
  day date not null,
  cashier_id uuid not null,
  -- Which of the counts of this till it was: 1 is the first.
  version integer not null check (version > 0),
  expected_cents bigint not null,
  counted_cents bigint not null,
  expected_lbp bigint,
  counted_lbp bigint,
  note text,
  closed_by uuid not null,
  closed_at timestamptz not null,
  primary key (day, cashier_id, version)
);
