-- The operator's part of each draw: 32 random bytes, made before the raffle is published, whose
-- hash stands in RafflePublished. Encrypted under a key that is not in this database, so that a
-- dump tells nobody the seed, and never changed: a seed that could be replaced could be chosen. New
-- table; older code does not know it.

create table operator_seeds (
  log_id      text        primary key check (log_id like 'raffle/%'),
  -- AES-256-GCM: 12 bytes of nonce, 16 of tag, 32 of ciphertext; the log id is authenticated too.
  sealed      bytea       not null check (octet_length(sealed) = 60),
  created_at  timestamptz not null default clock_now()
);

comment on table operator_seeds is 'Seeds of the draws, encrypted under SIGNER_DIR/secret.';
