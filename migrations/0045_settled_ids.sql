-- Which settling of a restore this database has behind it: what it has lost for good stands under
-- this id in SIGNER_DIR. Older code runs on it, and neither reads nor writes it.

alter table installation add column settled_id uuid;
