// `clock_now()` is volatile: held against a column it is called for each row, and no index helps.
// What is asked of tables that grow takes it once, in a sub-select.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Queryable } from '../io/database.ts'
import { testDatabase } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { requireMayAsk } from './alert-limits.ts'
import { recordNoted } from './acts-noted.ts'
import { finishAnswers } from './answered-requests.ts'
import { countOldOrders } from './old-orders.ts'
import { creditsOf } from './open-credits.ts'
import { forgetDue, orderRows } from './retention.ts'
import { requireMaySend } from './sign-in-limits.ts'

const callbacks = orderRows.filter(({ table }) => table === 'provider_callbacks')

let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
  // Nothing of it is of today: the bounds let no row through.
  await test.owner.query(`
    insert into refund_payments (order_id, refund_id, method, paid_by, created_at, credit_until)
    select gen_random_uuid(), 'refund', 'credit', gen_random_uuid(), now(),
           now() - interval '9 days'
      from generate_series(1, 20000)`)
  await test.owner.query(`
    insert into refund_duties (order_id, refund_id, cause, amount_cents, due_at, paid_at, method)
    select order_id, 'refund', 'cancelled', 1500, now(), now(), 'credit' from refund_payments`)
  await test.owner.query(`
    insert into sign_in_codes
      (code_id, phone, prefix, session_id, code_hmac, created_at, expires_at)
    select gen_random_uuid(), '+96170000000', '+9617000', gen_random_uuid(), '', old, old
      from generate_series(1, 20000), lateral (select now() - interval '9 days' as old) as times`)
  await test.owner.query(`
    insert into raffle_alerts (alert_id, raffle_id, phone, language, created_at)
    select gen_random_uuid(), gen_random_uuid(), '+96170000000', 'en', now() - interval '9 days'
      from generate_series(1, 20000)`)
  await test.owner.query(`
    insert into order_contacts (order_id, name, phone, language, created_at)
    select gen_random_uuid(), 'Maya', '+96170000000', 'en', now() from generate_series(1, 20000)`)
  await test.owner.query(`
    insert into audit_details (audit_id, subject, command_id, actor_id, act, details, created_at)
    select gen_random_uuid(), 'staff/1', gen_random_uuid(), gen_random_uuid(), 'rate set', '{}',
           now() - interval '40 days'
      from generate_series(1, 20000)`)
  // One for every five minutes of the last seventy days.
  await test.owner.query(`
    insert into provider_callbacks (provider, dedupe_key, is_authentic, method, query, headers,
                                    body, received_at, last_received_at, is_open)
    select 'whishpay', n, true, 'GET', '', '', '', came.since, came.since, n % 10 = 0
      from generate_series(1, 20000) as n,
           lateral (select now() - (20000 - n) * interval '5 minutes' as since) as came`)
  await test.owner.query(`
    analyze refund_payments, refund_duties_v1_1, sign_in_codes, raffle_alerts, order_contacts,
            audit_details, provider_callbacks`)
})
afterAll(() => test.drop())

/** How PostgreSQL would go about what is asked. */
async function planOf(ask: (database: Queryable) => Promise<unknown>): Promise<string> {
  const plans: string[] = []
  const explaining: Queryable = {
    async query(statement, values = []) {
      const asked = typeof statement === 'string' ? { text: statement, values } : statement
      const { rows } = await test.owner.query<{ 'QUERY PLAN': string }>(
        `explain ${asked.text}`,
        asked.values ?? [],
      )
      plans.push(...rows.map((row) => row['QUERY PLAN']))
      return { rows: [], rowCount: 0 }
    },
  }
  await ask(explaining)
  return plans.join('\n')
}

it.each([
  ['store credit that still counts', (on: Queryable) => creditsOf(on, '+96170000000')],
  ['codes of a day', (on: Queryable) => requireMaySend(on, '+96170000000')],
  [
    'askings of a day',
    (on: Queryable) => requireMayAsk(on, { phone: '+96170000000', personId: null }),
  ],
  ['orders that are old', (on: Queryable) => countOldOrders(on, { years: 10 })],
  ['acts that lack their fact', (on: Queryable) => recordNoted({ database: on } as never)],
  ['callbacks that have had their days', (on: Queryable) => forgetDue(on, callbacks)],
])('%s are read by an index, from their bound on', async (_what, ask) => {
  const plan = await planOf(ask)
  expect(plan).not.toMatch(/(Filter|Cond): .*clock_now/)
  expect(plan).not.toMatch(
    /Seq Scan on (refund_payments|sign_in_codes|raffle_alerts|audit_details|provider_callbacks)/,
  )
  expect(plan).toMatch(/(Index Cond|Recheck Cond): .*(created_at|credit_until|received_at) /)
})

it('answers to requests are looked for without a clock for each', async () => {
  const plan = await planOf((on) => finishAnswers({ database: on } as never))
  expect(plan).toMatch(/Scan .*on order_requests/)
  expect(plan).not.toMatch(/(Filter|Cond): .*clock_now/)
})
