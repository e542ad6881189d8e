-- Pieces of a variant that are counted, and which order lines hold or have taken them. The rows
-- decide who gets the last piece; the counts of staff are facts of the product (`StockAdjusted`).
-- New tables: older code runs on them unchanged, and sells every variant without counting.

create table variant_stock (
  variant_id uuid primary key,
  product_id uuid not null,
  -- All pieces that ever came less those that were lost; held and taken are among them.
  counted bigint not null default 0 check (counted >= 0),
  held bigint not null default 0 check (held >= 0),
  taken bigint not null default 0 check (taken >= 0),
  -- Staff are warned when no more than this are left.
  low_at bigint not null check (low_at >= 0),
  -- Since when no more are left.
  low_since timestamptz,
  -- Stands behind the code: nothing is sold twice.
  constraint stock_not_oversold check (held + taken <= counted)
);
create index variant_stock_low on variant_stock (low_since) where low_since is not null;

-- One row for each line of an order that holds pieces or has taken them.
create table stock_holds (
  order_line_id uuid primary key,
  order_id uuid not null,
  variant_id uuid not null references variant_stock on delete cascade,
  n bigint not null check (n > 0),
  -- held: until the order is paid or over; taken: paid for.
  state text not null check (state in ('held', 'taken')),
  -- Before this nobody looks at a held one; after it the order says what becomes of it.
  expires_at timestamptz not null
);
create index stock_holds_order on stock_holds (order_id);
create index stock_holds_variant on stock_holds (variant_id);
create index stock_holds_due on stock_holds (expires_at) where state = 'held';

-- The counts of staff that are in `counted`, by the name their fact gives them.
create table stock_changes (
  change_id uuid primary key,
  variant_id uuid not null references variant_stock on delete cascade,
  change bigint not null check (change <> 0)
);
create index stock_changes_variant on stock_changes (variant_id);
