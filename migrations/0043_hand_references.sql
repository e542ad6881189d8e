-- A line of a settlement statement may be money that staff took by hand: its proof names the
-- transaction by either number. Whoever corrects a proof finds the lines that it named by these.
-- Older code runs on it unchanged.

-- allowed: large-index: a large shop makes it beforehand, as docs/operate.md says.
create index if not exists settlement_lines_transaction on settlement_lines (provider_ref)
  where kind = 'sale' and provider_ref is not null;
