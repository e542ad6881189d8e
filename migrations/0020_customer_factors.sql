-- Customers may ask for a second factor beside the code by SMS. Code apps, passkeys, recovery codes
-- and questions of theirs lie in the tables of 0012, whose rows name a person, and a customer is
-- one; new is only who has given the code by SMS and not yet the rest. One new table: older code
-- runs on it, and does not ask a customer for what he has set up.

-- A browser whose sign-in waits for a second factor: five minutes, and until then it is a guest's.
create table pending_sign_ins (
  session_id uuid primary key,
  person_id uuid not null references people,
  expires_at timestamptz not null
);
create index pending_sign_ins_person on pending_sign_ins (person_id);
