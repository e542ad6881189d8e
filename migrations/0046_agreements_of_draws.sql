-- What exactly somebody in the draw room has agreed to: reason or cause, place, countersignature,
-- the session of a seal. It counts for that alone, and for a day (docs/decisions/0045). Older code
-- runs on it: it writes agreements to nothing in particular, which newer code does not count, and
-- counts those of newer code as its own.

alter table draw_sign_offs add column agreed_to jsonb;
