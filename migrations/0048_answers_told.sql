-- An answered request says itself that its answer was told. Until now the text said so, and who was
-- erased has no texts any more: an order of his as a guest, which stays, was told once more. Older
-- code runs on it unchanged: of its answers the text still says it.

alter table order_requests add column told_at timestamptz;
