-- Who asked to be told when a raffle opens or has tickets again: one text for each asking, then
-- nothing more. New tables: older code runs on them unchanged.

-- A number that somebody typed is personal: erased with the person, and 30 days after the text.
create table raffle_alerts (
  alert_id uuid primary key,
  raffle_id uuid not null,
  -- E.164.
  phone text not null,
  -- Null: a guest.
  person_id uuid references people,
  language text not null check (language in ('en', 'ar', 'fr')),
  created_at timestamptz not null,
  sent_at timestamptz
);
create unique index raffle_alerts_waiting on raffle_alerts (raffle_id, phone) where sent_at is null;
create index raffle_alerts_phone on raffle_alerts (phone, created_at);
create index raffle_alerts_person on raffle_alerts (person_id);
create index raffle_alerts_age on raffle_alerts (created_at);

-- Numbers whose holders want no more of these texts, by the keyed hash of the phone: nobody else
-- can ask in their name. The holder takes it back by asking while signed in.
create table alert_refusals (
  person_key text primary key,
  created_at timestamptz not null
);
