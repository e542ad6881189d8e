-- What the running service may do. Applied after every migration, again and again: it must be
-- repeatable. `qura_app` owns nothing, creates nothing, and reaches facts only through functions.
-- Each subject keeps its grants in its own section below.

revoke create on schema public from public;
grant usage on schema public to qura_app;
-- PostgreSQL lets everybody execute every function; here each one is granted by name.
revoke execute on all functions in schema public from public;

-- ── clock and installation ──────────────────────────────────────────────────────────────────────
grant select on installation to qura_app;
grant select on migrations to qura_app;
grant select on unfinished_restores to qura_app;
grant execute on function clock_now() to qura_app;

-- ── jobs (pg-boss keeps its own schema) ─────────────────────────────────────────────────────────
grant usage on schema pgboss to qura_app;
grant select, insert, update, delete on all tables in schema pgboss to qura_app;
grant usage, select on all sequences in schema pgboss to qura_app;
grant execute on all functions in schema pgboss to qura_app;

-- ── event store: shop logs (0002), raffle logs (0003) ───────────────────────────────────────────
grant select on raffle_state, raffle_products, raffle_halts, holds, issues to qura_app;
grant select on logs, events, streams, commands to qura_app;
-- By name, whatever their parameters are: the functions of migrations/functions change as a whole.
do $$
declare
  target regprocedure;
begin
  for target in
    select routine.oid from pg_proc as routine
     where routine.pronamespace = 'public'::regnamespace
       and routine.proname in ('append_shop', 'append_raffle', 'halt_raffle', 'open_log',
                               'erase_opening')
  loop
    execute format('grant execute on function %s to qura_app', target);
  end loop;
end
$$;

-- ── people and sessions (0004) ──────────────────────────────────────────────────────────────────
grant select, insert, update, delete on
  people, sessions, sign_in_codes, failure_counters, wrong_codes, audit_details, skus
  to qura_app;
grant select, insert, update, delete on tracked_counts, tracked_purchases to qura_app;
grant usage on sequence raffle_numbers to qura_app;

-- ── orders and payments (0005) ──────────────────────────────────────────────────────────────────
grant select, insert, update, delete on
  purchases, order_contacts, order_openings, payment_attempts, manual_payments, provider_callbacks,
  messages
  to qura_app;
grant usage on sequence payment_refs, order_numbers to qura_app;
grant execute on function open_purchases(json, interval) to qura_app;
grant execute on function answer_purchases(json), check_attempts(json), store_callbacks(json)
  to qura_app;

-- ── projections (0006) ──────────────────────────────────────────────────────────────────────────
-- Projectors read the facts; ticket counts beside the board are the raffle writer's own.
grant select on logs, events, raffle_state to qura_app;
grant select on projection_builds to qura_app;
grant select, insert, update on projections, reactors to qura_app;
-- The tables of every build, and the views that show the live ones; a rebuild grants its own.
do $$
declare
  target text;
begin
  for target in select unnest(tables) from projection_builds where status <> 'building' loop
    execute format('grant select, insert, update, delete on %I to qura_app', target);
    execute format('grant select on %I to qura_app', regexp_replace(target, '_v\d+_\d+$', ''));
  end loop;
end
$$;

-- ── operator seeds (0007) ───────────────────────────────────────────────────────────────────────
-- Made once and read; never replaced, never removed.
grant select, insert on operator_seeds to qura_app;

-- ── account, cart and requests (0008) ───────────────────────────────────────────────────────────
grant select, insert, update, delete on
  saved_addresses, message_choices, buying_limits, carts, order_requests
  to qura_app;

-- ── staff (0012) ────────────────────────────────────────────────────────────────────────────────
grant select, insert, update, delete on
  staff_invitations, staff_totp, staff_recovery_codes, staff_passkeys, staff_challenges,
  staff_sign_ins, approvals, audit_papers
  to qura_app;

-- ── second factors of customers (0020) ──────────────────────────────────────────────────────────
grant select, insert, update, delete on pending_sign_ins to qura_app;

-- ── staff desks (0013) ──────────────────────────────────────────────────────────────────────────
grant select, insert, update, delete on
  refund_payments, attention_handled, settlement_statements, settlement_lines, cash_ups,
  exchange_rates, tax_rates, refund_references
  to qura_app;
-- Counts that were replaced (0042) stay; in time their notes go.
grant select, insert, update on earlier_cash_ups to qura_app;
-- An invoice that was issued stays.
grant select, insert on invoices to qura_app;
-- Who it names is erased.
grant select, insert, update on invoice_parties to qura_app;

-- ── public log (0011) ───────────────────────────────────────────────────────────────────────────
-- Tiles grow; what was signed is only ever added.
grant select, insert, update on ledger_trees, ledger_tiles to qura_app;
grant select, insert on checkpoints, cosignatures to qura_app;

-- ── draws (0010) ────────────────────────────────────────────────────────────────────────────────
grant select, insert, update, delete on
  draw_sessions, draw_sign_offs, draw_readings, draw_claims, draw_contacts
  to qura_app;
-- Evidence: added, never changed.
grant select, insert on draw_seals, draw_releases to qura_app;
-- The verifiers that draws have named (0051).
grant select, insert on verifier_programs to qura_app;

-- ── goods stock (0016) ──────────────────────────────────────────────────────────────────────────
grant select, insert, update, delete on variant_stock, stock_holds, stock_changes to qura_app;
grant execute on function change_stock(json) to qura_app;
grant execute on function
  change_stock_once(text, json, uuid, timestamptz, boolean, uuid, bigint)
  to qura_app;

-- ── raffle alerts (0015) ────────────────────────────────────────────────────────────────────────
grant select, insert, update, delete on raffle_alerts, alert_refusals to qura_app;

-- ── delivery reports (0018) ─────────────────────────────────────────────────────────────────────
grant select, insert, update, delete on message_reports to qura_app;

-- ── e-mail (0025) ───────────────────────────────────────────────────────────────────────────────
grant select, insert, update, delete on emails to qura_app;

-- ── what staff buy (0026) ───────────────────────────────────────────────────────────────────────
grant select, insert on staff_purchases to qura_app;
