-- Files of one provider overlap: a line of a statement that stands in an earlier one too is counted
-- there alone. Told when a statement comes or goes, so that the list need not compare every line
-- with every other. Older code runs on it: what it imports counts every line, as what was imported
-- before does, until another statement of the same days comes.

alter table settlement_lines add column is_repeated boolean not null default false;
