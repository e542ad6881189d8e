-- erase_opening(log, order line): forgets salts and texts behind one range of tickets. The leaf and
-- its commitments stay, and nobody can say any more whom they meant. Doing it again does nothing.
create or replace function erase_opening(p_log_id text, p_order_line_id uuid) returns void
  language sql
  security definer
  set search_path = ''
as $$
  update public.issues
     set order_salt = null,
         holder_salt = null,
         order_text = null,
         holder_text = null,
         person_key = null
   where issues.log_id = p_log_id
     and issues.order_line_id = p_order_line_id
$$;
