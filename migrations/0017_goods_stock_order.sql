-- A restore fills the tables in the order of their names: `stock_changes` and `stock_holds` before
-- the `variant_stock` they belong to. Who belongs to whom is therefore judged at commit. Older code
-- runs on it unchanged.
alter table stock_holds
  alter constraint stock_holds_variant_id_fkey deferrable initially deferred;
alter table stock_changes
  alter constraint stock_changes_variant_id_fkey deferrable initially deferred;
