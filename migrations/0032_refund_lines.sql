-- Refunds and chargebacks of settlement statements are held against the duties that were paid: the
-- lines about one payment are found in an index, as its sales are. Older code runs on it unchanged.

create index settlement_lines_refund on settlement_lines (attempt_ref) where kind = 'refund';
