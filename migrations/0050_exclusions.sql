-- What staff read in the exclude list (services/commands/exclusions.ts): at which customer or order
-- a number was excluded, by whom and why. No phone, nor a part of one, stands beside the hash: the
-- name is looked up where it lies, so it goes with an erasure, and then so does the subject. The
-- exclusion itself stays. Older code runs on it: what it excludes has none of the four and is
-- listed as an unknown number, as are those of before.

alter table buying_limits
  add column if not exists exclusion_id uuid,
  add column if not exists excluded_subject text,
  add column if not exists excluded_by uuid,
  add column if not exists excluded_reason text;

-- allowed: large-index: a large shop makes them beforehand, as docs/operate.md says.
create index if not exists buying_limits_excluded
  on buying_limits (excluded_by_staff_at desc, person_key)
  where excluded_by_staff_at is not null;
create index if not exists buying_limits_subject on buying_limits (excluded_subject)
  where excluded_subject is not null;
