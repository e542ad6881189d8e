-- What stands beside a raffle's log: capacity, holds, and the issue behind each range of tickets.
--
-- Everything here is written by append_raffle() alone, in the transaction of the facts. The CHECKs
-- stand behind the code: whatever is wrong above, no ticket beyond the limit is ever recorded.
-- New tables; no older code exists.

create table raffle_state (
  log_id  text collate "C"  primary key,
  -- Tickets this raffle may ever have.
  cap     integer  not null check (cap > 0),
  -- Numbers 1 … issued have been given out; a voided number stays used.
  issued  integer  not null check (issued >= 0),
  voided  integer  not null check (voided between 0 and issued),
  -- Sum of the rows in `holds`, those past their end included until the writer drops them.
  held    integer  not null check (held >= 0),
  check (issued + held <= cap)
) with (fillfactor = 50);

-- The share of one product in a raffle's tickets.
create table raffle_products (
  log_id       text collate "C"  not null,
  product_id   uuid     not null,
  tickets_max  integer  not null check (tickets_max >= 0),
  issued       integer  not null check (issued >= 0),
  held         integer  not null check (held >= 0),
  primary key (log_id, product_id),
  check (issued + held <= tickets_max)
) with (fillfactor = 50);

-- Tickets promised to an unpaid order line. Rows, not facts: nothing unpaid is ever public.
create table holds (
  log_id         text collate "C"  not null,
  order_line_id  uuid         not null,
  order_id       uuid         not null,
  product_id     uuid         not null,
  n              integer      not null check (n > 0),
  -- Keyed hash of the holder's phone.
  person_key     text collate "C"  not null,
  held_at        timestamptz  not null,
  expires_at     timestamptz  not null,
  primary key (log_id, order_line_id)
);

-- One row per TicketsIssued, written once. The order line is the deduplication key: one issue per
-- line, for ever. Salts and texts are the openings of the leaf's two commitments; erasing a person
-- sets them to null, and every proof still stands.
create table issues (
  log_id         text collate "C"  not null,
  order_line_id  uuid     not null,
  order_id       uuid     not null,
  product_id     uuid     not null,
  position       bigint   not null check (position > 0),
  -- Ticket numbers, both included.
  first          integer  not null check (first > 0),
  last           integer  not null,
  -- Kept only where the raffle limits the tickets of one person.
  person_key     text collate "C",
  order_salt     bytea    check (octet_length(order_salt) = 32),
  holder_salt    bytea    check (octet_length(holder_salt) = 32),
  order_text     text,
  holder_text    text,
  primary key (log_id, order_line_id),
  -- No number twice, even if two ranges were to begin alike.
  unique (log_id, first),
  check (last >= first)
);

create index issues_of_person on issues (log_id, person_key) where person_key is not null;

-- What the writer reads when it wakes up: all facts of a raffle but the sales, which only count.
create index events_terms on events (log_id, position)
  where leaf is not null and type <> 'TicketsIssued';

comment on table raffle_state is 'Capacity of each raffle: live, and checked.';
comment on table raffle_products is 'Capacity of each product in each raffle.';
comment on table holds is 'Tickets promised to unpaid order lines.';
comment on table issues is 'The order line behind each range of tickets; openings of commitments.';
