-- What a restore and a repair need of the stock. A restore fills the tables in the order of their
-- names, `stock_changes` and `stock_holds` before the `variant_stock` they belong to: who belongs
-- to whom is judged at commit. A repair must tell what was left undone from what is being done
-- now, so rows know when they were made. Older code runs on it unchanged.
alter table stock_holds
  alter constraint stock_holds_variant_id_fkey deferrable initially deferred;
alter table stock_changes
  alter constraint stock_changes_variant_id_fkey deferrable initially deferred;

alter table stock_changes add column told_at timestamptz not null default clock_now();
alter table variant_stock add column opened_at timestamptz not null default clock_now();
