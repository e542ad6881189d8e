-- Until when money given back as credit can be used (answers 111): a day in Beirut, the last one on
-- which it counts. Beside the proof of the refund, as it stands in `RefundPaid`. One new column
-- without a value: older code runs on it and leaves it empty.

alter table refund_payments add column credit_until date;
