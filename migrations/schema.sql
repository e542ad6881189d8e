-- Made by `npm run migrate -- --dump`; compared by services/database/schema.db.test.ts.

-- tables

create table alert_refusals (
  person_key text not null,
  created_at timestamp with time zone not null,
  constraint alert_refusals_pkey PRIMARY KEY (person_key)
);

create table approvals (
  approval_id uuid not null,
  kind text not null,
  subject text not null,
  request_sha256 text not null,
  details jsonb not null,
  state text not null,
  requested_by uuid not null,
  requested_at timestamp with time zone not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  note text,
  expires_at timestamp with time zone not null,
  constraint approvals_check CHECK ((decided_by IS DISTINCT FROM requested_by)),
  constraint approvals_pkey PRIMARY KEY (approval_id),
  constraint approvals_request_sha256_check CHECK ((request_sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint approvals_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'approved'::text, 'refused'::text, 'used'::text, 'expired'::text])))
);

create table attention_handled (
  kind text not null,
  item text not null,
  handled_by uuid not null,
  note text,
  handled_at timestamp with time zone not null,
  constraint attention_handled_item_check CHECK (((length(item) >= 1) AND (length(item) <= 300))),
  constraint attention_handled_pkey PRIMARY KEY (kind, item)
);

create table audit_details (
  audit_id uuid not null,
  subject text not null,
  command_id uuid not null,
  actor_id uuid not null,
  act text not null,
  address text,
  details jsonb not null,
  created_at timestamp with time zone not null,
  constraint audit_details_pkey PRIMARY KEY (audit_id)
);

create table audit_papers (
  paper_id uuid not null,
  raffle_id uuid not null,
  seed text not null,
  tree_size bigint not null,
  tickets_issued bigint not null,
  numbers bigint[] not null,
  notes jsonb not null,
  conclusion text not null,
  made_by uuid not null,
  made_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  changed_by uuid,
  constraint audit_papers_pkey PRIMARY KEY (paper_id)
);

create table audit_trail_v1_1 (
  log_id text not null,
  "position" bigint not null,
  recorded_at timestamp with time zone,
  type text,
  subject text,
  actor text,
  constraint audit_trail_v1_1_pkey PRIMARY KEY (log_id, "position")
);

create table buying_limits (
  person_key text not null,
  monthly_cap_cents bigint,
  next_cap_cents bigint,
  next_cap_from timestamp with time zone,
  excluded_until timestamp with time zone,
  changed_at timestamp with time zone not null,
  excluded_by_staff_at timestamp with time zone,
  exclusion_id uuid,
  excluded_subject text,
  excluded_by uuid,
  excluded_reason text,
  constraint buying_limits_monthly_cap_cents_check CHECK ((monthly_cap_cents >= 0)),
  constraint buying_limits_next_cap_cents_check CHECK ((next_cap_cents >= 0)),
  constraint buying_limits_pkey PRIMARY KEY (person_key)
);

create table carts (
  person_id uuid not null,
  lines jsonb not null,
  version bigint not null,
  changed_at timestamp with time zone not null,
  constraint carts_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(person_id),
  constraint carts_pkey PRIMARY KEY (person_id)
);

create table cash_ups (
  cash_up_id uuid not null,
  day date not null,
  cashier_id uuid not null,
  expected_cents bigint not null,
  counted_cents bigint not null,
  note text,
  closed_by uuid not null,
  closed_at timestamp with time zone not null,
  expected_lbp bigint,
  counted_lbp bigint,
  version integer not null default 1,
  constraint cash_ups_day_cashier_id_key UNIQUE (day, cashier_id),
  constraint cash_ups_pkey PRIMARY KEY (cash_up_id)
);

create table checkpoints (
  log_id text not null,
  size bigint not null,
  root bytea not null,
  note text not null,
  signed_at timestamp with time zone not null default clock_now(),
  constraint checkpoints_pkey PRIMARY KEY (log_id, size),
  constraint checkpoints_root_check CHECK ((octet_length(root) = 32)),
  constraint checkpoints_size_check CHECK ((size > 0))
);

create table commands (
  log_id text not null,
  command_id uuid not null,
  stream_id text not null,
  version integer not null,
  "position" bigint not null,
  facts integer not null,
  request_hash bytea not null,
  constraint commands_facts_check CHECK ((facts > 0)),
  constraint commands_pkey PRIMARY KEY (log_id, command_id),
  constraint commands_position_check CHECK (("position" > 0)),
  constraint commands_request_hash_check CHECK ((octet_length(request_hash) = 32)),
  constraint commands_version_check CHECK ((version > 0))
);

create table cosignatures (
  log_id text not null,
  size bigint not null,
  witness text not null,
  at timestamp with time zone not null,
  line text not null,
  constraint cosignatures_log_id_size_fkey FOREIGN KEY (log_id, size) REFERENCES checkpoints(log_id, size),
  constraint cosignatures_pkey PRIMARY KEY (log_id, size, witness)
);

create table customer_orders_v1_1 (
  order_id uuid not null,
  placed_by uuid,
  placed_at timestamp with time zone,
  claimed_by uuid,
  constraint customer_orders_v1_1_pkey PRIMARY KEY (order_id)
);

create table customers_v1_1 (
  customer_id uuid not null,
  registered_at timestamp with time zone,
  via text,
  verified_at timestamp with time zone,
  erased_at timestamp with time zone,
  constraint customers_v1_1_pkey PRIMARY KEY (customer_id)
);

create table draw_claims (
  draw_id text not null,
  place integer not null,
  announced_at timestamp with time zone not null,
  announced_by text not null,
  document_kind text,
  document_number text,
  may_show_name boolean not null default false,
  shown_name text,
  order_id uuid,
  checked_by uuid,
  checked_at timestamp with time zone,
  told_up_to integer default 0,
  constraint draw_claims_pkey PRIMARY KEY (draw_id, place),
  constraint draw_claims_place_check CHECK ((place >= 0))
);

create table draw_contacts (
  contact_id uuid not null,
  draw_id text not null,
  place integer not null,
  channel text not null,
  note text not null,
  noted_by uuid not null,
  noted_at timestamp with time zone not null default clock_now(),
  constraint draw_contacts_channel_check CHECK ((channel = ANY (ARRAY['phone'::text, 'sms'::text, 'whatsapp'::text, 'email'::text, 'visit'::text]))),
  constraint draw_contacts_pkey PRIMARY KEY (contact_id),
  constraint draw_contacts_place_check CHECK ((place >= 0))
);

create table draw_readings (
  draw_id text not null,
  entropy text not null,
  read_by uuid not null,
  read_at timestamp with time zone not null default clock_now(),
  constraint draw_readings_pkey PRIMARY KEY (draw_id)
);

create table draw_releases (
  log_id text not null,
  order_line_id uuid not null,
  order_id uuid not null,
  tickets integer not null,
  answer text not null,
  released_at timestamp with time zone not null default clock_now(),
  constraint draw_releases_log_id_check CHECK ((log_id ~~ 'raffle/%'::text)),
  constraint draw_releases_pkey PRIMARY KEY (log_id, order_line_id),
  constraint draw_releases_tickets_check CHECK ((tickets > 0))
);

create table draw_seals (
  draw_id text not null,
  size bigint not null,
  root bytea not null,
  constraint draw_seals_pkey PRIMARY KEY (draw_id),
  constraint draw_seals_root_check CHECK ((octet_length(root) = 32)),
  constraint draw_seals_size_check CHECK ((size > 0))
);

create table draw_sessions (
  draw_id text not null,
  log_id text not null,
  mode text not null,
  draw_at timestamp with time zone,
  place text not null,
  stream_url text,
  witnesses jsonb not null,
  representative jsonb not null,
  recorded_by uuid not null,
  recorded_at timestamp with time zone not null default clock_now(),
  constraint draw_sessions_log_id_check CHECK ((log_id ~~ 'raffle/%'::text)),
  constraint draw_sessions_mode_check CHECK ((mode = ANY (ARRAY['beacon'::text, 'local'::text, 'physical'::text]))),
  constraint draw_sessions_pkey PRIMARY KEY (draw_id)
);

create table draw_sign_offs (
  draw_id text not null,
  act text not null,
  person_id uuid not null,
  signed_at timestamp with time zone not null default clock_now(),
  agreed_to jsonb,
  constraint draw_sign_offs_act_check CHECK ((act = ANY (ARRAY['seal'::text, 'postpone'::text, 'annul'::text, 'forfeit'::text]))),
  constraint draw_sign_offs_pkey PRIMARY KEY (draw_id, act, person_id)
);

