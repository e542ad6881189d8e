-- People, how they prove who they are, and the little that is counted about them. Everything
-- personal is here and erasable; facts name people by id only. First version: no older code runs on
-- it.

-- Customers and staff in one table: staff have a role and a password, customers a proven phone.
create table people (
  person_id uuid primary key,
  full_name text,
  email text,
  -- E.164. A number belongs to one person.
  phone text unique,
  -- When a code last proved the phone; null for a customer of a manual order who never signed in.
  phone_verified_at timestamptz,
  role text check (role in ('owner', 'manager', 'cashier', 'fulfilment', 'auditor', 'regulator')),
  -- Argon2id in PHC form; only staff have one.
  password_hash text,
  must_change_password boolean not null default false,
  created_at timestamptz not null,
  disabled_at timestamptz,
  check (role is null or (email is not null and password_hash is not null))
);
-- Staff sign in by e-mail; customers may share one (a family, a company).
create unique index people_staff_email on people (lower(email)) where role is not null;

-- One row for each browser that did more than look. The cookie is a short-lived token naming the
-- row; the row decides. Revoked and expired rows are swept after 30 days.
create table sessions (
  session_id uuid primary key,
  kind text not null check (kind in ('guest', 'customer', 'admin')),
  person_id uuid references people,
  created_at timestamptz not null,
  -- Written at most once a minute.
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  check ((kind = 'guest') = (person_id is null))
);
create index sessions_person on sessions (person_id) where revoked_at is null;
create index sessions_expiry on sessions (expires_at);

-- One row for each code that was sent, kept 30 days for the limits and the evidence of abuse.
create table sign_in_codes (
  code_id uuid primary key,
  phone text not null,
  -- The phone without its last four digits: pumping walks through a range.
  prefix text not null,
  -- The browser that asked: the code works nowhere else.
  session_id uuid not null,
  -- HMAC-SHA-256 of id, phone and code under a key that is not in the database.
  code_hmac bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  -- A newer code, too many tries or an erased person voids it.
  voided_at timestamptz,
  used_at timestamptz
);
create index sign_in_codes_phone on sign_in_codes (phone, created_at);
create index sign_in_codes_prefix on sign_in_codes (prefix, created_at);
create index sign_in_codes_age on sign_in_codes (created_at);

-- Counters that must survive a restart: wrong codes in a row for a phone, wrong passwords for an
-- account or from an address. `bucket` is a keyed hash: no phone, e-mail or address stands here.
create table failure_counters (
  bucket text primary key,
  failures integer not null,
  counts_until timestamptz not null
);
create index failure_counters_age on failure_counters (counts_until);

-- Wrong codes of everybody, by minute: the breaker against guessing on many phones at once.
create table wrong_codes (
  at_minute timestamptz primary key,
  failures integer not null
);

-- What an act of staff changed, and from where: before and after may be personal, so it is
-- erasable.
create table audit_details (
  audit_id uuid primary key,
  -- What was changed: `raffle/<id>`, `product/<id>` …, and the command under which its facts stand.
  subject text not null,
  command_id uuid not null,
  actor_id uuid not null,
  act text not null,
  address text,
  details jsonb not null,
  created_at timestamptz not null
);
create index audit_details_subject on audit_details (subject, created_at);
create index audit_details_age on audit_details (created_at);

-- A SKU belongs to one variant of the whole shop, whatever its case (the key is lower case).
create table skus (
  sku text primary key,
  product_id uuid not null,
  variant_id uuid not null unique
);

-- The n-th raffle ever: `R-2026-001`.
create sequence raffle_numbers as integer start with 1 no cycle;

-- First-party analytics: how often, never who.
create table tracked_counts (
  on_day date not null,
  name text not null,
  times bigint not null,
  primary key (on_day, name)
);
-- A purchase is counted once, however often a browser tells us. Swept with the retention of orders.
create table tracked_purchases (
  order_id uuid primary key,
  on_day date not null
);
