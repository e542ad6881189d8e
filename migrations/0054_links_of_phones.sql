-- A correction of an order's phone is a fact a moment before its row is written. Beside the phone
-- stands the generation of links that may go to it (docs/decisions/0035), set before the fact and
-- again with the new phone; null where nobody has corrected it since: that of the facts. Older code
-- runs on it unchanged, and corrects no phone beside newer code.

alter table order_contacts add column link_generation integer;
