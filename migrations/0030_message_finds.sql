-- What the messages desk and the needs-attention list look for among 200,000 messages, in indexes
-- of a few megabytes: parts of a phone and states, parts of an address, and what was not delivered.
-- `messages_failed` had the failed ones only, the list also asks for those nobody knows of. Older
-- code runs on it unchanged.

-- allowed: large-index: a large shop makes them beforehand, as docs/operate.md says.
create index if not exists messages_phone on messages (to_phone, state)
  where purpose <> 'sign_in_code';
create index if not exists messages_undelivered on messages (created_at, ref)
  where state in ('failed', 'unknown') and purpose <> 'sign_in_code';
create index if not exists emails_address on emails (address, ref);
drop index messages_failed;
