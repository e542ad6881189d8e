-- In which currency, and at which rate, cash was given back: the till takes it from the pounds that
-- it was taken from. Two columns without a value: what was given back before counts as dollars, and
-- older code runs on it and writes none.

alter table refund_payments add column currency text;
alter table refund_payments add column rate text;
