-- Read models: which builds of them there are, how far each has read each log, and the first build
-- of every projection as `projections/` describes it (a test compares). Later versions and
-- generations are made by the `rebuild` command beside the live one and swapped in: no migration
-- touches them again. New tables; no older code exists.

-- One physical set of tables of one projection. `building` → `live` → `previous` (kept for a way
-- back) → dropped. The views below carry the stable names and show the live build.
create table projection_builds (
  name        text         not null,
  version     integer      not null check (version > 0),
  generation  integer      not null check (generation > 0),
  status      text         not null check (status in ('building', 'live', 'previous')),
  tables      text[]       not null,
  created_at  timestamptz  not null default clock_timestamp(),
  live_at     timestamptz,
  primary key (name, version, generation)
);

create unique index projection_builds_live on projection_builds (name) where status = 'live';

-- The checkpoint of one build in one log: everything up to `position` is in its tables, nothing
-- after. It moves in the transaction that writes the rows. A fact that a fold cannot take stops the
-- build in that log: it is never skipped, and the other projections go on.
create table projections (
  log_id               text         not null,
  name                 text         not null,
  version              integer      not null,
  generation           integer      not null,
  position             bigint       not null default 0 check (position >= 0),
  status               text         not null default 'running'
                                    check (status in ('running', 'stopped')),
  last_error           text,
  last_error_position  bigint,
  updated_at           timestamptz  not null default clock_timestamp(),
  primary key (log_id, name, version, generation),
  foreign key (name, version, generation) references projection_builds on delete cascade,
  check ((status = 'stopped') = (last_error is not null))
) with (fillfactor = 50);

-- How far a reactor has acted on each log. Below its mark it never acts again.
create table reactors (
  log_id      text         not null,
  name        text         not null,
  position    bigint       not null default 0 check (position >= 0),
  last_error  text,
  updated_at  timestamptz  not null default clock_timestamp(),
  primary key (log_id, name)
) with (fillfactor = 50);

comment on table projection_builds is 'Builds of the read models: one live build per projection.';
comment on table projections is 'Checkpoints: how far each build has read each log.';
comment on table reactors is 'Marks: how far each reactor has acted on each log.';

insert into projection_builds (name, version, generation, status, tables, live_at)
select first.name, 1, 1, 'live', first.tables::text[], clock_timestamp()
  from (values
    ('raffle-board', '{raffle_board_ledger_v1_1,raffle_board_page_v1_1}'),
    ('product-shelf', '{product_shelf_v1_1,product_lines_v1_1,product_sold_v1_1}'),
    ('order-status', '{order_status_v1_1}'),
    ('customer-orders', '{customer_orders_v1_1}'),
    ('raffle-entries', '{raffle_entries_v1_1}'),
    ('ticket-register', '{ticket_register_v1_1,ticket_voids_v1_1}'),
    ('sales', '{sales_journal_v1_1,sales_orders_v1_1,sales_lines_v1_1,sales_refunds_v1_1}'),
    ('customers', '{customers_v1_1}')
  ) as first (name, tables);

-- ── raffle-board ────────────────────────────────────────────────────────────────────
create table raffle_board_ledger_v1_1 (
  raffle_id uuid not null,
  head bigint,
  state json,
  primary key (raffle_id)
);
create table raffle_board_page_v1_1 (
  raffle_id uuid not null,
  version bigint,
  written_at timestamptz,
  words json,
  primary key (raffle_id)
);
create view raffle_board_ledger as
  select raffle_id, head, state
    from raffle_board_ledger_v1_1;
create view raffle_board_page as
  select raffle_id, version, written_at, words
    from raffle_board_page_v1_1;

-- ── product-shelf ───────────────────────────────────────────────────────────────────
create table product_shelf_v1_1 (
  product_id uuid not null,
  version bigint,
  state json,
  primary key (product_id)
);
create table product_lines_v1_1 (
  line_id uuid not null,
  product_id uuid,
  primary key (line_id)
);
create table product_sold_v1_1 (
  log_id text not null,
  product_id uuid not null,
  position bigint,
  issued bigint,
  primary key (log_id, product_id)
);
create view product_shelf as
  select product_id, version, state
    from product_shelf_v1_1;
create view product_lines as
  select line_id, product_id
    from product_lines_v1_1;
create view product_sold as
  select log_id, product_id, position, issued
    from product_sold_v1_1;

