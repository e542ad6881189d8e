-- Moves counted pieces, one item of `items` (a JSON array) after the other, in their order:
--   hold     all `lines` or none; what a line holds or has taken already stays, to `expires_at` at
--            least
--   take     paid for: held pieces become taken; a line that holds nothing takes what is free.
--            Variants whose counting began after `placed_at` are passed over: what was ordered
--            before was no longer on the shelf that was counted
--   release  gives back what `lines` hold; with `is_due` only what nobody has extended since
--   untake   gives back what `lines` have taken: their money is owed back
--   count    adds `change` pieces (signed) under the name `change_id`, once
--   uncount  takes that back
-- A line is {line_id, variant_id, n}. Lines of variants that are not counted are passed over.
-- One row comes back for each item, by `ordinal`: `ok`, or `short` with the variant and how many of
-- it are free; a short item has changed nothing.
-- All rows are locked first, in the order of their ids, so that two calls never wait for each
-- other; the lock is held to commit, so nobody decides on a count that is about to change.
create or replace function change_stock(items json)
returns table (ordinal integer, outcome text, variant_id uuid, available bigint)
language plpgsql
as $$
declare
  item record;
  own_lines json;
  short_of uuid;
  short_left bigint;
begin
  perform
    from variant_stock as stock
   where stock.variant_id in (
           select line.variant_id
             from json_to_recordset(items) as every (lines json),
                  json_to_recordset(every.lines) as line (variant_id uuid)
         )
   order by stock.variant_id
     for update;

  for item in
    select *
      from json_to_recordset(items) as asked (
             ordinal integer, act text, order_id uuid, expires_at timestamptz, is_due boolean,
             change_id uuid, change bigint, lines json, placed_at timestamptz
           )
     order by asked.ordinal
  loop
    own_lines := item.lines;
    if item.act = 'take' and item.placed_at is not null then
      select coalesce(json_agg(line), '[]')
        into own_lines
        from json_array_elements(item.lines) as line
       where not exists (
               select
                 from variant_stock as stock
                where stock.variant_id = (line ->> 'variant_id')::uuid
                  and stock.opened_at > item.placed_at
             );
    end if;
    short_of := null;
    short_left := null;
    if item.act in ('hold', 'take') then
      select stock.variant_id, stock.counted - stock.held - stock.taken
        into short_of, short_left
        from (
          select line.variant_id, sum(line.n) as n
            from json_to_recordset(own_lines) as line (line_id uuid, variant_id uuid, n bigint)
           where not exists (
                   select from stock_holds as known where known.order_line_id = line.line_id
                 )
           group by line.variant_id
        ) as wanted
        join variant_stock as stock on stock.variant_id = wanted.variant_id
       where wanted.n > stock.counted - stock.held - stock.taken
       order by stock.variant_id
       limit 1;
    elsif item.act = 'count' and item.change < 0 then
      select stock.variant_id, stock.counted - stock.held - stock.taken
        into short_of, short_left
        from json_to_recordset(own_lines) as line (variant_id uuid)
        join variant_stock as stock on stock.variant_id = line.variant_id
       where -item.change > stock.counted - stock.held - stock.taken
         and not exists (select from stock_changes as done where done.change_id = item.change_id);
    end if;

    if short_of is null then
      perform change_stock_once(
        item.act, own_lines,
        item.order_id, item.expires_at, coalesce(item.is_due, false), item.change_id, item.change
      );
    end if;
    ordinal := item.ordinal;
    outcome := case when short_of is null then 'ok' else 'short' end;
    variant_id := short_of;
    available := short_left;
    return next;
  end loop;

  update variant_stock as stock
     set low_since = case
           when stock.counted - stock.held - stock.taken > stock.low_at then null
           else coalesce(stock.low_since, clock_now())
         end
   where stock.variant_id in (
           select line.variant_id
             from json_to_recordset(items) as every (lines json),
                  json_to_recordset(every.lines) as line (variant_id uuid)
         )
     and (stock.low_since is null)
         = (stock.counted - stock.held - stock.taken <= stock.low_at);
end
$$;
