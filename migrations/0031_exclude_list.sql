-- The exclude list of staff (answers 132): since when nothing is sold to a number, whoever types
-- it. Beside the customer's own pause, which is only ever moved later. One new column without a
-- value: older code runs on it and sells as before.

alter table buying_limits add column excluded_by_staff_at timestamptz;
