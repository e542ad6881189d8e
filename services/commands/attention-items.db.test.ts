// What needs a person is read from what is open: who walked away without paying stays for ever, and
// costs nothing.
import { afterAll, beforeAll, expect, it } from 'vitest'

import { testDatabase } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { branches } from './attention-items.ts'
import { countsOf } from './attention.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
  // Of each five two are paid, and of the unpaid only a handful are for a person to judge.
  await test.owner.query(`
    insert into payment_attempts
      (attempt_id, ref, order_id, method, amount_cents, currency, state, provider_status,
       created_at, expires_at)
    select gen_random_uuid(), n, gen_random_uuid(), 'whishpay', 1500, 'USD',
           case when n % 5 < 2 then 'settled' else 'attention' end,
           case when n % 5 < 2 then 'success'
                when n % 5000 = 4 then 'chargeback'
                when n % 5000 = 9 then null
                else (array['failed', 'decline', 'not_found'])[1 + n % 3] end,
           now() - (20000 - n) * interval '1 minute', now()
      from generate_series(1, 20000) as n`)
  await test.owner.query('analyze payment_attempts')
})
afterAll(() => test.drop())

it('undecided payments are counted, and who has walked away is not looked at', async () => {
  expect(await countsOf(test.database, ['undecided'])).toEqual([{ kind: 'undecided', count: 8 }])

  const { rows } = await test.owner.query<{ 'QUERY PLAN': string }>(
    `explain select count(*) from ${branches.undecided.from}`,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/(using|on) payment_attempts_undecided/)
  expect(plan).not.toMatch(/Seq Scan on payment_attempts/)
})
