-- Keeps what was answered to purchases, so that it is said again to whoever asks again: for each
-- item of `items` (a JSON array: order_id, answer, is_settled). A payment that was faster than the
-- answer stays settled. Not waited for by the disk: an answer that is lost with the server's power
-- is given again, of the same order and the same attempt.
create or replace function answer_purchases(items json)
returns void
language plpgsql
-- One plan for all batches, by key: a plan made while the table was empty would walk it for ever.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
  update purchases
     set state = case
           when item.is_settled or purchases.state = 'settled' then 'settled'
           else 'answered'
         end,
         answer = item.answer
    from json_to_recordset(items) as item (order_id uuid, answer text, is_settled boolean)
   where purchases.order_id = item.order_id;
  perform set_config('synchronous_commit', 'off', true);
end
$$;
