-- What analytics, insight and the list of customers are read from: sums by Beirut day, and a text
-- in which a part of a name, phone or e-mail is found without looking anywhere else. New tables and
-- one generated column: older code runs on it.

-- The first build of the projection `insight`; it is filled by the projectors from position 1.
insert into projection_builds (name, version, generation, status, tables, live_at)
values ('insight', 1, 1, 'live',
        '{insight_orders_v1_1,insight_days_v1_1,insight_products_v1_1,insight_tickets_v1_1}',
        clock_timestamp());

create table insight_orders_v1_1 (
  order_id uuid not null,
  placed_at timestamptz,
  order_type text,
  method text,
  placed_by uuid,
  lines json,
  claimed_by uuid,
  paid_at timestamptz,
  paid_method text,
  primary key (order_id)
);
create table insight_days_v1_1 (
  day date not null,
  log_id text not null,
  order_type text not null,
  method text not null,
  position bigint,
  placed bigint,
  converted bigint,
  paid bigint,
  gross_cents bigint,
  primary key (day, log_id, order_type, method)
);
create table insight_products_v1_1 (
  day date not null,
  log_id text not null,
  product_id uuid not null,
  position bigint,
  quantity bigint,
  revenue_cents bigint,
  primary key (day, log_id, product_id)
);
create table insight_tickets_v1_1 (
  day date not null,
  raffle_id uuid not null,
  position bigint,
  issued bigint,
  voided bigint,
  primary key (day, raffle_id)
);
create view insight_orders as
  select order_id, placed_at, order_type, method, placed_by, lines, claimed_by, paid_at, paid_method
    from insight_orders_v1_1;
create view insight_days as
  select day, log_id, order_type, method, position, placed, converted, paid, gross_cents
    from insight_days_v1_1;
create view insight_products as
  select day, log_id, product_id, position, quantity, revenue_cents
    from insight_products_v1_1;
create view insight_tickets as
  select day, raffle_id, position, issued, voided
    from insight_tickets_v1_1;

-- What staff search customers by, lower case, a line each: no part is found across two of them. It
-- is made of the columns beside it, so who is erased there is erased here.
alter table people add column search_text text not null generated always as (
  lower(coalesce(full_name, '') || E'\n' || coalesce(phone, '') || E'\n' || coalesce(email, ''))
) stored;

-- Customers in the order of the list, with the text: a search reads this index and nothing else.
-- Staff who never bought have no phone; a customer who was erased has neither phone nor role.
create index people_customers on people (created_at desc, person_id) include (search_text)
  where role is null or phone is not null;
