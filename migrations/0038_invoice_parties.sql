-- Who an invoice was issued to and by whom, as it was printed: opening it again shows the same. The
-- buyer's name, phone and address are erased with those beside the order; the invoice stays. A new
-- table: an invoice of before gets its row when it is next opened, and older code runs on it.

create table invoice_parties (
  order_id uuid primary key,
  -- Name, phone, and the address in each language: {name, phone, address: {en, ar, fr}}.
  seller json not null,
  buyer_name text,
  buyer_phone text,
  buyer_address text
);
