-- Store credit that still counts is read by its last day. Older code runs on it unchanged.

-- allowed: large-index: a large shop makes it beforehand, as docs/operate.md says.
create index if not exists refund_payments_credit on refund_payments (credit_until)
  where method = 'credit';
