-- Payments that need a person were looked for among all that nobody paid, which stay under their
-- mark for ever. They have an index of their own now, on the very condition under which they are
-- asked for (`commands/attention-items.ts`). Older code runs on it unchanged, with the index it
-- has.

-- allowed: large-index: a large shop makes it beforehand, as docs/operate.md says.
create index if not exists payment_attempts_undecided on payment_attempts (created_at, attempt_id)
  where state = 'attention'
    and coalesce(provider_status, '') not in ('failed', 'decline', 'not_found');