-- ── order-status ────────────────────────────────────────────────────────────────────
create table order_status_v1_1 (
  order_id uuid not null,
  version bigint,
  log_id text,
  log_position bigint,
  reference text,
  order_type text,
  status text,
  customer_id uuid,
  total_cents bigint,
  placed_at timestamptz,
  paid_at timestamptz,
  state json,
  primary key (order_id)
);
create index on order_status_v1_1 (placed_at desc, order_id);
create index on order_status_v1_1 (reference);
create index on order_status_v1_1 (status, placed_at desc);
create view order_status as
  select order_id, version, log_id, log_position, reference, order_type, status, customer_id,
         total_cents, placed_at, paid_at, state
    from order_status_v1_1;

-- ── customer-orders ─────────────────────────────────────────────────────────────────
create table customer_orders_v1_1 (
  order_id uuid not null,
  placed_by uuid,
  placed_at timestamptz,
  claimed_by uuid,
  primary key (order_id)
);
create index on customer_orders_v1_1 ((coalesce(claimed_by, placed_by)), placed_at desc);
create view customer_orders as
  select order_id, placed_by, placed_at, claimed_by
    from customer_orders_v1_1;

-- ── raffle-entries ──────────────────────────────────────────────────────────────────
create table raffle_entries_v1_1 (
  line_id uuid not null,
  order_id uuid,
  raffle_id uuid,
  first integer,
  last integer,
  granted_at timestamptz,
  primary key (line_id)
);
create index on raffle_entries_v1_1 (order_id);
create index on raffle_entries_v1_1 (raffle_id, first);
create view raffle_entries as
  select line_id, order_id, raffle_id, first, last, granted_at
    from raffle_entries_v1_1;

-- ── ticket-register ─────────────────────────────────────────────────────────────────
create table ticket_register_v1_1 (
  raffle_id uuid not null,
  first integer not null,
  last integer,
  position bigint,
  order_id uuid,
  channel text,
  tickets_per_unit integer,
  issued_at timestamptz,
  primary key (raffle_id, first)
);
create table ticket_voids_v1_1 (
  raffle_id uuid not null,
  first integer not null,
  last integer,
  position bigint not null,
  reason text,
  voided_at timestamptz,
  primary key (raffle_id, first, position)
);
create index on ticket_register_v1_1 (order_id);
create view ticket_register as
  select raffle_id, first, last, position, order_id, channel, tickets_per_unit, issued_at
    from ticket_register_v1_1;
create view ticket_voids as
  select raffle_id, first, last, position, reason, voided_at
    from ticket_voids_v1_1;

-- ── sales ───────────────────────────────────────────────────────────────────────────
create table sales_journal_v1_1 (
  log_id text not null,
  position bigint not null,
  ordinal integer not null,
  order_id uuid,
  account text,
  amount_cents bigint,
  currency text,
  posted_at timestamptz,
  primary key (log_id, position, ordinal)
);
create table sales_orders_v1_1 (
  order_id uuid not null,
  paid_at timestamptz,
  method text,
  subtotal_cents bigint,
  shipping_cents bigint,
  primary key (order_id)
);
create table sales_lines_v1_1 (
  line_id uuid not null,
  order_id uuid,
  product_id uuid,
  quantity integer,
  subtotal_cents bigint,
  primary key (line_id)
);
create table sales_refunds_v1_1 (
  order_id uuid not null,
  refund_id text not null,
  is_surplus boolean,
  line_id uuid,
  due_cents bigint,
  due_at timestamptz,
  paid_cents bigint,
  paid_at timestamptz,
  method text,
  primary key (order_id, refund_id)
);
create index on sales_journal_v1_1 (order_id);
create index on sales_orders_v1_1 (paid_at);
create index on sales_lines_v1_1 (order_id);
create index on sales_refunds_v1_1 (paid_at);
create view sales_journal as
  select log_id, position, ordinal, order_id, account, amount_cents, currency, posted_at
    from sales_journal_v1_1;
create view sales_orders as
  select order_id, paid_at, method, subtotal_cents, shipping_cents
    from sales_orders_v1_1;
create view sales_lines as
  select line_id, order_id, product_id, quantity, subtotal_cents
    from sales_lines_v1_1;
create view sales_refunds as
  select order_id, refund_id, is_surplus, line_id, due_cents, due_at, paid_cents, paid_at, method
    from sales_refunds_v1_1;

-- ── customers ───────────────────────────────────────────────────────────────────────
create table customers_v1_1 (
  customer_id uuid not null,
  registered_at timestamptz,
  via text,
  verified_at timestamptz,
  erased_at timestamptz,
  primary key (customer_id)
);
create index on customers_v1_1 (registered_at desc, customer_id);
create view customers as
  select customer_id, registered_at, via, verified_at, erased_at
    from customers_v1_1;
