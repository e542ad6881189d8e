-- The event store: logs, their facts, the versions of streams and the commands already obeyed.
--
-- A log is a gapless sequence with one writer at a time; its row in `logs` is the lock, held from
-- the drawing of the first position to the commit. So commit order is position order, a hole is an
-- alarm, and who has seen position n has missed nothing before n. No transaction writes in two
-- logs, and `log_id` comes first in every key: it is the shard key on a cluster. No triggers, for
-- the same reason. Names are compared byte by byte (collation C): that is cheaper, and no index of
-- the ledger depends on an operating system's idea of an alphabet.
-- New tables; no older code exists.

create table logs (
  -- `shop/0` … or `raffle/<raffleId>`.
  log_id         text collate "C"  primary key,
  -- The last position; 0 while the log is empty.
  head           bigint  not null default 0 check (head >= 0),
  -- Raffle logs: grows with every batch, also with one that only holds or releases; the fence.
  revision       bigint  not null default 0 check (revision >= 0),
  -- Raffle logs: roots of the perfect subtrees of the RFC 6962 tree over `head` leaves, the largest
  -- first, 32 bytes each, one for every bit set in `head`.
  tree_frontier  bytea   not null default '' check (octet_length(tree_frontier) % 32 = 0)
) with (fillfactor = 50);

create table events (
  log_id          text collate "C"  not null,
  position        bigint       not null check (position > 0),
  stream_id       text collate "C"  not null,
  stream_version  integer      not null check (stream_version > 0),
  event_id        uuid         not null,
  type            text collate "C"  not null,
  schema_version  integer      not null check (schema_version > 0),
  -- Canonical JSON (RFC 8785), the bytes that are hashed. Shop logs: the fact's data. Raffle logs:
  -- the whole leaf entry.
  payload         text         not null,
  -- Who, why and by which command. Never public.
  meta            text         not null,
  -- Raffle logs only: SHA-256(0x00 || payload).
  leaf            bytea        check (octet_length(leaf) = 32),
  recorded_at     timestamptz  not null,
  primary key (log_id, position),
  -- A raffle log is one stream, and hashed; a shop log is many, and not.
  check ((leaf is not null) = (log_id = stream_id)),
  check (leaf is null or stream_version = position)
);

-- In a raffle log the version is the position, so its primary key serves.
create unique index events_stream on events (log_id, stream_id, stream_version)
  where leaf is null;

-- Streams of shop logs. A raffle's version is its log's head.
create table streams (
  log_id     text collate "C"  not null,
  stream_id  text collate "C"  not null,
  version    integer  not null check (version > 0),
  primary key (log_id, stream_id)
) with (fillfactor = 80);

-- Each command that was obeyed, by the id its sender gave it. Ticket issues and holds are known by
-- their order line instead (0003).
create table commands (
  log_id        text collate "C"  not null,
  command_id    uuid     not null,
  stream_id     text collate "C"  not null,
  -- Version and position of the last of its `facts` facts.
  version       integer  not null check (version > 0),
  position      bigint   not null check (position > 0),
  facts         integer  not null check (facts > 0),
  -- SHA-256 of the command as canonical JSON.
  request_hash  bytea    not null check (octet_length(request_hash) = 32),
  primary key (log_id, command_id)
);

comment on table logs is 'One row per log: its head, and its lock.';
comment on table events is 'Every fact, for ever: no role of the service can change or remove one.';
comment on table streams is 'The version of each stream of the shop logs.';
comment on table commands is 'Commands already obeyed: the same id gives the same facts again.';
