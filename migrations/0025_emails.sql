-- E-mail beside the texts, where the shop has a mail server. Every e-mail is a row of `messages`
-- like any text, under a name of its own, with the phone of whom it is for: so it is listed,
-- forgotten and erased with his texts. What only an e-mail has stands here. Older code runs on it:
-- it sees such a row, waiting or done, but never sends it, because `next_try_at` stays empty.

create table emails (
  ref text primary key references messages on delete cascade,
  address text not null check (length(address) <= 254),
  -- Subject, title, sentences, tables, link: text and HTML are made of it.
  letter json not null,
  -- When it is due; null: nothing is left to do.
  try_at timestamptz
);
create index emails_due on emails (try_at) where try_at is not null;
