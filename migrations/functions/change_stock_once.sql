-- One item of `change_stock`, which has locked the rows and seen that there is room.
create or replace function change_stock_once(
  act text, lines json,
  p_order_id uuid, p_expires_at timestamptz, is_due boolean, p_change_id uuid, p_change bigint
) returns void
language plpgsql
as $$
begin
  case act
    when 'hold', 'take' then
      with line as (
        select line.*
          from json_to_recordset(lines) as line (line_id uuid, variant_id uuid, n bigint)
          join variant_stock as stock on stock.variant_id = line.variant_id
      ),
      fresh as (
        insert into stock_holds (order_line_id, order_id, variant_id, n, state, expires_at)
        select line.line_id, p_order_id, line.variant_id, line.n,
               case act when 'hold' then 'held' else 'taken' end, p_expires_at
          from line
        on conflict (order_line_id) do nothing
        returning variant_id, n
      ),
      -- The snapshot of before: lines that are fresh are not among these.
      known as (
        update stock_holds as hold
           set state = case act when 'hold' then 'held' else 'taken' end,
               expires_at = greatest(hold.expires_at, p_expires_at)
          from line
         where hold.order_line_id = line.line_id
           and hold.state = 'held'
        returning hold.variant_id, hold.n
      ),
      moved as (
        select fresh.variant_id, fresh.n as added, 0::bigint as paid from fresh
        union all
        select known.variant_id, 0, case act when 'take' then known.n else 0 end from known
      ),
      total as (
        select moved.variant_id, sum(moved.added) as added, sum(moved.paid) as paid
          from moved
         group by moved.variant_id
      )
      update variant_stock as stock
         set held = stock.held + case act when 'hold' then total.added else -total.paid end,
             taken = stock.taken + case act when 'hold' then 0 else total.added + total.paid end
        from total
       where stock.variant_id = total.variant_id;
    when 'release', 'untake' then
      with gone as (
        delete from stock_holds as hold
         using json_to_recordset(lines) as line (line_id uuid)
         where hold.order_line_id = line.line_id
           and hold.state = case act when 'release' then 'held' else 'taken' end
           and (not is_due or hold.expires_at <= clock_now())
        returning hold.variant_id, hold.n
      ),
      total as (
        select gone.variant_id, sum(gone.n) as n from gone group by gone.variant_id
      )
      update variant_stock as stock
         set held = stock.held - case act when 'release' then total.n else 0 end,
             taken = stock.taken - case act when 'untake' then total.n else 0 end
        from total
       where stock.variant_id = total.variant_id;
    when 'count' then
      with fresh as (
        insert into stock_changes (change_id, variant_id, change)
        select p_change_id, stock.variant_id, p_change
          from json_to_recordset(lines) as line (variant_id uuid)
          join variant_stock as stock on stock.variant_id = line.variant_id
        on conflict (change_id) do nothing
        returning variant_id
      )
      update variant_stock as stock
         set counted = stock.counted + p_change
        from fresh
       where stock.variant_id = fresh.variant_id;
    when 'uncount' then
      with gone as (
        delete from stock_changes as done
         where done.change_id = p_change_id
        returning done.variant_id, done.change
      )
      update variant_stock as stock
         set counted = stock.counted - gone.change
        from gone
       where stock.variant_id = gone.variant_id;
  end case;
end
$$;
