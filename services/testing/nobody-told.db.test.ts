// Whom the search looks for: whoever stands in a table, whichever it is.
import { afterAll, beforeAll, expect, it } from 'vitest'

import { testDatabase } from './database.ts'
import type { TestDatabase } from './database.ts'
import { peopleIn } from './nobody-told.ts'

let test: TestDatabase
beforeAll(async () => void (test = await testDatabase()))
afterAll(() => test.drop())

const [id, now] = ['gen_random_uuid()', 'clock_now()']
const hash = `repeat('0', 64)`
const witnesses = `[{"name": "Rana Saab"}, {"name": "Hadi Nasr"}]`
const details = {
  asked: '{"customer": "+96171000001", "collector": "Rami Daher", "total": "980.00"}',
  done: `{"before": {"phone": "+96171000002"}, "after": {"fullName": "Lina Khoury"},
          "note": "She wants it at home"}`,
}
const note = (of: string) => `'His brother came, ${of}'`

it.each<[string, string, readonly string[]]>([
  [
    'people',
    `(person_id, staff_phone, created_at) values (${id}, '+96171000003', ${now})`,
    ['+96171000003'],
  ],
  [
    'invoice_parties',
    `values (${id}, '{}', 'Maya Haddad', '+96171000004', 'Hamra 1, Beirut')`,
    ['Maya Haddad', '+96171000004', 'Hamra 1, Beirut'],
  ],
  [
    'manual_payments',
    `(order_id, method, collector, taken_by, created_at)
     values (${id}, 'omt', 'Ziad Frem', ${id}, ${now})`,
    ['Ziad Frem'],
  ],
  [
    'sign_in_codes',
    `(code_id, phone, prefix, session_id, code_hmac, created_at, expires_at)
     values (${id}, '+96171000005', '+96171', ${id}, '', ${now}, ${now})`,
    ['+96171000005'],
  ],
  [
    'raffle_alerts',
    `(alert_id, raffle_id, phone, language, created_at)
     values (${id}, ${id}, '+96171000006', 'en', ${now})`,
    ['+96171000006'],
  ],
  [
    'draw_claims',
    `(draw_id, place, announced_at, announced_by, shown_name)
     values ('a', 0, ${now}, ${id}, 'Nour Abi Saab')`,
    ['Nour Abi Saab'],
  ],
  [
    'draw_sessions',
    `(draw_id, log_id, mode, place, witnesses, representative, recorded_by)
     values ('a', 'raffle/a', 'local', 'Hall', '${witnesses}', '{"name": "Sami Aoun"}', ${id})`,
    ['Rana Saab', 'Hadi Nasr', 'Sami Aoun'],
  ],
  [
    'approvals',
    `(approval_id, kind, subject, request_sha256, details, state, requested_by, requested_at,
      note, expires_at)
     values (${id}, 'manual_payment', '-', ${hash}, '${details.asked}', 'waiting', ${id}, ${now},
             ${note('asked')}, ${now})`,
    ['+96171000001', 'Rami Daher', 'His brother came, asked'],
  ],
  [
    'audit_details',
    `(audit_id, subject, command_id, actor_id, act, details, created_at)
     values (${id}, '-', ${id}, ${id}, 'change staff', '${details.done}', ${now})`,
    ['+96171000002', 'Lina Khoury', 'She wants it at home'],
  ],
  [
    'order_requests',
    `(request_id, order_id, kind, note, state, answer, created_at)
     values (${id}, ${id}, 'cancel', ${note('asking')}, 'open', ${note('answered')}, ${now})`,
    ['His brother came, asking', 'His brother came, answered'],
  ],
  [
    'attention_handled',
    `values ('alert', 'a', ${id}, ${note('handled')}, ${now})`,
    ['His brother came, handled'],
  ],
  [
    'cash_ups',
    `(cash_up_id, day, cashier_id, expected_cents, counted_cents, note, closed_by, closed_at)
     values (${id}, current_date, ${id}, 0, 0, ${note('counted')}, ${id}, ${now})`,
    ['His brother came, counted'],
  ],
  [
    'earlier_cash_ups',
    `(day, cashier_id, version, expected_cents, counted_cents, note, closed_by, closed_at)
     values (current_date, ${id}, 1, 0, 0, ${note('counted before')}, ${id}, ${now})`,
    ['His brother came, counted before'],
  ],
  [
    'draw_contacts',
    `(contact_id, draw_id, place, channel, note, noted_by)
     values (${id}, 'a', 0, 'visit', ${note('visited')}, ${id})`,
    ['His brother came, visited'],
  ],
  [
    'buying_limits',
    `(person_key, changed_at, excluded_reason) values ('a', ${now}, ${note('excluded')})`,
    ['His brother came, excluded'],
  ],
])('whoever stands in %s', async (table, row, words) => {
  await test.owner.query(`insert into ${table} ${row}`)
  expect(await peopleIn(test.owner)).toEqual(expect.arrayContaining([...words]))
})

it('is not whoever could be anybody: a short note, a sum, a day', async () => {
  const found = await peopleIn(test.owner)
  const short = '{"from": "2026-11-01", "to": 500, "note": "by phone"}'
  await test.owner.query(`
    insert into audit_details (audit_id, subject, command_id, actor_id, act, details, created_at)
    values (${id}, '-', ${id}, ${id}, 'export', '${short}', ${now})`)
  expect((await peopleIn(test.owner)).toSorted()).toEqual(found.toSorted())
})
