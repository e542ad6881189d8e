// What stands on the desks of staff in the large shop: payments as their provider told of them, his
// statement of each week, what two people agreed to, working papers, rates, who took the orders of
// the counter, and who is excluded. Written from the facts and the rows that are there, by the
// owner, past all rules.
import { hashPassword, oneTimePassword } from '../commands/passwords.ts'
import type { Database } from '../io/database.ts'
import { cashierId, refsFrom } from './scale-order.ts'

/** Of the payments each so-manieth stands in no statement, or stands there with a dollar more. */
const MISSING_EVERY = 200
const DEARER_EVERY = 300
const ORDERS_PER_APPROVAL = 50
const ORDERS_PER_EXCLUSION = 40
const PAPERS = 300
const SIGN_INS = 2_000
const RATES = 365

export async function writeDesks(owner: Database, until: Date): Promise<void> {
  // Nobody is told it: of the cashier there is a past, and no present.
  const password = await hashPassword(oneTimePassword())
  await owner.transaction(async (tx) => {
    await tx.query(cashier, [cashierId, password, until])
    await tx.query(signIns, [cashierId, until])
    await tx.query(attempts)
    await tx.query(statements, [cashierId])
    await tx.query(statementLines, [cashierId])
    await tx.query(approvals, [cashierId])
    await tx.query(papers, [cashierId, until])
    await tx.query(rates, [cashierId, until])
    await tx.query(exclusions, [cashierId])
  })
}

const cashier = `
  insert into people (person_id, full_name, email, role, password_hash, created_at, disabled_at)
  values ($1, 'Nada Ghanem', 'counter@qura.example', 'cashier', $2,
          $3::timestamptz - interval '1 year', $3::timestamptz)`

const signIns = `
  insert into staff_sign_ins (sign_in_id, person_id, outcome, address, device, at)
  select gen_random_uuid(), $1, case when nth % 7 = 0 then 'wrong_password' else 'signed_in' end,
         '10.0.0.' || nth % 250, 'Firefox on Linux', $2::timestamptz - nth * interval '4 hours'
    from generate_series(1, ${SIGN_INS}) as nth`

const attempts = `
  insert into payment_attempts
    (attempt_id, ref, order_id, method, amount_cents, currency, state, provider_status, created_at,
     expires_at, checked_at, checks)
  select (asked.told ->> 'attemptId')::uuid, asked.told ->> 'ref', asked.order_id,
         asked.told ->> 'method', (asked.told ->> 'amountCents')::bigint, 'USD',
         case when paid.at is null then 'attention' else 'settled' end,
         case when paid.at is null then 'failed' else 'success' end,
         asked.at, asked.at + interval '30 minutes',
         coalesce(paid.at, asked.at + interval '31 minutes'), 1
    from (select payload::json as told, substr(stream_id, length('order/') + 1)::uuid as order_id,
                 recorded_at as at
            from events
           where type = 'PaymentAttempted') as asked
    left join (select (payload::json ->> 'attemptId')::uuid as attempt_id, recorded_at as at
                 from events
                where type = 'PaymentConfirmed') as paid
      on paid.attempt_id = (asked.told ->> 'attemptId')::uuid
   where (asked.told ->> 'ref')::bigint >= ${refsFrom}`

/** What providers tell of, by weeks of Beirut that begin on Monday. */
const told = `
  select attempt.method, attempt.ref, attempt.amount_cents, attempt.checked_at as at,
         date_trunc('week', attempt.checked_at at time zone 'Asia/Beirut')::date as week
    from payment_attempts as attempt
   where attempt.state = 'settled'
     and attempt.ref::bigint >= ${refsFrom}
     and attempt.ref::bigint % ${MISSING_EVERY} <> 0`

const statements = `
  insert into settlement_statements
    (statement_id, provider, file_name, file_sha256, lines, first_day, last_day, imported_by,
     imported_at)
  select gen_random_uuid(), method, method || ' ' || week::text || '.csv',
         encode(sha256(convert_to(method || week::text, 'UTF8')), 'hex'), count(*), week, week + 6,
         $1, (week + 8)::timestamptz
    from (${told}) as told
   group by method, week`

const statementLines = `
  insert into settlement_lines
    (statement_id, line, kind, attempt_ref, amount_cents, fee_cents, currency, happened_at, is_open)
  select statement.statement_id,
         row_number() over (partition by statement.statement_id order by told.at, told.ref),
         'sale', told.ref,
         told.amount_cents + case when told.ref::bigint % ${DEARER_EVERY} = 0 then 100 else 0 end,
         told.amount_cents / 50, 'USD', told.at, false
    from (${told}) as told
    join settlement_statements as statement
      on statement.provider = told.method
     and statement.first_day = told.week
     and statement.imported_by = $1`

const approvals = `
  insert into approvals
    (approval_id, kind, subject, request_sha256, details, state, requested_by, requested_at,
     decided_by, decided_at, expires_at)
  select gen_random_uuid(), 'manual_payment', 'order/' || order_id,
         encode(sha256(convert_to(order_id::text, 'UTF8')), 'hex'), '{"total": "120.00"}',
         case when nth % 500 = 0 then 'refused' else 'used' end, $1, created_at,
         '00000000-0000-4000-8000-000000000000', created_at, created_at + interval '1 day'
    from (select order_id, created_at, row_number() over (order by created_at) as nth
            from order_contacts) as placed
   where nth % ${ORDERS_PER_APPROVAL} = 0`

const papers = `
  insert into audit_papers
    (paper_id, raffle_id, seed, tree_size, tickets_issued, numbers, notes, conclusion, made_by,
     made_at, changed_at)
  select gen_random_uuid(), substr(log.log_id, length('raffle/') + 1)::uuid, nth::text, log.head,
         1000, array[1, 2, 3], '{}', '', $1, made.at, made.at
    from generate_series(1, ${PAPERS}) as nth
   cross join lateral (select $2::timestamptz - nth * interval '1 day' as at) as made
   cross join lateral (
         select log_id, head
           from logs
          where log_id like 'raffle/%'
          order by log_id
         offset nth % 20 limit 1) as log`

const rates = `
  insert into exchange_rates (from_day, lbp_per_usd, set_by, set_at)
  select ($2::timestamptz)::date - nth, 89000 + nth % 10 * 100, $1, $2::timestamptz
    from generate_series(0, ${RATES - 1}) as nth
      on conflict (from_day) do nothing`

/** The hashes are of another key than the service's: to it these people have other numbers now. */
const exclusions = `
  insert into buying_limits
    (person_key, excluded_by_staff_at, exclusion_id, excluded_subject, excluded_by,
     excluded_reason, changed_at)
  select encode(sha256(convert_to(phone, 'UTF8')), 'hex'), created_at, gen_random_uuid(),
         case when customer_id is null then 'order/' || order_id
              else 'customer/' || customer_id end,
         $1, 'asked', created_at
    from (select phone, order_id, customer_id, created_at,
                 row_number() over (order by created_at) as nth
            from order_contacts) as placed
   where nth % ${ORDERS_PER_EXCLUSION} = 0
      on conflict (person_key) do nothing`
