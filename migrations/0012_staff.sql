-- How staff come in, prove who they are and watch one another: invitations, second factors, the
-- history of sign-ins, approvals by a second person, the read model of the audit trail and the
-- auditor's papers. New tables and one new column that may be null: older code runs on it, and asks
-- nobody for a second factor.

-- When this session last gave a second factor; null: never. Five minutes of it count as fresh.
alter table sessions add column proven_at timestamptz;

-- A link that lets one person set the password of one account, once. The token has 256 random bits,
-- so its plain hash tells nobody anything.
create table staff_invitations (
  token_sha256 bytea primary key check (octet_length(token_sha256) = 32),
  person_id uuid not null references people,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- A newer one, or a change of the password by another way, ends it too.
  ended_at timestamptz
);
create index staff_invitations_person on staff_invitations (person_id) where ended_at is null;

-- The secret behind six-digit codes (RFC 6238), encrypted under a key that is not in this database.
create table staff_totp (
  person_id uuid primary key references people,
  -- AES-256-GCM: 12 bytes of nonce, 16 of tag, 20 of ciphertext; the person's id is authenticated.
  sealed bytea not null check (octet_length(sealed) = 48),
  key_id text not null,
  created_at timestamptz not null,
  -- Null until a first code has shown that the app holds the secret.
  confirmed_at timestamptz,
  -- The step of the last code that was accepted: it and all before it are used up.
  last_step bigint not null default 0
);

-- One-time codes for whoever has lost the phone; 80 random bits each, kept as plain hashes.
create table staff_recovery_codes (
  person_id uuid not null references people,
  code_sha256 bytea not null check (octet_length(code_sha256) = 32),
  used_at timestamptz,
  primary key (person_id, code_sha256)
);

create table staff_passkeys (
  passkey_id uuid primary key,
  person_id uuid not null references people,
  -- As the authenticator names it, base64url.
  credential_id text not null unique check (length(credential_id) between 16 and 1400),
  -- SubjectPublicKeyInfo, and its COSE algorithm: -7 ES256, -8 EdDSA, -257 RS256.
  public_key bytea not null,
  algorithm integer not null check (algorithm in (-7, -8, -257)),
  -- Zero where the authenticator does not count; else it must grow with each use.
  sign_count bigint not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index staff_passkeys_person on staff_passkeys (person_id, created_at);

-- The random bytes a passkey must sign, one open question per session, asked once.
create table staff_challenges (
  session_id uuid primary key,
  challenge bytea not null check (octet_length(challenge) = 32),
  expires_at timestamptz not null
);

-- Who signed in, or tried to, from where. Addresses are personal: swept after a year.
create table staff_sign_ins (
  sign_in_id uuid primary key,
  person_id uuid not null references people,
  session_id uuid,
  outcome text not null check (outcome in ('signed_in', 'wrong_password', 'closed', 'proven',
                                           'wrong_proof')),
  address text not null,
  device text not null,
  at timestamptz not null
);
create index staff_sign_ins_person on staff_sign_ins (person_id, at desc);
create index staff_sign_ins_session on staff_sign_ins (session_id) where session_id is not null;
create index staff_sign_ins_age on staff_sign_ins (at);

-- What a second person must agree to (the facts stand in the streams `approval/<id>`): this is the
-- list to work through, and the words around the facts. Erasable, like audit_details.
create table approvals (
  approval_id uuid primary key,
  kind text not null,
  -- `raffle/<id>`, `order/<id>`, or what the kind says.
  subject text not null,
  -- SHA-256 of exactly what is to be done: an approval covers nothing else.
  request_sha256 text not null check (request_sha256 ~ '^[0-9a-f]{64}$'),
  details jsonb not null,
  state text not null check (state in ('waiting', 'approved', 'refused', 'used', 'expired')),
  requested_by uuid not null,
  requested_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  note text,
  expires_at timestamptz not null,
  check (decided_by is distinct from requested_by)
);
create unique index approvals_open on approvals (kind, subject, request_sha256)
  where state in ('waiting', 'approved');
create index approvals_age on approvals (requested_at desc);

-- An auditor's sample of tickets, the same for everybody who has its seed, and what was noted.
create table audit_papers (
  paper_id uuid primary key,
  raffle_id uuid not null,
  seed text not null,
  -- Of the raffle's log when the sample was drawn.
  tree_size bigint not null,
  tickets_issued bigint not null,
  numbers bigint[] not null,
  -- By ticket number: the auditor's own words.
  notes jsonb not null,
  conclusion text not null,
  made_by uuid not null,
  made_at timestamptz not null,
  changed_at timestamptz not null
);
create index audit_papers_age on audit_papers (made_at desc);

create index audit_details_command on audit_details (command_id);

-- The first build of the projection `audit-trail`; it is filled by the projectors from position 1.
insert into projection_builds (name, version, generation, status, tables, live_at)
values ('audit-trail', 1, 1, 'live', '{audit_trail_v1_1}', clock_timestamp());

create table audit_trail_v1_1 (
  log_id text not null,
  position bigint not null,
  recorded_at timestamptz,
  type text,
  subject text,
  actor text,
  primary key (log_id, position)
);
create index on audit_trail_v1_1 (recorded_at desc, log_id, position desc);
create index on audit_trail_v1_1 (subject, recorded_at desc);
create index on audit_trail_v1_1 (type, recorded_at desc);
create index on audit_trail_v1_1 (actor, recorded_at desc) where actor like 'staff:%';
create view audit_trail as
  select log_id, position, recorded_at, type, subject, actor
    from audit_trail_v1_1;
