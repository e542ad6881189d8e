-- Addresses of e-mails with their letters made small, in the index that the search of messages
-- reads from end to end: of 100,000 addresses half of its time went into that. `address` itself
-- stands in it because PostgreSQL reads an index alone only where the index has every column that
-- is spoken of. Takes the place of `emails_address`. Older code runs on it unchanged, and as fast.

-- allowed: large-index: a large shop makes it beforehand, as docs/operate.md says.
create index if not exists emails_small_address on emails (lower(address collate "C"), ref)
  include (address);
drop index emails_address;
