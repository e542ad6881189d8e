-- A raffle's batch names the very batch it was decided behind. Revision and head alone do not tell:
-- two processes that write batches of the same size bring a log to the same revision and head with
-- other facts, and a second batch on its way behind the one that lost would pass. Older code names
-- no batch, so it cannot write a raffle that this version has written.

alter table logs add column batch_id uuid;
comment on column logs.batch_id is 'Of the batch that was written last; null before the first.';
