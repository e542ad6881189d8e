-- What a raffle's public log is served from: the tiles of its tree, the checkpoints that were
-- signed and what witnesses said of them. Tiles follow from the facts and can be made anew;
-- checkpoints and cosignatures are evidence, so the service adds them and never changes one.
-- New tables; older code does not know them, and writes facts as before.

-- How far the tiles have grown. Moved by whoever adds tiles, from the size he has read: of two
-- processes that grow the same tree one finds that it has moved.
create table ledger_trees (
  log_id  text collate "C"  primary key check (log_id like 'raffle/%'),
  size    bigint  not null check (size >= 0)
) with (fillfactor = 50);

-- C2SP tlog-tiles. A tile that is not full grows at its end: every narrower tile is its beginning.
create table ledger_tiles (
  log_id  text collate "C"  not null,
  level   smallint  not null check (level between 0 and 6),
  tile    bigint    not null check (tile >= 0),
  hashes  bytea     not null check (octet_length(hashes) between 32 and 8192
                                    and octet_length(hashes) % 32 = 0),
  primary key (log_id, level, tile)
);
-- Hashes cannot be compressed, and trying costs more than the space.
alter table ledger_tiles alter column hashes set storage external;

create table checkpoints (
  log_id     text collate "C"  not null,
  size       bigint       not null check (size > 0),
  root       bytea        not null check (octet_length(root) = 32),
  -- The signed note, without cosignatures.
  note       text         not null,
  signed_at  timestamptz  not null default clock_now(),
  primary key (log_id, size)
);

create table cosignatures (
  log_id   text collate "C"  not null,
  size     bigint  not null,
  -- The witness's verifier key, as the raffle's policy names it.
  witness  text collate "C"  not null,
  -- The time that is signed, by the witness's own clock.
  at       timestamptz  not null,
  -- The note's signature line, without its newline.
  line     text    not null,
  primary key (log_id, size, witness),
  foreign key (log_id, size) references checkpoints (log_id, size)
);

-- From where a witness goes on.
create index cosignatures_of_witness on cosignatures (log_id, witness, size);

comment on table ledger_trees is 'How many leaves of each raffle stand in tiles.';
comment on table ledger_tiles is 'The Merkle tree of each raffle in tiles of 256 hashes.';
comment on table checkpoints is 'Every tree that was signed and published.';
comment on table cosignatures is 'What witnesses have signed about checkpoints.';
