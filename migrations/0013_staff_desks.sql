-- What staff write down beside the facts: proof of refunds, what they have dealt with, statements
-- of the providers, the till, invoices and their numbers; and the read model of what orders still
-- ask of them. Nothing here is a fact of the ledger. Older code runs on it unchanged.

-- How money was given back: the proof beside `RefundPaid`. A reference is used once per method.
create table refund_payments (
  order_id uuid not null,
  refund_id text not null,
  method text not null check (
    method in ('whishpay', 'montypay', 'whish', 'omt', 'card', 'cash', 'credit')
  ),
  reference text,
  paid_by uuid not null,
  created_at timestamptz not null,
  primary key (order_id, refund_id),
  unique (method, reference)
);

-- Items of the needs-attention list that nothing but a person can end: who did, and when.
create table attention_handled (
  kind text not null,
  item text not null check (length(item) between 1 and 300),
  handled_by uuid not null,
  -- In words of staff; may be personal, erasable.
  note text,
  handled_at timestamptz not null,
  primary key (kind, item)
);

-- What the list is made of, oldest first.
create index payment_attempts_attention on payment_attempts (created_at, attempt_id)
  where state = 'attention';
create index messages_failed on messages (created_at, ref)
  where state = 'failed' and purpose <> 'sign_in_code';
create index messages_newest on messages (created_at desc, ref) where purpose <> 'sign_in_code';
-- The till knows its cash by who took it; any other method by its receipt.
create index manual_payments_unproven on manual_payments (created_at, order_id)
  where reference is null and (method <> 'cash' or collector is null);
create index manual_payments_till on manual_payments (created_at);

-- ── what providers say they have paid us ────────────────────────────────────────────────────────
create table settlement_statements (
  statement_id uuid primary key,
  provider text not null check (provider in ('whishpay', 'montypay')),
  file_name text not null,
  -- The same file is imported once.
  file_sha256 text not null unique,
  lines integer not null,
  -- Days of Beirut, both included: for these the statement is meant to be whole.
  first_day date not null,
  last_day date not null,
  imported_by uuid not null,
  imported_at timestamptz not null
);
create index settlement_statements_newest on settlement_statements (imported_at desc);

create table settlement_lines (
  statement_id uuid not null references settlement_statements on delete cascade,
  line integer not null,
  kind text not null check (kind in ('sale', 'refund')),
  -- Our own number for the attempt, and the provider's for the transaction.
  attempt_ref text,
  provider_ref text,
  amount_cents bigint not null,
  fee_cents bigint not null,
  currency text not null,
  happened_at timestamptz not null,
  primary key (statement_id, line)
);
create index settlement_lines_attempt on settlement_lines (attempt_ref) where kind = 'sale';

-- ── the till, rates and invoices ────────────────────────────────────────────────────────────────
-- One count of one person's till on one day.
create table cash_ups (
  cash_up_id uuid primary key,
  day date not null,
  cashier_id uuid not null,
  expected_cents bigint not null,
  counted_cents bigint not null,
  note text,
  closed_by uuid not null,
  closed_at timestamptz not null,
  unique (day, cashier_id)
);

-- Pounds for a dollar, from that day on until the next rate.
create table exchange_rates (
  from_day date primary key,
  lbp_per_usd bigint not null check (lbp_per_usd > 0),
  set_by uuid not null,
  set_at timestamptz not null
);

-- From that day on; prices include the tax.
create table tax_rates (
  from_day date primary key,
  -- In hundredths of a percent: 1100 is 11 %.
  vat_basis_points integer not null check (vat_basis_points between 0 and 5000),
  -- Null: the shop is not registered.
  vat_number text,
  set_by uuid not null,
  set_at timestamptz not null
);

-- Numbers without holes, in the order of issue: taken under the table's lock. What was printed
-- stays as it was, whatever rates do later.
create table invoices (
  number bigint primary key check (number > 0),
  order_id uuid not null unique,
  issued_at timestamptz not null,
  issued_by uuid not null,
  vat_basis_points integer not null,
  vat_number text,
  lbp_per_usd bigint,
  rate_day date
);

-- ── order-work ──────────────────────────────────────────────────────────────────────
create table order_handovers_v1_1 (
  order_id uuid not null,
  shipping_method text,
  reference text,
  paid_at timestamptz,
  paid_version bigint,
  ready_at timestamptz,
  sent_out_at timestamptz,
  completed_at timestamptz,
  cancelled_version bigint,
  primary key (order_id)
);
create table refund_duties_v1_1 (
  order_id uuid not null,
  refund_id text not null,
  cause text,
  attempt_id uuid,
  line_id uuid,
  amount_cents bigint,
  due_at timestamptz,
  paid_at timestamptz,
  method text,
  primary key (order_id, refund_id)
);
create table payment_mismatches_v1_1 (
  attempt_id uuid not null,
  order_id uuid,
  method text,
  expected_cents bigint,
  received_cents bigint,
  received_currency text,
  noticed_at timestamptz,
  primary key (attempt_id)
);
create index on order_handovers_v1_1 (paid_at, order_id)
  where paid_at is not null and completed_at is null;
create index on order_handovers_v1_1 (completed_at desc, order_id) where completed_at is not null;
create index on refund_duties_v1_1 (due_at, order_id, refund_id) where paid_at is null;
create index on refund_duties_v1_1 (due_at desc, order_id, refund_id);
create index on refund_duties_v1_1 (attempt_id) where attempt_id is not null;
create index on payment_mismatches_v1_1 (noticed_at, attempt_id);
create view order_handovers as
  select order_id, shipping_method, reference, paid_at, paid_version, ready_at, sent_out_at,
         completed_at, cancelled_version
    from order_handovers_v1_1;
create view refund_duties as
  select order_id, refund_id, cause, attempt_id, line_id, amount_cents, due_at, paid_at, method
    from refund_duties_v1_1;
create view payment_mismatches as
  select attempt_id, order_id, method, expected_cents, received_cents, received_currency, noticed_at
    from payment_mismatches_v1_1;

-- Its checkpoints begin at the first fact of each log: the projector reads to the heads by itself.
insert into projection_builds (name, version, generation, status, tables, live_at)
values ('order-work', 1, 1, 'live',
        '{order_handovers_v1_1,refund_duties_v1_1,payment_mismatches_v1_1}', clock_timestamp());
