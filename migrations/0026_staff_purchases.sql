-- Staff as buyers: whoever has a part in the draw is kept out of it, what the others buy is told to
-- the needs-attention list (answers 23). The number of a member of staff stands apart from `phone`,
-- by which customers sign in: a number never lets anybody into the staff's area, and a member may
-- be a customer too. One column without a value and one new table: older code runs on both, lets
-- everybody buy and tells nobody.

-- E.164.
alter table people add column staff_phone text check (length(staff_phone) between 8 and 20);

-- What members of staff have bought tickets with, written before the order is. An order that never
-- came to be, or was never paid, is not shown.
create table staff_purchases (
  order_id uuid primary key,
  person_id uuid not null references people,
  created_at timestamptz not null
);