create table earlier_cash_ups (
  day date not null,
  cashier_id uuid not null,
  version integer not null,
  expected_cents bigint not null,
  counted_cents bigint not null,
  expected_lbp bigint,
  counted_lbp bigint,
  note text,
  closed_by uuid not null,
  closed_at timestamp with time zone not null,
  constraint earlier_cash_ups_pkey PRIMARY KEY (day, cashier_id, version),
  constraint earlier_cash_ups_version_check CHECK ((version > 0))
);

create table emails (
  ref text not null,
  address text not null,
  letter json not null,
  try_at timestamp with time zone,
  constraint emails_address_check CHECK ((length(address) <= 254)),
  constraint emails_pkey PRIMARY KEY (ref),
  constraint emails_ref_fkey FOREIGN KEY (ref) REFERENCES messages(ref) ON DELETE CASCADE
);

create table events (
  log_id text not null,
  "position" bigint not null,
  stream_id text not null,
  stream_version integer not null,
  event_id uuid not null,
  type text not null,
  schema_version integer not null,
  payload text not null,
  meta text not null,
  leaf bytea,
  recorded_at timestamp with time zone not null,
  constraint events_check CHECK (((leaf IS NOT NULL) = (log_id = stream_id))),
  constraint events_check1 CHECK (((leaf IS NULL) OR (stream_version = "position"))),
  constraint events_leaf_check CHECK ((octet_length(leaf) = 32)),
  constraint events_pkey PRIMARY KEY (log_id, "position"),
  constraint events_position_check CHECK (("position" > 0)),
  constraint events_schema_version_check CHECK ((schema_version > 0)),
  constraint events_stream_version_check CHECK ((stream_version > 0))
);

create table exchange_rates (
  from_day date not null,
  lbp_per_usd bigint not null,
  set_by uuid not null,
  set_at timestamp with time zone not null,
  constraint exchange_rates_lbp_per_usd_check CHECK ((lbp_per_usd > 0)),
  constraint exchange_rates_pkey PRIMARY KEY (from_day)
);

create table failure_counters (
  bucket text not null,
  failures integer not null,
  counts_until timestamp with time zone not null,
  constraint failure_counters_pkey PRIMARY KEY (bucket)
);

create table holds (
  log_id text not null,
  order_line_id uuid not null,
  order_id uuid not null,
  product_id uuid not null,
  n integer not null,
  person_key text not null,
  held_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint holds_n_check CHECK ((n > 0)),
  constraint holds_pkey PRIMARY KEY (log_id, order_line_id)
);

create table insight_days_v1_1 (
  day date not null,
  log_id text not null,
  order_type text not null,
  method text not null,
  "position" bigint,
  placed bigint,
  converted bigint,
  paid bigint,
  gross_cents bigint,
  constraint insight_days_v1_1_pkey PRIMARY KEY (day, log_id, order_type, method)
);

create table insight_orders_v1_1 (
  order_id uuid not null,
  placed_at timestamp with time zone,
  order_type text,
  method text,
  placed_by uuid,
  lines json,
  claimed_by uuid,
  paid_at timestamp with time zone,
  paid_method text,
  constraint insight_orders_v1_1_pkey PRIMARY KEY (order_id)
);

create table insight_products_v1_1 (
  day date not null,
  log_id text not null,
  product_id uuid not null,
  "position" bigint,
  quantity bigint,
  revenue_cents bigint,
  constraint insight_products_v1_1_pkey PRIMARY KEY (day, log_id, product_id)
);

create table insight_tickets_v1_1 (
  day date not null,
  raffle_id uuid not null,
  "position" bigint,
  issued bigint,
  voided bigint,
  constraint insight_tickets_v1_1_pkey PRIMARY KEY (day, raffle_id)
);

create table installation (
  is_only boolean not null default true,
  environment text not null,
  clock_offset interval not null default '00:00:00'::interval,
  shop_logs integer not null default 1,
  seeded_at timestamp with time zone,
  created_at timestamp with time zone not null default clock_timestamp(),
  settled_id uuid,
  constraint installation_check CHECK (((environment <> 'production'::text) OR (clock_offset = '00:00:00'::interval))),
  constraint installation_environment_check CHECK ((environment = ANY (ARRAY['production'::text, 'demo'::text, 'test'::text]))),
  constraint installation_is_only_check CHECK (is_only),
  constraint installation_pkey PRIMARY KEY (is_only),
  constraint installation_shop_logs_check CHECK (((shop_logs >= 1) AND (shop_logs <= 1024)))
);

create table invoice_parties (
  order_id uuid not null,
  seller json not null,
  buyer_name text,
  buyer_phone text,
  buyer_address text,
  constraint invoice_parties_pkey PRIMARY KEY (order_id)
);

create table invoices (
  number bigint not null,
  order_id uuid not null,
  issued_at timestamp with time zone not null,
  issued_by uuid not null,
  vat_basis_points integer not null,
  vat_number text,
  lbp_per_usd bigint,
  rate_day date,
  constraint invoices_number_check CHECK ((number > 0)),
  constraint invoices_order_id_key UNIQUE (order_id),
  constraint invoices_pkey PRIMARY KEY (number)
);

create table issues (
  log_id text not null,
  order_line_id uuid not null,
  order_id uuid not null,
  product_id uuid not null,
  "position" bigint not null,
  first integer not null,
  last integer not null,
  person_key text,
  order_salt bytea,
  holder_salt bytea,
  order_text text,
  holder_text text,
  constraint issues_check CHECK ((last >= first)),
  constraint issues_first_check CHECK ((first > 0)),
  constraint issues_holder_salt_check CHECK ((octet_length(holder_salt) = 32)),
  constraint issues_log_id_first_key UNIQUE (log_id, first),
  constraint issues_order_salt_check CHECK ((octet_length(order_salt) = 32)),
  constraint issues_pkey PRIMARY KEY (log_id, order_line_id),
  constraint issues_position_check CHECK (("position" > 0))
);

create table ledger_tiles (
  log_id text not null,
  level smallint not null,
  tile bigint not null,
  hashes bytea not null,
  constraint ledger_tiles_hashes_check CHECK ((((octet_length(hashes) >= 32) AND (octet_length(hashes) <= 8192)) AND ((octet_length(hashes) % 32) = 0))),
  constraint ledger_tiles_level_check CHECK (((level >= 0) AND (level <= 6))),
  constraint ledger_tiles_pkey PRIMARY KEY (log_id, level, tile),
  constraint ledger_tiles_tile_check CHECK ((tile >= 0))
);

create table ledger_trees (
  log_id text not null,
  size bigint not null,
  constraint ledger_trees_log_id_check CHECK ((log_id ~~ 'raffle/%'::text)),
  constraint ledger_trees_pkey PRIMARY KEY (log_id),
  constraint ledger_trees_size_check CHECK ((size >= 0))
);

create table logs (
  log_id text not null,
  head bigint not null default 0,
  revision bigint not null default 0,
  tree_frontier bytea not null default '\x'::bytea,
  batch_id uuid,
  constraint logs_head_check CHECK ((head >= 0)),
  constraint logs_pkey PRIMARY KEY (log_id),
  constraint logs_revision_check CHECK ((revision >= 0)),
  constraint logs_tree_frontier_check CHECK (((octet_length(tree_frontier) % 32) = 0))
);

create table manual_payments (
  order_id uuid not null,
  method text not null,
  reference text,
  collector text,
  currency text,
  rate text,
  taken_by uuid not null,
  created_at timestamp with time zone not null,
  constraint manual_payments_method_check CHECK ((method = ANY (ARRAY['whish'::text, 'omt'::text, 'card'::text, 'cash'::text]))),
  constraint manual_payments_method_reference_key UNIQUE (method, reference),
  constraint manual_payments_pkey PRIMARY KEY (order_id)
);

create table message_choices (
  person_id uuid not null,
  receipts boolean not null,
  draw_news boolean not null,
  offers boolean not null,
  language text not null,
  changed_at timestamp with time zone not null,
  constraint message_choices_language_check CHECK ((language = ANY (ARRAY['en'::text, 'ar'::text, 'fr'::text]))),
  constraint message_choices_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(person_id),
  constraint message_choices_pkey PRIMARY KEY (person_id)
);

