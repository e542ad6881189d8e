-- Beside the facts of a draw: who was in the room, what was read out once and waits for its second
-- reading, who has agreed to what, whom the provider could not say anything about, and how the
-- winner was found. All of it can be erased without touching a fact; nothing here decides a draw.
-- New tables; older code does not know them.

-- One row a draw, written before its seal and fixed by it.
create table draw_sessions (
  -- `<raffleId>/D1`: known before the seal, because draws of a raffle are numbered.
  draw_id text primary key,
  log_id text not null check (log_id like 'raffle/%'),
  mode text not null check (mode in ('beacon', 'local', 'physical')),
  -- T; null: 15 minutes after the seal.
  draw_at timestamptz,
  place text not null,
  stream_url text,
  -- Names, titles, offices and numbers of documents: personal, erasable.
  witnesses jsonb not null,
  representative jsonb not null,
  recorded_by uuid not null,
  recorded_at timestamptz not null default clock_now()
);
create index draw_sessions_log on draw_sessions (log_id);

-- What two people must want. The act itself takes both rows in one look.
create table draw_sign_offs (
  draw_id text not null,
  act text not null check (act in ('seal', 'postpone', 'annul', 'forfeit')),
  person_id uuid not null,
  signed_at timestamptz not null default clock_now(),
  primary key (draw_id, act, person_id)
);

-- The first reading of the dice. The second must equal it; one that differs ends both.
create table draw_readings (
  draw_id text primary key,
  entropy text not null,
  read_by uuid not null,
  read_at timestamptz not null default clock_now()
);

-- The root of the tree whose last leaf is the seal: what dice and derivation name.
create table draw_seals (
  draw_id text primary key,
  size bigint not null check (size > 0),
  root bytea not null check (octet_length(root) = 32)
);

-- Reservations that were let go before the seal, because nobody could say that they were paid.
create table draw_releases (
  log_id text not null check (log_id like 'raffle/%'),
  order_line_id uuid not null,
  order_id uuid not null,
  tickets integer not null check (tickets > 0),
  -- What the provider answered: `pending`, `no_answer` …
  answer text not null,
  released_at timestamptz not null default clock_now(),
  primary key (log_id, order_line_id)
);

-- The way of the prize to one place of the permutation.
create table draw_claims (
  draw_id text not null,
  place integer not null check (place >= 0),
  -- Publication of the draw, or the moment a reserve took the prize: thirty days count from here.
  announced_at timestamptz not null,
  announced_by text not null,
  -- Identity, once it was checked: personal, erasable.
  document_kind text,
  document_number text,
  may_show_name boolean not null default false,
  -- First name and initial, only by consent.
  shown_name text,
  -- Of the winning ticket, so that an erasure finds what stands here.
  order_id uuid,
  checked_by uuid,
  checked_at timestamptz,
  -- Holders of tickets up to this number have been told of the result; null: all have.
  told_up_to integer default 0,
  primary key (draw_id, place)
);
create index draw_claims_telling on draw_claims (announced_at) where told_up_to is not null;

create table draw_contacts (
  contact_id uuid primary key,
  draw_id text not null,
  place integer not null check (place >= 0),
  channel text not null check (channel in ('phone', 'sms', 'whatsapp', 'email', 'visit')),
  note text not null,
  noted_by uuid not null,
  noted_at timestamptz not null default clock_now()
);
create index draw_contacts_place on draw_contacts (draw_id, place, noted_at);

comment on table draw_sessions is 'Who was in the room of a draw, and what was announced.';
comment on table draw_sign_offs is 'Who has agreed to an act that needs two people.';
comment on table draw_readings is 'First readings of dice that wait for the second.';
comment on table draw_seals is 'Trees whose last leaf is a seal.';
comment on table draw_releases is 'Reservations let go before a seal.';
comment on table draw_claims is 'Who was told of the prize, and who came for it.';
comment on table draw_contacts is 'Attempts to reach a winner.';
