-- What somebody signed in with, so that he knows his own sessions apart: what the browser says of
-- itself, at most 200 characters. Of staff `staff_sign_ins` has it too, with the address, which is
-- not kept of customers. One new column without a value: older code runs on it and leaves it empty.

alter table sessions add column device text;