create table message_reports (
  gateway_id text not null,
  state text not null,
  failure text,
  reported_at timestamp with time zone not null,
  constraint message_reports_failure_check CHECK ((length(failure) <= 40)),
  constraint message_reports_gateway_id_check CHECK (((length(gateway_id) >= 1) AND (length(gateway_id) <= 300))),
  constraint message_reports_pkey PRIMARY KEY (gateway_id),
  constraint message_reports_state_check CHECK ((state = ANY (ARRAY['sent'::text, 'delivered'::text, 'failed'::text])))
);

create table messages (
  ref text not null,
  to_phone text not null,
  body text,
  purpose text not null,
  state text not null,
  tries integer not null default 0,
  next_try_at timestamp with time zone,
  gateway_id text,
  failure text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  delivered_at timestamp with time zone,
  language text,
  channel text,
  constraint messages_channel_check CHECK ((channel = ANY (ARRAY['sms'::text, 'whatsapp'::text]))),
  constraint messages_language_check CHECK ((language = ANY (ARRAY['en'::text, 'ar'::text, 'fr'::text]))),
  constraint messages_pkey PRIMARY KEY (ref),
  constraint messages_purpose_check CHECK ((purpose = ANY (ARRAY['sign_in_code'::text, 'receipt'::text, 'notice'::text]))),
  constraint messages_ref_check CHECK (((length(ref) >= 1) AND (length(ref) <= 200))),
  constraint messages_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'delivered'::text, 'failed'::text, 'unknown'::text])))
);

create table migrations (
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone not null default clock_timestamp(),
  needs integer,
  replaced text[],
  constraint migrations_pkey PRIMARY KEY (name)
);

create table operator_seeds (
  log_id text not null,
  sealed bytea not null,
  created_at timestamp with time zone not null default clock_now(),
  constraint operator_seeds_log_id_check CHECK ((log_id ~~ 'raffle/%'::text)),
  constraint operator_seeds_pkey PRIMARY KEY (log_id),
  constraint operator_seeds_sealed_check CHECK ((octet_length(sealed) = 60))
);

