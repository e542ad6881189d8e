-- The till is counted in pounds as well (answers 98): what was expected of them and what was there,
-- whole pounds. Two new columns without a value: a count of before has none, and older code runs on
-- it and counts dollars alone.

alter table cash_ups add column expected_lbp bigint;
alter table cash_ups add column counted_lbp bigint;
