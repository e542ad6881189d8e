-- What a customer has told the shop beside his orders: addresses, choices, limits on himself, a
-- cart, and what he asks of us about an order. Nothing here is a fact of the ledger. Older code
-- runs on it unchanged.

-- To fill in the checkout with. Personal: erased with the person.
create table saved_addresses (
  address_id uuid primary key,
  person_id uuid not null references people,
  label text not null,
  street text not null,
  city text not null,
  postal_code text not null,
  created_at timestamptz not null
);
create index saved_addresses_person on saved_addresses (person_id, created_at);

-- No row: every default. Codes to sign in are not a matter of choice.
create table message_choices (
  person_id uuid primary key references people,
  receipts boolean not null,
  draw_news boolean not null,
  offers boolean not null,
  language text not null check (language in ('en', 'ar', 'fr')),
  changed_at timestamptz not null
);

-- Limits that customers set on themselves. The key is a keyed hash of the phone, so a limit
-- outlives the account and holds for guests with the same number; no phone stands here. A higher
-- cap, or none, counts from `next_cap_from` on; a lower one at once.
create table buying_limits (
  person_key text primary key,
  monthly_cap_cents bigint check (monthly_cap_cents >= 0),
  next_cap_cents bigint check (next_cap_cents >= 0),
  -- Null: nothing is going to change.
  next_cap_from timestamptz,
  -- Self-exclusion: nothing is sold until then. It is only ever moved later.
  excluded_until timestamptz,
  changed_at timestamptz not null
);

-- The cart of a signed-in customer, the same on each of his devices: products, variants and
-- quantities. Prices are never kept: they are told anew at each reading.
create table carts (
  person_id uuid primary key references people,
  lines jsonb not null,
  version bigint not null,
  changed_at timestamptz not null
);

-- A buyer asks for something about a paid order: to cancel it, or to bring goods back. Staff
-- answer.
create table order_requests (
  request_id uuid primary key,
  order_id uuid not null,
  kind text not null check (kind in ('cancel', 'return')),
  -- Why, in the buyer's words; personal, erasable.
  note text,
  -- open: staff have not answered; withdrawn: by the buyer.
  state text not null check (state in ('open', 'accepted', 'declined', 'withdrawn')),
  -- Shown to the buyer.
  answer text,
  answered_by uuid,
  created_at timestamptz not null,
  answered_at timestamptz,
  check ((state in ('accepted', 'declined')) = (answered_by is not null))
);
create index order_requests_order on order_requests (order_id, created_at);
create unique index order_requests_one_open on order_requests (order_id) where state = 'open';
create index order_requests_waiting on order_requests (created_at) where state = 'open';
