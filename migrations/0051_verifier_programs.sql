-- The stand-alone verifiers that draws have named, so that a backup holds them: a bundle of a drawn
-- raffle needs the very program. A new table: older code runs on it, keeps those it names in
-- DATA_DIR/verifiers alone, and the next start of this one takes them from there.

create table verifier_programs (
  -- As a draw names it.
  sha256 text primary key,
  -- `verify.mjs`, some 330 KB.
  program bytea not null,
  kept_at timestamptz not null default clock_now(),
  check (sha256 = encode(sha256(program), 'hex'))
);
