-- What surrounds an order but is no fact: who may see it, how to reach its buyer, what a provider
-- was asked, what it said, and what must still be sent. Everything personal of the purchase path is
-- here, so that erasing a person never touches the ledger. First version: no older code runs on it.

-- Taken in blocks of 500 by the service (`services/commands/number-blocks.ts`): a crash leaves a
-- hole, never a number twice. Digits only and below 10^15, as Whish wants its `externalId`.
create sequence payment_refs as bigint
  start with 100000000000 increment by 500 maxvalue 999999999999499 no cycle;

-- The n-th order ever, scrambled into the reference people speak (`QR-7K3M9P`).
create sequence order_numbers as bigint
  start with 1 increment by 500 maxvalue 1073741323 no cycle;

-- One row for each purchase a browser asked for: the memory of `Idempotency-Key`. Without a key the
-- service writes one of its own from the body. A refusal leaves no row.
create table purchases (
  session_id uuid not null,
  key text not null check (length(key) between 1 and 300),
  request_hash text not null,
  order_id uuid not null unique,
  -- running: somebody works on it until `claimed_until`; answered: `answer` repeats for ever;
  -- settled: paid or cancelled, so a body without a key starts a new order. Paid online it stays
  -- `answered` until its hold is over; the settled attempt beside it says the same.
  state text not null check (state in ('running', 'answered', 'settled')),
  answer text,
  claimed_until timestamptz not null,
  hold_until timestamptz not null,
  created_at timestamptz not null,
  primary key (session_id, key)
) with (fillfactor = 70);
-- The sweeps: requests that died between two steps, and orders whose time to pay is over.
create index purchases_running on purchases (claimed_until) where state = 'running';
create index purchases_unpaid on purchases (hold_until) where state <> 'settled';

-- Name, phone, e-mail and address of one order: erasable, never in a fact.
create table order_contacts (
  order_id uuid primary key,
  customer_id uuid,
  session_id uuid,
  name text not null,
  email text,
  phone text not null,
  address text,
  language text not null check (language in ('en', 'ar', 'fr')),
  created_at timestamptz not null,
  -- Set while an order that no provider watches may be paid without having its tickets.
  finish_due_at timestamptz
);
create index order_contacts_phone on order_contacts (phone, created_at);
create index order_contacts_unfinished on order_contacts (finish_due_at)
  where finish_due_at is not null;

-- Which browsers may see which order: the one that placed it, or one that came by its signed link.
create table order_openings (
  session_id uuid not null,
  order_id uuid not null,
  primary key (session_id, order_id)
);

-- One row for each time a provider was asked for money, written before it is asked.
create table payment_attempts (
  attempt_id uuid primary key,
  ref text not null unique check (ref ~ '^[0-9]{1,15}$'),
  order_id uuid not null,
  method text not null check (method in ('whishpay', 'montypay')),
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null check (currency = 'USD'),
  -- opened: the provider may or may not know it; started: there is a link; declined and expired may
  -- still be paid; settled: money and tickets (or the duty to refund) are both recorded;
  -- attention: a person must look.
  state text not null check (
    state in ('opened', 'started', 'declined', 'expired', 'settled', 'attention')
  ),
  provider_status text,
  provider_ref text,
  redirect_url text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  checked_at timestamptz,
  next_check_at timestamptz,
  checks integer not null default 0
);
create index payment_attempts_order on payment_attempts (order_id, created_at);
create index payment_attempts_due on payment_attempts (next_check_at)
  where next_check_at is not null;

-- How staff were paid for an order: the proof, where there is one. A reference is used once per
-- method.
create table manual_payments (
  order_id uuid primary key,
  method text not null check (method in ('whish', 'omt', 'card', 'cash')),
  reference text,
  collector text,
  currency text,
  rate text,
  taken_by uuid not null,
  created_at timestamptz not null,
  unique (method, reference)
);

-- What providers sent us, as it came: evidence and a hint, never proof. Kept 90 days.
create table provider_callbacks (
  provider text not null check (provider in ('whishpay', 'montypay')),
  dedupe_key text not null check (length(dedupe_key) between 1 and 300),
  attempt_ref text,
  is_authentic boolean not null,
  method text not null,
  query text not null,
  headers text not null,
  body bytea not null,
  copies integer not null default 1,
  received_at timestamptz not null,
  last_received_at timestamptz not null,
  primary key (provider, dedupe_key)
);
create index provider_callbacks_age on provider_callbacks (received_at);

-- Texts to people. The row comes before the gateway is asked; `ref` is sent at most once. The words
-- of a sign-in code are never stored and never tried again.
create table messages (
  ref text primary key check (length(ref) between 1 and 200),
  to_phone text not null,
  body text,
  purpose text not null check (purpose in ('sign_in_code', 'receipt', 'notice')),
  -- waiting: may be tried again; sent; failed: refused or given up; unknown: a code whose gateway
  -- never answered.
  state text not null check (state in ('waiting', 'sent', 'failed', 'unknown')),
  tries integer not null default 0,
  next_try_at timestamptz,
  gateway_id text,
  failure text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index messages_due on messages (next_try_at) where state = 'waiting';
create index messages_age on messages (created_at);