create table order_contacts (
  order_id uuid not null,
  customer_id uuid,
  session_id uuid,
  name text not null,
  email text,
  phone text not null,
  address text,
  language text not null,
  created_at timestamp with time zone not null,
  finish_due_at timestamp with time zone,
  search_text text not null generated always as lower(((name || '
'::text) || phone)),
  link_generation integer,
  constraint order_contacts_language_check CHECK ((language = ANY (ARRAY['en'::text, 'ar'::text, 'fr'::text]))),
  constraint order_contacts_pkey PRIMARY KEY (order_id)
);

create table order_handovers_v1_1 (
  order_id uuid not null,
  shipping_method text,
  reference text,
  paid_at timestamp with time zone,
  paid_version bigint,
  ready_at timestamp with time zone,
  sent_out_at timestamp with time zone,
  completed_at timestamp with time zone,
  cancelled_version bigint,
  constraint order_handovers_v1_1_pkey PRIMARY KEY (order_id)
);

create table order_openings (
  session_id uuid not null,
  order_id uuid not null,
  constraint order_openings_pkey PRIMARY KEY (session_id, order_id)
);

create table order_requests (
  request_id uuid not null,
  order_id uuid not null,
  kind text not null,
  note text,
  state text not null,
  answer text,
  answered_by uuid,
  created_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  told_at timestamp with time zone,
  constraint order_requests_check CHECK (((state = ANY (ARRAY['accepted'::text, 'declined'::text])) = (answered_by IS NOT NULL))),
  constraint order_requests_kind_check CHECK ((kind = ANY (ARRAY['cancel'::text, 'return'::text, 'credit'::text]))) NOT VALID,
  constraint order_requests_pkey PRIMARY KEY (request_id),
  constraint order_requests_state_check CHECK ((state = ANY (ARRAY['open'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text])))
);

create table order_status_v1_1 (
  order_id uuid not null,
  version bigint,
  log_id text,
  log_position bigint,
  reference text,
  order_type text,
  status text,
  customer_id uuid,
  total_cents bigint,
  placed_at timestamp with time zone,
  paid_at timestamp with time zone,
  state json,
  constraint order_status_v1_1_pkey PRIMARY KEY (order_id)
);

create table payment_attempts (
  attempt_id uuid not null,
  ref text not null,
  order_id uuid not null,
  method text not null,
  amount_cents bigint not null,
  currency text not null,
  state text not null,
  provider_status text,
  provider_ref text,
  redirect_url text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  checked_at timestamp with time zone,
  next_check_at timestamp with time zone,
  checks integer not null default 0,
  constraint payment_attempts_amount_cents_check CHECK ((amount_cents > 0)),
  constraint payment_attempts_currency_check CHECK ((currency = 'USD'::text)),
  constraint payment_attempts_method_check CHECK ((method = ANY (ARRAY['whishpay'::text, 'montypay'::text]))),
  constraint payment_attempts_pkey PRIMARY KEY (attempt_id),
  constraint payment_attempts_ref_check CHECK ((ref ~ '^[0-9]{1,15}$'::text)),
  constraint payment_attempts_ref_key UNIQUE (ref),
  constraint payment_attempts_state_check CHECK ((state = ANY (ARRAY['opened'::text, 'started'::text, 'declined'::text, 'expired'::text, 'settled'::text, 'attention'::text])))
);

create table payment_mismatches_v1_1 (
  attempt_id uuid not null,
  order_id uuid,
  method text,
  expected_cents bigint,
  received_cents bigint,
  received_currency text,
  noticed_at timestamp with time zone,
  constraint payment_mismatches_v1_1_pkey PRIMARY KEY (attempt_id)
);

create table pending_sign_ins (
  session_id uuid not null,
  person_id uuid not null,
  expires_at timestamp with time zone not null,
  constraint pending_sign_ins_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(person_id),
  constraint pending_sign_ins_pkey PRIMARY KEY (session_id)
);

create table people (
  person_id uuid not null,
  full_name text,
  email text,
  phone text,
  phone_verified_at timestamp with time zone,
  role text,
  password_hash text,
  must_change_password boolean not null default false,
  created_at timestamp with time zone not null,
  disabled_at timestamp with time zone,
  search_text text not null generated always as lower(((((COALESCE(full_name, ''::text) || '
'::text) || COALESCE(phone, ''::text)) || '
'::text) || COALESCE(email, ''::text))),
  staff_phone text,
  constraint people_check CHECK (((role IS NULL) OR ((email IS NOT NULL) AND (password_hash IS NOT NULL)))),
  constraint people_phone_key UNIQUE (phone),
  constraint people_pkey PRIMARY KEY (person_id),
  constraint people_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'cashier'::text, 'fulfilment'::text, 'auditor'::text, 'regulator'::text]))),
  constraint people_staff_phone_check CHECK (((length(staff_phone) >= 8) AND (length(staff_phone) <= 20)))
);

create table product_lines_v1_1 (
  line_id uuid not null,
  product_id uuid,
  constraint product_lines_v1_1_pkey PRIMARY KEY (line_id)
);

create table product_shelf_v1_1 (
  product_id uuid not null,
  version bigint,
  state json,
  constraint product_shelf_v1_1_pkey PRIMARY KEY (product_id)
);

create table product_sold_v1_1 (
  log_id text not null,
  product_id uuid not null,
  "position" bigint,
  issued bigint,
  constraint product_sold_v1_1_pkey PRIMARY KEY (log_id, product_id)
);

create table projection_builds (
  name text not null,
  version integer not null,
  generation integer not null,
  status text not null,
  tables text[] not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  live_at timestamp with time zone,
  constraint projection_builds_generation_check CHECK ((generation > 0)),
  constraint projection_builds_pkey PRIMARY KEY (name, version, generation),
  constraint projection_builds_status_check CHECK ((status = ANY (ARRAY['building'::text, 'live'::text, 'previous'::text]))),
  constraint projection_builds_version_check CHECK ((version > 0))
);

create table projections (
  log_id text not null,
  name text not null,
  version integer not null,
  generation integer not null,
  "position" bigint not null default 0,
  status text not null default 'running'::text,
  last_error text,
  last_error_position bigint,
  updated_at timestamp with time zone not null default clock_timestamp(),
  constraint projections_check CHECK (((status = 'stopped'::text) = (last_error IS NOT NULL))),
  constraint projections_name_version_generation_fkey FOREIGN KEY (name, version, generation) REFERENCES projection_builds(name, version, generation) ON DELETE CASCADE,
  constraint projections_pkey PRIMARY KEY (log_id, name, version, generation),
  constraint projections_position_check CHECK (("position" >= 0)),
  constraint projections_status_check CHECK ((status = ANY (ARRAY['running'::text, 'stopped'::text])))
);

create table provider_callbacks (
  provider text not null,
  dedupe_key text not null,
  attempt_ref text,
  is_authentic boolean not null,
  method text not null,
  query text not null,
  headers text not null,
  body bytea not null,
  copies integer not null default 1,
  received_at timestamp with time zone not null,
  last_received_at timestamp with time zone not null,
  is_open boolean not null default true,
  constraint provider_callbacks_dedupe_key_check CHECK (((length(dedupe_key) >= 1) AND (length(dedupe_key) <= 300))),
  constraint provider_callbacks_pkey PRIMARY KEY (provider, dedupe_key),
  constraint provider_callbacks_provider_check CHECK ((provider = ANY (ARRAY['whishpay'::text, 'montypay'::text])))
);

create table purchases (
  session_id uuid not null,
  key text not null,
  request_hash text not null,
  order_id uuid not null,
  state text not null,
  answer text,
  claimed_until timestamp with time zone not null,
  hold_until timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint purchases_key_check CHECK (((length(key) >= 1) AND (length(key) <= 300))),
  constraint purchases_order_id_key UNIQUE (order_id),
  constraint purchases_pkey PRIMARY KEY (session_id, key),
  constraint purchases_state_check CHECK ((state = ANY (ARRAY['running'::text, 'answered'::text, 'settled'::text])))
);

create table raffle_alerts (
  alert_id uuid not null,
  raffle_id uuid not null,
  phone text not null,
  person_id uuid,
  language text not null,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  constraint raffle_alerts_language_check CHECK ((language = ANY (ARRAY['en'::text, 'ar'::text, 'fr'::text]))),
  constraint raffle_alerts_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(person_id),
  constraint raffle_alerts_pkey PRIMARY KEY (alert_id)
);

create table raffle_board_ledger_v1_1 (
  raffle_id uuid not null,
  head bigint,
  state json,
  constraint raffle_board_ledger_v1_1_pkey PRIMARY KEY (raffle_id)
);

create table raffle_board_page_v1_1 (
  raffle_id uuid not null,
  version bigint,
  written_at timestamp with time zone,
  words json,
  constraint raffle_board_page_v1_1_pkey PRIMARY KEY (raffle_id)
);

create table raffle_entries_v1_1 (
  line_id uuid not null,
  order_id uuid,
  raffle_id uuid,
  first integer,
  last integer,
  granted_at timestamp with time zone,
  constraint raffle_entries_v1_1_pkey PRIMARY KEY (line_id)
);

create table raffle_halts (
  log_id text not null,
  halted_at timestamp with time zone not null default clock_now(),
  detail text not null,
  constraint raffle_halts_log_id_fkey FOREIGN KEY (log_id) REFERENCES logs(log_id),
  constraint raffle_halts_pkey PRIMARY KEY (log_id)
);

create table raffle_products (
  log_id text not null,
  product_id uuid not null,
  tickets_max integer not null,
  issued integer not null,
  held integer not null,
  constraint raffle_products_check CHECK (((issued + held) <= tickets_max)),
  constraint raffle_products_held_check CHECK ((held >= 0)),
  constraint raffle_products_issued_check CHECK ((issued >= 0)),
  constraint raffle_products_pkey PRIMARY KEY (log_id, product_id),
  constraint raffle_products_tickets_max_check CHECK ((tickets_max >= 0))
);

create table raffle_state (
  log_id text not null,
  cap integer not null,
  issued integer not null,
  voided integer not null,
  held integer not null,
  constraint raffle_state_cap_check CHECK ((cap > 0)),
  constraint raffle_state_check CHECK (((voided >= 0) AND (voided <= issued))),
  constraint raffle_state_check1 CHECK (((issued + held) <= cap)),
  constraint raffle_state_held_check CHECK ((held >= 0)),
  constraint raffle_state_issued_check CHECK ((issued >= 0)),
  constraint raffle_state_pkey PRIMARY KEY (log_id)
);

create table reactors (
  log_id text not null,
  name text not null,
  "position" bigint not null default 0,
  last_error text,
  updated_at timestamp with time zone not null default clock_timestamp(),
  constraint reactors_pkey PRIMARY KEY (log_id, name),
  constraint reactors_position_check CHECK (("position" >= 0))
);

create table refund_duties_v1_1 (
  order_id uuid not null,
  refund_id text not null,
  cause text,
  attempt_id uuid,
  line_id uuid,
  amount_cents bigint,
  due_at timestamp with time zone,
  paid_at timestamp with time zone,
  method text,
  constraint refund_duties_v1_1_pkey PRIMARY KEY (order_id, refund_id)
);

create table refund_payments (
  order_id uuid not null,
  refund_id text not null,
  method text not null,
  reference text,
  paid_by uuid not null,
  created_at timestamp with time zone not null,
  credit_until date,
  currency text,
  rate text,
  constraint refund_payments_method_check CHECK ((method = ANY (ARRAY['whishpay'::text, 'montypay'::text, 'whish'::text, 'omt'::text, 'card'::text, 'cash'::text, 'credit'::text]))),
  constraint refund_payments_pkey PRIMARY KEY (order_id, refund_id)
);

create table refund_references (
  method text not null,
  reference text not null,
  order_id uuid not null,
  constraint refund_references_pkey PRIMARY KEY (method, reference)
);

create table sales_journal_v1_1 (
  log_id text not null,
  "position" bigint not null,
  ordinal integer not null,
  order_id uuid,
  account text,
  amount_cents bigint,
  currency text,
  posted_at timestamp with time zone,
  constraint sales_journal_v1_1_pkey PRIMARY KEY (log_id, "position", ordinal)
);

create table sales_lines_v1_1 (
  line_id uuid not null,
  order_id uuid,
  product_id uuid,
  quantity integer,
  subtotal_cents bigint,
  constraint sales_lines_v1_1_pkey PRIMARY KEY (line_id)
);

create table sales_orders_v1_1 (
  order_id uuid not null,
  paid_at timestamp with time zone,
  method text,
  subtotal_cents bigint,
  shipping_cents bigint,
  constraint sales_orders_v1_1_pkey PRIMARY KEY (order_id)
);

create table sales_refunds_v1_1 (
  order_id uuid not null,
  refund_id text not null,
  is_surplus boolean,
  line_id uuid,
  due_cents bigint,
  due_at timestamp with time zone,
  paid_cents bigint,
  paid_at timestamp with time zone,
  method text,
  constraint sales_refunds_v1_1_pkey PRIMARY KEY (order_id, refund_id)
);

create table saved_addresses (
  address_id uuid not null,
  person_id uuid not null,
  label text not null,
  street text not null,
  city text not null,
  postal_code text not null,
  created_at timestamp with time zone not null,
  constraint saved_addresses_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(person_id),
  constraint saved_addresses_pkey PRIMARY KEY (address_id)
);

create table sessions (
  session_id uuid not null,
  kind text not null,
  person_id uuid,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  proven_at timestamp with time zone,
  device text,
  constraint sessions_check CHECK (((kind = 'guest'::text) = (person_id IS NULL))),
  constraint sessions_kind_check CHECK ((kind = ANY (ARRAY['guest'::text, 'customer'::text, 'admin'::text]))),
  constraint sessions_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(person_id),
  constraint sessions_pkey PRIMARY KEY (session_id)
);

create table settlement_lines (
  statement_id uuid not null,
  line integer not null,
  kind text not null,
  attempt_ref text,
  provider_ref text,
  amount_cents bigint not null,
  fee_cents bigint not null,
  currency text not null,
  happened_at timestamp with time zone not null,
  is_repeated boolean not null default false,
  is_open boolean not null default true,
  constraint settlement_lines_kind_check CHECK ((kind = ANY (ARRAY['sale'::text, 'refund'::text]))),
  constraint settlement_lines_pkey PRIMARY KEY (statement_id, line),
  constraint settlement_lines_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES settlement_statements(statement_id) ON DELETE CASCADE
);

create table settlement_statements (
  statement_id uuid not null,
  provider text not null,
  file_name text not null,
  file_sha256 text not null,
  lines integer not null,
  first_day date not null,
  last_day date not null,
  imported_by uuid not null,
  imported_at timestamp with time zone not null,
  constraint settlement_statements_file_sha256_key UNIQUE (file_sha256),
  constraint settlement_statements_pkey PRIMARY KEY (statement_id),
  constraint settlement_statements_provider_check CHECK ((provider = ANY (ARRAY['whishpay'::text, 'montypay'::text])))
);

create table sign_in_codes (
  code_id uuid not null,
  phone text not null,
  prefix text not null,
  session_id uuid not null,
  code_hmac bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  tries integer not null default 0,
  voided_at timestamp with time zone,
  used_at timestamp with time zone,
  constraint sign_in_codes_pkey PRIMARY KEY (code_id)
);

create table skus (
  sku text not null,
  product_id uuid not null,
  variant_id uuid not null,
  constraint skus_pkey PRIMARY KEY (sku),
  constraint skus_variant_id_key UNIQUE (variant_id)
);

create table staff_challenges (
  session_id uuid not null,
  challenge bytea not null,
  expires_at timestamp with time zone not null,
  constraint staff_challenges_challenge_check CHECK ((octet_length(challenge) = 32)),
  constraint staff_challenges_pkey PRIMARY KEY (session_id)
);

create table staff_invitations (
  token_sha256 bytea not null,
  person_id uuid not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint staff_invitations_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(person_id),
  constraint staff_invitations_pkey PRIMARY KEY (token_sha256),
  constraint staff_invitations_token_sha256_check CHECK ((octet_length(token_sha256) = 32))
);

create table staff_passkeys (
  passkey_id uuid not null,
  person_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  algorithm integer not null,
  sign_count bigint not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint staff_passkeys_algorithm_check CHECK ((algorithm = ANY (ARRAY['-7'::integer, '-8'::integer, '-257'::integer]))),
  constraint staff_passkeys_credential_id_check CHECK (((length(credential_id) >= 16) AND (length(credential_id) <= 1400))),
  constraint staff_passkeys_credential_id_key UNIQUE (credential_id),
  constraint staff_passkeys_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(person_id),
  constraint staff_passkeys_pkey PRIMARY KEY (passkey_id)
);

create table staff_purchases (
  order_id uuid not null,
  person_id uuid not null,
  created_at timestamp with time zone not null,
  constraint staff_purchases_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(person_id),
  constraint staff_purchases_pkey PRIMARY KEY (order_id)
);

create table staff_recovery_codes (
  person_id uuid not null,
  code_sha256 bytea not null,
  used_at timestamp with time zone,
  constraint staff_recovery_codes_code_sha256_check CHECK ((octet_length(code_sha256) = 32)),
  constraint staff_recovery_codes_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(person_id),
  constraint staff_recovery_codes_pkey PRIMARY KEY (person_id, code_sha256)
);

create table staff_sign_ins (
  sign_in_id uuid not null,
  person_id uuid not null,
  session_id uuid,
  outcome text not null,
  address text not null,
  device text not null,
  at timestamp with time zone not null,
  constraint staff_sign_ins_outcome_check CHECK ((outcome = ANY (ARRAY['signed_in'::text, 'wrong_password'::text, 'closed'::text, 'proven'::text, 'wrong_proof'::text]))),
  constraint staff_sign_ins_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(person_id),
  constraint staff_sign_ins_pkey PRIMARY KEY (sign_in_id)
);

create table staff_totp (
  person_id uuid not null,
  sealed bytea not null,
  key_id text not null,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  last_step bigint not null default 0,
  constraint staff_totp_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(person_id),
  constraint staff_totp_pkey PRIMARY KEY (person_id),
  constraint staff_totp_sealed_check CHECK ((octet_length(sealed) = 48))
);

create table stock_changes (
  change_id uuid not null,
  variant_id uuid not null,
  change bigint not null,
  told_at timestamp with time zone not null default clock_now(),
  constraint stock_changes_pkey PRIMARY KEY (change_id),
  constraint stock_changes_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES variant_stock(variant_id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
);

create table stock_holds (
  order_line_id uuid not null,
  order_id uuid not null,
  variant_id uuid not null,
  n bigint not null,
  state text not null,
  expires_at timestamp with time zone not null,
  constraint stock_holds_n_check CHECK ((n > 0)),
  constraint stock_holds_pkey PRIMARY KEY (order_line_id),
  constraint stock_holds_state_check CHECK ((state = ANY (ARRAY['held'::text, 'taken'::text]))),
  constraint stock_holds_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES variant_stock(variant_id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
);

create table streams (
  log_id text not null,
  stream_id text not null,
  version integer not null,
  constraint streams_pkey PRIMARY KEY (log_id, stream_id),
  constraint streams_version_check CHECK ((version > 0))
);

create table tax_rates (
  from_day date not null,
  vat_basis_points integer not null,
  vat_number text,
  set_by uuid not null,
  set_at timestamp with time zone not null,
  constraint tax_rates_pkey PRIMARY KEY (from_day),
  constraint tax_rates_vat_basis_points_check CHECK (((vat_basis_points >= 0) AND (vat_basis_points <= 5000)))
);

create table ticket_register_v1_1 (
  raffle_id uuid not null,
  first integer not null,
  last integer,
  "position" bigint,
  order_id uuid,
  channel text,
  tickets_per_unit integer,
  issued_at timestamp with time zone,
  constraint ticket_register_v1_1_pkey PRIMARY KEY (raffle_id, first)
);

create table ticket_voids_v1_1 (
  raffle_id uuid not null,
  first integer not null,
  last integer,
  "position" bigint not null,
  reason text,
  voided_at timestamp with time zone,
  constraint ticket_voids_v1_1_pkey PRIMARY KEY (raffle_id, first, "position")
);

create table tracked_counts (
  on_day date not null,
  name text not null,
  times bigint not null,
  constraint tracked_counts_pkey PRIMARY KEY (on_day, name)
);

create table tracked_purchases (
  order_id uuid not null,
  on_day date not null,
  constraint tracked_purchases_pkey PRIMARY KEY (order_id)
);

create table unfinished_restores (
  is_only boolean not null default true,
  begun_at timestamp with time zone not null default clock_timestamp(),
  constraint unfinished_restores_is_only_check CHECK (is_only),
  constraint unfinished_restores_pkey PRIMARY KEY (is_only)
);

create table variant_stock (
  variant_id uuid not null,
  product_id uuid not null,
  counted bigint not null default 0,
  held bigint not null default 0,
  taken bigint not null default 0,
  low_at bigint not null,
  low_since timestamp with time zone,
  opened_at timestamp with time zone not null default clock_now(),
  constraint stock_not_oversold CHECK (((held + taken) <= counted)),
  constraint variant_stock_counted_check CHECK ((counted >= 0)),
  constraint variant_stock_held_check CHECK ((held >= 0)),
  constraint variant_stock_low_at_check CHECK ((low_at >= 0)),
  constraint variant_stock_pkey PRIMARY KEY (variant_id),
  constraint variant_stock_taken_check CHECK ((taken >= 0))
);

create table verifier_programs (
  sha256 text not null,
  program bytea not null,
  kept_at timestamp with time zone not null default clock_now(),
  constraint verifier_programs_check CHECK ((sha256 = encode(sha256(program), 'hex'::text))),
  constraint verifier_programs_pkey PRIMARY KEY (sha256)
);

create table wrong_codes (
  at_minute timestamp with time zone not null,
  failures integer not null,
  constraint wrong_codes_pkey PRIMARY KEY (at_minute)
);


-- indexes

CREATE INDEX approvals_age ON public.approvals USING btree (requested_at DESC);
CREATE UNIQUE INDEX approvals_open ON public.approvals USING btree (kind, subject, request_sha256) WHERE (state = ANY (ARRAY['waiting'::text, 'approved'::text]));
CREATE INDEX audit_details_age ON public.audit_details USING btree (created_at);
CREATE INDEX audit_details_command ON public.audit_details USING btree (command_id);
CREATE INDEX audit_details_subject ON public.audit_details USING btree (subject, created_at);
CREATE INDEX audit_papers_age ON public.audit_papers USING btree (made_at DESC);
CREATE INDEX audit_trail_v1_1_actor_recorded_at_log_id_position_type_idx ON public.audit_trail_v1_1 USING btree (actor, recorded_at DESC, log_id, "position" DESC) INCLUDE (type) WHERE (actor ~~ 'staff:%'::text);
CREATE INDEX audit_trail_v1_1_recorded_at_log_id_position_idx ON public.audit_trail_v1_1 USING btree (recorded_at DESC, log_id, "position" DESC);
CREATE INDEX audit_trail_v1_1_subject_recorded_at_log_id_position_idx ON public.audit_trail_v1_1 USING btree (subject, recorded_at DESC, log_id, "position" DESC);
CREATE INDEX audit_trail_v1_1_type_recorded_at_log_id_position_idx ON public.audit_trail_v1_1 USING btree (type, recorded_at DESC, log_id, "position" DESC);
CREATE INDEX buying_limits_excluded ON public.buying_limits USING btree (excluded_by_staff_at DESC, person_key) WHERE (excluded_by_staff_at IS NOT NULL);
CREATE INDEX buying_limits_subject ON public.buying_limits USING btree (excluded_subject) WHERE (excluded_subject IS NOT NULL);
CREATE INDEX cosignatures_of_witness ON public.cosignatures USING btree (log_id, witness, size);
CREATE INDEX customer_orders_v1_1_coalesce_placed_at_idx ON public.customer_orders_v1_1 USING btree (COALESCE(claimed_by, placed_by), placed_at DESC);
CREATE INDEX customers_v1_1_registered_at_customer_id_idx ON public.customers_v1_1 USING btree (registered_at DESC, customer_id);
CREATE INDEX draw_claims_telling ON public.draw_claims USING btree (announced_at) WHERE (told_up_to IS NOT NULL);
CREATE INDEX draw_contacts_place ON public.draw_contacts USING btree (draw_id, place, noted_at);
CREATE INDEX draw_sessions_log ON public.draw_sessions USING btree (log_id);
CREATE INDEX emails_due ON public.emails USING btree (try_at) WHERE (try_at IS NOT NULL);
CREATE INDEX emails_small_address ON public.emails USING btree (lower((address COLLATE "C")), ref) INCLUDE (address);
CREATE UNIQUE INDEX events_stream ON public.events USING btree (log_id, stream_id, stream_version) WHERE (leaf IS NULL);
CREATE INDEX events_terms ON public.events USING btree (log_id, "position") WHERE ((leaf IS NOT NULL) AND (type <> 'TicketsIssued'::text));
CREATE INDEX failure_counters_age ON public.failure_counters USING btree (counts_until);
CREATE INDEX insight_orders_v1_1_coalesce_paid_at_claimed_by_placed_by_idx ON public.insight_orders_v1_1 USING btree (COALESCE(claimed_by, placed_by), paid_at) INCLUDE (claimed_by, placed_by) WHERE (paid_at IS NOT NULL);
CREATE INDEX insight_orders_v1_1_paid_at_claimed_by_placed_by_idx ON public.insight_orders_v1_1 USING btree (paid_at) INCLUDE (claimed_by, placed_by) WHERE (paid_at IS NOT NULL);
CREATE INDEX issues_of_person ON public.issues USING btree (log_id, person_key) WHERE (person_key IS NOT NULL);
CREATE INDEX manual_payments_till ON public.manual_payments USING btree (created_at);
CREATE INDEX manual_payments_unproven ON public.manual_payments USING btree (created_at, order_id) WHERE ((reference IS NULL) AND ((method <> 'cash'::text) OR (collector IS NULL)));
CREATE INDEX message_reports_age ON public.message_reports USING btree (reported_at);
CREATE INDEX messages_age ON public.messages USING btree (created_at);
CREATE INDEX messages_due ON public.messages USING btree (next_try_at) WHERE (state = 'waiting'::text);
CREATE INDEX messages_gateway ON public.messages USING btree (gateway_id) WHERE (gateway_id IS NOT NULL);
CREATE INDEX messages_newest ON public.messages USING btree (created_at DESC, ref) INCLUDE (to_phone, state) WHERE (purpose <> 'sign_in_code'::text);
CREATE INDEX messages_phone ON public.messages USING btree (to_phone, state) WHERE (purpose <> 'sign_in_code'::text);
CREATE INDEX messages_undelivered ON public.messages USING btree (created_at, ref) WHERE ((state = ANY (ARRAY['failed'::text, 'unknown'::text])) AND (purpose <> 'sign_in_code'::text));
CREATE INDEX order_contacts_phone ON public.order_contacts USING btree (phone, created_at);
CREATE INDEX order_contacts_search ON public.order_contacts USING btree (created_at DESC, order_id) INCLUDE (search_text);
CREATE INDEX order_contacts_unfinished ON public.order_contacts USING btree (finish_due_at) WHERE (finish_due_at IS NOT NULL);
CREATE INDEX order_contacts_words ON public.order_contacts USING btree (order_id) INCLUDE (search_text);
CREATE INDEX order_handovers_v1_1_completed_at_order_id_idx ON public.order_handovers_v1_1 USING btree (completed_at DESC, order_id) WHERE (completed_at IS NOT NULL);
CREATE INDEX order_handovers_v1_1_paid_at_order_id_ready_at_sent_out_at__idx ON public.order_handovers_v1_1 USING btree (paid_at, order_id) INCLUDE (ready_at, sent_out_at, paid_version, cancelled_version) WHERE ((paid_at IS NOT NULL) AND (completed_at IS NULL));
CREATE UNIQUE INDEX order_requests_one_open ON public.order_requests USING btree (order_id) WHERE (state = 'open'::text);
CREATE INDEX order_requests_order ON public.order_requests USING btree (order_id, created_at);
CREATE INDEX order_requests_waiting ON public.order_requests USING btree (created_at) WHERE (state = 'open'::text);
CREATE INDEX order_status_v1_1_order_id_status_order_type_reference_idx ON public.order_status_v1_1 USING btree (order_id) INCLUDE (status, order_type, reference);
CREATE INDEX order_status_v1_1_order_type_placed_at_order_id_reference_idx ON public.order_status_v1_1 USING btree (order_type, placed_at DESC, order_id) INCLUDE (reference);
CREATE INDEX order_status_v1_1_placed_at_order_id_reference_idx ON public.order_status_v1_1 USING btree (placed_at DESC, order_id) INCLUDE (reference);
CREATE INDEX order_status_v1_1_reference_idx ON public.order_status_v1_1 USING btree (reference);
CREATE INDEX order_status_v1_1_status_placed_at_order_id_order_type_refe_idx ON public.order_status_v1_1 USING btree (status, placed_at DESC, order_id) INCLUDE (order_type, reference);
CREATE INDEX payment_attempts_attention ON public.payment_attempts USING btree (created_at, attempt_id) WHERE (state = 'attention'::text);
CREATE INDEX payment_attempts_due ON public.payment_attempts USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);
CREATE INDEX payment_attempts_order ON public.payment_attempts USING btree (order_id, created_at);
CREATE INDEX payment_attempts_undecided ON public.payment_attempts USING btree (created_at, attempt_id) WHERE ((state = 'attention'::text) AND (COALESCE(provider_status, ''::text) <> ALL (ARRAY['failed'::text, 'decline'::text, 'not_found'::text])));
CREATE INDEX payment_mismatches_v1_1_noticed_at_attempt_id_idx ON public.payment_mismatches_v1_1 USING btree (noticed_at, attempt_id);
CREATE INDEX pending_sign_ins_person ON public.pending_sign_ins USING btree (person_id);
CREATE INDEX people_customers ON public.people USING btree (created_at DESC, person_id) INCLUDE (search_text) WHERE ((role IS NULL) OR (phone IS NOT NULL));
CREATE UNIQUE INDEX people_staff_email ON public.people USING btree (lower(email)) WHERE (role IS NOT NULL);
CREATE UNIQUE INDEX projection_builds_live ON public.projection_builds USING btree (name) WHERE (status = 'live'::text);
CREATE INDEX provider_callbacks_age ON public.provider_callbacks USING btree (received_at);
CREATE INDEX provider_callbacks_open ON public.provider_callbacks USING btree (received_at) WHERE (is_open AND is_authentic);
CREATE INDEX purchases_running ON public.purchases USING btree (claimed_until) WHERE (state = 'running'::text);
CREATE INDEX purchases_unpaid ON public.purchases USING btree (hold_until) WHERE (state <> 'settled'::text);
CREATE INDEX raffle_alerts_age ON public.raffle_alerts USING btree (created_at);
CREATE INDEX raffle_alerts_person ON public.raffle_alerts USING btree (person_id);
CREATE INDEX raffle_alerts_phone ON public.raffle_alerts USING btree (phone, created_at);
CREATE UNIQUE INDEX raffle_alerts_waiting ON public.raffle_alerts USING btree (raffle_id, phone) WHERE (sent_at IS NULL);
CREATE INDEX raffle_entries_v1_1_order_id_idx ON public.raffle_entries_v1_1 USING btree (order_id);
CREATE INDEX raffle_entries_v1_1_raffle_id_first_idx ON public.raffle_entries_v1_1 USING btree (raffle_id, first);
CREATE INDEX refund_duties_v1_1_attempt_id_idx ON public.refund_duties_v1_1 USING btree (attempt_id) WHERE (attempt_id IS NOT NULL);
CREATE INDEX refund_duties_v1_1_due_at_order_id_refund_id_idx ON public.refund_duties_v1_1 USING btree (due_at, order_id, refund_id) WHERE (paid_at IS NULL);
CREATE INDEX refund_duties_v1_1_due_at_order_id_refund_id_idx1 ON public.refund_duties_v1_1 USING btree (due_at DESC, order_id, refund_id);
CREATE INDEX refund_payments_credit ON public.refund_payments USING btree (credit_until) WHERE (method = 'credit'::text);
CREATE INDEX refund_payments_reference ON public.refund_payments USING btree (method, reference) WHERE (reference IS NOT NULL);
CREATE INDEX refund_references_order ON public.refund_references USING btree (order_id);
CREATE INDEX sales_journal_v1_1_order_id_idx ON public.sales_journal_v1_1 USING btree (order_id);
CREATE INDEX sales_lines_v1_1_order_id_idx ON public.sales_lines_v1_1 USING btree (order_id);
CREATE INDEX sales_orders_v1_1_paid_at_idx ON public.sales_orders_v1_1 USING btree (paid_at);
CREATE INDEX sales_refunds_v1_1_paid_at_idx ON public.sales_refunds_v1_1 USING btree (paid_at);
CREATE INDEX saved_addresses_person ON public.saved_addresses USING btree (person_id, created_at);
CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_person ON public.sessions USING btree (person_id) WHERE (revoked_at IS NULL);
CREATE INDEX settlement_lines_attempt ON public.settlement_lines USING btree (attempt_ref) WHERE (kind = 'sale'::text);
CREATE INDEX settlement_lines_given_back ON public.settlement_lines USING btree (provider_ref) WHERE ((kind = 'refund'::text) AND (provider_ref IS NOT NULL));
CREATE INDEX settlement_lines_open ON public.settlement_lines USING btree (kind, statement_id, line) WHERE is_open;
CREATE INDEX settlement_lines_refund ON public.settlement_lines USING btree (attempt_ref) WHERE (kind = 'refund'::text);
CREATE INDEX settlement_lines_transaction ON public.settlement_lines USING btree (provider_ref) WHERE ((kind = 'sale'::text) AND (provider_ref IS NOT NULL));
CREATE INDEX settlement_statements_newest ON public.settlement_statements USING btree (imported_at DESC);
CREATE INDEX sign_in_codes_age ON public.sign_in_codes USING btree (created_at);
CREATE INDEX sign_in_codes_phone ON public.sign_in_codes USING btree (phone, created_at);
CREATE INDEX sign_in_codes_prefix ON public.sign_in_codes USING btree (prefix, created_at);
CREATE INDEX staff_invitations_person ON public.staff_invitations USING btree (person_id) WHERE (ended_at IS NULL);
CREATE INDEX staff_passkeys_person ON public.staff_passkeys USING btree (person_id, created_at);
CREATE INDEX staff_sign_ins_age ON public.staff_sign_ins USING btree (at);
CREATE INDEX staff_sign_ins_person ON public.staff_sign_ins USING btree (person_id, at DESC);
CREATE INDEX staff_sign_ins_session ON public.staff_sign_ins USING btree (session_id) WHERE (session_id IS NOT NULL);
CREATE INDEX stock_changes_variant ON public.stock_changes USING btree (variant_id);
CREATE INDEX stock_holds_due ON public.stock_holds USING btree (expires_at) WHERE (state = 'held'::text);
CREATE INDEX stock_holds_order ON public.stock_holds USING btree (order_id);
CREATE INDEX stock_holds_variant ON public.stock_holds USING btree (variant_id);
CREATE INDEX ticket_register_v1_1_order_id_idx ON public.ticket_register_v1_1 USING btree (order_id);
CREATE INDEX variant_stock_low ON public.variant_stock USING btree (low_since) WHERE (low_since IS NOT NULL);

-- sequences

create sequence order_numbers;
create sequence payment_refs;
create sequence raffle_numbers;

-- views

create view audit_trail as
 SELECT log_id,
    "position",
    recorded_at,
    type,
    subject,
    actor
   FROM audit_trail_v1_1;

create view customer_orders as
 SELECT order_id,
    placed_by,
    placed_at,
    claimed_by
   FROM customer_orders_v1_1;

create view customers as
 SELECT customer_id,
    registered_at,
    via,
    verified_at,
    erased_at
   FROM customers_v1_1;

create view insight_days as
 SELECT day,
    log_id,
    order_type,
    method,
    "position",
    placed,
    converted,
    paid,
    gross_cents
   FROM insight_days_v1_1;

create view insight_orders as
 SELECT order_id,
    placed_at,
    order_type,
    method,
    placed_by,
    lines,
    claimed_by,
    paid_at,
    paid_method
   FROM insight_orders_v1_1;

create view insight_products as
 SELECT day,
    log_id,
    product_id,
    "position",
    quantity,
    revenue_cents
   FROM insight_products_v1_1;

create view insight_tickets as
 SELECT day,
    raffle_id,
    "position",
    issued,
    voided
   FROM insight_tickets_v1_1;

create view order_handovers as
 SELECT order_id,
    shipping_method,
    reference,
    paid_at,
    paid_version,
    ready_at,
    sent_out_at,
    completed_at,
    cancelled_version
   FROM order_handovers_v1_1;

create view order_status as
 SELECT order_id,
    version,
    log_id,
    log_position,
    reference,
    order_type,
    status,
    customer_id,
    total_cents,
    placed_at,
    paid_at,
    state
   FROM order_status_v1_1;

create view payment_mismatches as
 SELECT attempt_id,
    order_id,
    method,
    expected_cents,
    received_cents,
    received_currency,
    noticed_at
   FROM payment_mismatches_v1_1;

create view product_lines as
 SELECT line_id,
    product_id
   FROM product_lines_v1_1;

create view product_shelf as
 SELECT product_id,
    version,
    state
   FROM product_shelf_v1_1;

create view product_sold as
 SELECT log_id,
    product_id,
    "position",
    issued
   FROM product_sold_v1_1;

create view raffle_board_ledger as
 SELECT raffle_id,
    head,
    state
   FROM raffle_board_ledger_v1_1;

create view raffle_board_page as
 SELECT raffle_id,
    version,
    written_at,
    words
   FROM raffle_board_page_v1_1;

create view raffle_entries as
 SELECT line_id,
    order_id,
    raffle_id,
    first,
    last,
    granted_at
   FROM raffle_entries_v1_1;

create view refund_duties as
 SELECT order_id,
    refund_id,
    cause,
    attempt_id,
    line_id,
    amount_cents,
    due_at,
    paid_at,
    method
   FROM refund_duties_v1_1;

create view sales_journal as
 SELECT log_id,
    "position",
    ordinal,
    order_id,
    account,
    amount_cents,
    currency,
    posted_at
   FROM sales_journal_v1_1;

create view sales_lines as
 SELECT line_id,
    order_id,
    product_id,
    quantity,
    subtotal_cents
   FROM sales_lines_v1_1;

create view sales_orders as
 SELECT order_id,
    paid_at,
    method,
    subtotal_cents,
    shipping_cents
   FROM sales_orders_v1_1;

create view sales_refunds as
 SELECT order_id,
    refund_id,
    is_surplus,
    line_id,
    due_cents,
    due_at,
    paid_cents,
    paid_at,
    method
   FROM sales_refunds_v1_1;

create view ticket_register as
 SELECT raffle_id,
    first,
    last,
    "position",
    order_id,
    channel,
    tickets_per_unit,
    issued_at
   FROM ticket_register_v1_1;

create view ticket_voids as
 SELECT raffle_id,
    first,
    last,
    "position",
    reason,
    voided_at
   FROM ticket_voids_v1_1;


-- types


-- functions

function answer_purchases(json) returns void;
function append_raffle(text,bigint,bigint,timestamp with time zone,bytea,text,integer[],text,text,bytea,uuid[],uuid[],uuid[],bigint[],integer[],integer[],text,bytea,text,text,uuid[],jsonb) returns boolean security definer;
function append_shop(text,text,integer[],uuid[],bytea,integer[],text,integer[],text,text) returns record security definer;
function change_stock(json) returns TABLE(ordinal integer, outcome text, variant_id uuid, available bigint);
function change_stock_once(text,json,uuid,timestamp with time zone,boolean,uuid,bigint) returns void;
function check_attempts(json) returns void;
function clock_now() returns timestamp with time zone;
function erase_opening(text,uuid) returns void security definer;
function forget_clock_offset() returns void;
function halt_raffle(text,text) returns void security definer;
function move_clock(timestamp with time zone) returns void;
function open_log(text) returns void security definer;
function open_purchases(json,interval) returns TABLE(ordinal integer, outcome text, order_id uuid, payment_ref text, answer text);
function store_callbacks(json) returns TABLE(copies integer);

-- what qura_app may do

grant delete, insert, select, update on alert_refusals to qura_app;
grant delete, insert, select, update on approvals to qura_app;
grant delete, insert, select, update on attention_handled to qura_app;
grant delete, insert, select, update on audit_details to qura_app;
grant delete, insert, select, update on audit_papers to qura_app;
grant delete, insert, select, update on audit_trail_v1_1 to qura_app;
grant delete, insert, select, update on buying_limits to qura_app;
grant delete, insert, select, update on carts to qura_app;
grant delete, insert, select, update on cash_ups to qura_app;
grant delete, insert, select, update on customer_orders_v1_1 to qura_app;
grant delete, insert, select, update on customers_v1_1 to qura_app;
grant delete, insert, select, update on draw_claims to qura_app;
grant delete, insert, select, update on draw_contacts to qura_app;
grant delete, insert, select, update on draw_readings to qura_app;
grant delete, insert, select, update on draw_sessions to qura_app;
grant delete, insert, select, update on draw_sign_offs to qura_app;
grant delete, insert, select, update on emails to qura_app;
grant delete, insert, select, update on exchange_rates to qura_app;
grant delete, insert, select, update on failure_counters to qura_app;
grant delete, insert, select, update on insight_days_v1_1 to qura_app;
grant delete, insert, select, update on insight_orders_v1_1 to qura_app;
grant delete, insert, select, update on insight_products_v1_1 to qura_app;
grant delete, insert, select, update on insight_tickets_v1_1 to qura_app;
grant delete, insert, select, update on manual_payments to qura_app;
grant delete, insert, select, update on message_choices to qura_app;
grant delete, insert, select, update on message_reports to qura_app;
grant delete, insert, select, update on messages to qura_app;
grant delete, insert, select, update on order_contacts to qura_app;
grant delete, insert, select, update on order_handovers_v1_1 to qura_app;
grant delete, insert, select, update on order_openings to qura_app;
grant delete, insert, select, update on order_requests to qura_app;
grant delete, insert, select, update on order_status_v1_1 to qura_app;
grant delete, insert, select, update on payment_attempts to qura_app;
grant delete, insert, select, update on payment_mismatches_v1_1 to qura_app;
grant delete, insert, select, update on pending_sign_ins to qura_app;
grant delete, insert, select, update on people to qura_app;
grant delete, insert, select, update on product_lines_v1_1 to qura_app;
grant delete, insert, select, update on product_shelf_v1_1 to qura_app;
grant delete, insert, select, update on product_sold_v1_1 to qura_app;
grant delete, insert, select, update on provider_callbacks to qura_app;
grant delete, insert, select, update on purchases to qura_app;
grant delete, insert, select, update on raffle_alerts to qura_app;
grant delete, insert, select, update on raffle_board_ledger_v1_1 to qura_app;
grant delete, insert, select, update on raffle_board_page_v1_1 to qura_app;
grant delete, insert, select, update on raffle_entries_v1_1 to qura_app;
grant delete, insert, select, update on refund_duties_v1_1 to qura_app;
grant delete, insert, select, update on refund_payments to qura_app;
grant delete, insert, select, update on refund_references to qura_app;
grant delete, insert, select, update on sales_journal_v1_1 to qura_app;
grant delete, insert, select, update on sales_lines_v1_1 to qura_app;
grant delete, insert, select, update on sales_orders_v1_1 to qura_app;
grant delete, insert, select, update on sales_refunds_v1_1 to qura_app;
grant delete, insert, select, update on saved_addresses to qura_app;
grant delete, insert, select, update on sessions to qura_app;
grant delete, insert, select, update on settlement_lines to qura_app;
grant delete, insert, select, update on settlement_statements to qura_app;
grant delete, insert, select, update on sign_in_codes to qura_app;
grant delete, insert, select, update on skus to qura_app;
grant delete, insert, select, update on staff_challenges to qura_app;
grant delete, insert, select, update on staff_invitations to qura_app;
grant delete, insert, select, update on staff_passkeys to qura_app;
grant delete, insert, select, update on staff_recovery_codes to qura_app;
grant delete, insert, select, update on staff_sign_ins to qura_app;
grant delete, insert, select, update on staff_totp to qura_app;
grant delete, insert, select, update on stock_changes to qura_app;
grant delete, insert, select, update on stock_holds to qura_app;
grant delete, insert, select, update on tax_rates to qura_app;
grant delete, insert, select, update on ticket_register_v1_1 to qura_app;
grant delete, insert, select, update on ticket_voids_v1_1 to qura_app;
grant delete, insert, select, update on tracked_counts to qura_app;
grant delete, insert, select, update on tracked_purchases to qura_app;
grant delete, insert, select, update on variant_stock to qura_app;
grant delete, insert, select, update on wrong_codes to qura_app;
grant execute on function answer_purchases(json) to qura_app;
grant execute on function append_raffle(text,bigint,bigint,timestamp with time zone,bytea,text,integer[],text,text,bytea,uuid[],uuid[],uuid[],bigint[],integer[],integer[],text,bytea,text,text,uuid[],jsonb) to qura_app;
grant execute on function append_shop(text,text,integer[],uuid[],bytea,integer[],text,integer[],text,text) to qura_app;
grant execute on function change_stock(json) to qura_app;
grant execute on function change_stock_once(text,json,uuid,timestamp with time zone,boolean,uuid,bigint) to qura_app;
grant execute on function check_attempts(json) to qura_app;
grant execute on function clock_now() to qura_app;
grant execute on function erase_opening(text,uuid) to qura_app;
grant execute on function halt_raffle(text,text) to qura_app;
grant execute on function open_log(text) to qura_app;
grant execute on function open_purchases(json,interval) to qura_app;
grant execute on function store_callbacks(json) to qura_app;
grant insert, select on checkpoints to qura_app;
grant insert, select on cosignatures to qura_app;
grant insert, select on draw_releases to qura_app;
grant insert, select on draw_seals to qura_app;
grant insert, select on invoices to qura_app;
grant insert, select on operator_seeds to qura_app;
grant insert, select on staff_purchases to qura_app;
grant insert, select on verifier_programs to qura_app;
grant insert, select, update on earlier_cash_ups to qura_app;
grant insert, select, update on invoice_parties to qura_app;
grant insert, select, update on ledger_tiles to qura_app;
grant insert, select, update on ledger_trees to qura_app;
grant insert, select, update on projections to qura_app;
grant insert, select, update on reactors to qura_app;
grant select on audit_trail to qura_app;
grant select on commands to qura_app;
grant select on customer_orders to qura_app;
grant select on customers to qura_app;
grant select on events to qura_app;
grant select on holds to qura_app;
grant select on insight_days to qura_app;
grant select on insight_orders to qura_app;
grant select on insight_products to qura_app;
grant select on insight_tickets to qura_app;
grant select on installation to qura_app;
grant select on issues to qura_app;
grant select on logs to qura_app;
grant select on migrations to qura_app;
grant select on order_handovers to qura_app;
grant select on order_status to qura_app;
grant select on payment_mismatches to qura_app;
grant select on product_lines to qura_app;
grant select on product_shelf to qura_app;
grant select on product_sold to qura_app;
grant select on projection_builds to qura_app;
grant select on raffle_board_ledger to qura_app;
grant select on raffle_board_page to qura_app;
grant select on raffle_entries to qura_app;
grant select on raffle_halts to qura_app;
grant select on raffle_products to qura_app;
grant select on raffle_state to qura_app;
grant select on refund_duties to qura_app;
grant select on sales_journal to qura_app;
grant select on sales_lines to qura_app;
grant select on sales_orders to qura_app;
grant select on sales_refunds to qura_app;
grant select on streams to qura_app;
grant select on ticket_register to qura_app;
grant select on ticket_voids to qura_app;
grant select on unfinished_restores to qura_app;
grant usage on order_numbers to qura_app;
grant usage on payment_refs to qura_app;
grant usage on raffle_numbers to qura_app;
