-- A refund in a settlement statement may be money that staff gave back by hand: its proof names the
-- transaction by either number of the line, and whoever looks at one of them looks for the other
-- lines with it. Older code runs on it unchanged.

-- allowed: large-index: a large shop makes it beforehand, as docs/operate.md says.
create index if not exists settlement_lines_given_back on settlement_lines (provider_ref)
  where kind = 'refund' and provider_ref is not null;
