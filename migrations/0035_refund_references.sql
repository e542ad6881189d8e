-- One transfer may settle several refunds of one order: its reference belongs to that order, and to
-- no other. Older code runs on it: it writes its references down in `refund_payments` as before,
-- where newer code looks for them too, and would give one of them to two orders only while both
-- versions serve.

create table refund_references (
  method text not null,
  reference text not null,
  order_id uuid not null,
  primary key (method, reference)
);
create index refund_references_order on refund_references (order_id);

insert into refund_references (method, reference, order_id)
select method, reference, order_id
  from refund_payments
 where reference is not null;

alter table refund_payments drop constraint refund_payments_method_reference_key;
create index refund_payments_reference on refund_payments (method, reference)
  where reference is not null;
