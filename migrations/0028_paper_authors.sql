-- Who last wrote on an auditor's working paper, so that whoever had an older version before them is
-- told by whom it was changed. One new column without a value: older code runs on it and leaves it
-- empty; then it was whoever made the paper, as far as anybody knows.

alter table audit_papers add column changed_by uuid;
