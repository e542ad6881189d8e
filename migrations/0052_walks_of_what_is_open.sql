-- Two lists walked what there ever was to find what is open. Payments that need a person were
-- looked for among all that nobody paid, which stay under their mark for ever; callbacks whose
-- days are over among all that came. Each has an index of its own rows now, on the very condition
-- under which they are asked for (`commands/{attention-items,retention}.ts`). Older code runs on it
-- unchanged, with the indexes it has.

-- allowed: large-index: a large shop makes them beforehand, as docs/operate.md says.
create index if not exists payment_attempts_undecided on payment_attempts (created_at, attempt_id)
  where state = 'attention'
    and coalesce(provider_status, '') not in ('failed', 'decline', 'not_found');
create index if not exists provider_callbacks_kept on provider_callbacks (last_received_at)
  where not (is_authentic and is_open);
