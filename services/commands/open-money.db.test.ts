// Money that nobody knows: however old it is, it leaves the list only when its payment is known or
// somebody has dealt with it; and the list reads what is open, not what there ever was.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { OrderId } from '#events/kernel/ids.ts'

import { newId } from '../ids.ts'
import { testDatabase } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { branches } from './attention-items.ts'
import { countAttention, handleAttention, listAttention } from './attention.ts'
import { forgetOld } from './forget-old.ts'
import {
  closeSettledMoney,
  openUnknownRefunds,
  refundsAnew,
  reopenRefunds,
  reopenRefundsOf,
} from './open-money.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())
beforeEach(() =>
  test.owner.query(`
    truncate provider_callbacks, settlement_statements, settlement_lines, payment_attempts,
             attention_handled, refund_payments, refund_duties_v1_1`),
)

const running = { halted: () => [], readModels: async () => [], now: () => new Date() }

/** What the list calls them, oldest first: `detail`, our number as the provider tells it. */
async function listed(): Promise<(string | null)[]> {
  const needs = { ...running, database: test.database }
  const page = await listAttention(needs, { kind: 'unmatched', limit: 100, offset: 0 })
  const { kinds } = await countAttention(needs)
  expect(kinds.find(({ kind }) => kind === 'unmatched')?.count ?? 0).toBe(page.total)
  expect(page.items).toHaveLength(page.total)
  return page.items.map(({ detail }) => detail)
}

const personId = '00000000-0000-4000-8000-000000000001'

/** As the desk of staff does: by the item that the list names. */
async function handle(detail: string): Promise<void> {
  const needs = { ...running, database: test.database }
  const { items } = await listAttention(needs, { kind: 'unmatched', limit: 100, offset: 0 })
  const item = items.find((one) => one.detail === detail)?.item ?? ''
  await handleAttention(test.database, { kind: 'unmatched', item, note: 'Asked them.', personId })
}

/** As a build that does not know the mark stores one. */
const callback = (ref: string, days: number) =>
  test.owner.query(
    `insert into provider_callbacks (provider, dedupe_key, attempt_ref, is_authentic, method,
                                     query, headers, body, received_at, last_received_at)
     values ('whishpay', $1, $1, true, 'GET', '', '', '',
             clock_now() - make_interval(days => $2), clock_now() - make_interval(days => $2))`,
    [ref, days],
  )

type Line = { ref: string; transaction?: string; kind: 'sale' | 'refund'; cents?: number }

/** The same, of a statement; answers its id. */
async function statement(days: number, ...lines: Line[]): Promise<string> {
  const { rows } = await test.owner.query<{ id: string }>(
    `insert into settlement_statements (statement_id, provider, file_name, file_sha256, lines,
                                        first_day, last_day, imported_by, imported_at)
     select gen_random_uuid(), 'whishpay', 'w.csv', gen_random_uuid(), $1, now() - ago, now() - ago,
            gen_random_uuid(), clock_now() - ago
       from make_interval(days => $2) as ago
     returning statement_id as id`,
    [lines.length, days],
  )
  const id = rows[0]!.id
  await test.owner.query(
    `insert into settlement_lines (statement_id, line, kind, attempt_ref, provider_ref,
                                   amount_cents, fee_cents, currency, happened_at)
     select $1, nth, told ->> 'kind', told ->> 'ref', told ->> 'transaction',
            coalesce((told ->> 'cents')::int, 1500), 0, 'USD',
            clock_now() - make_interval(days => $2)
       from jsonb_array_elements($3) with ordinality as told (told, nth)`,
    [id, days, JSON.stringify(lines)],
  )
  return id
}

/** Answers its order. */
async function attempt(ref: string): Promise<OrderId> {
  const { rows } = await test.owner.query<{ order_id: OrderId }>(
    `insert into payment_attempts
       (attempt_id, ref, order_id, method, amount_cents, currency, state, created_at, expires_at)
     values (gen_random_uuid(), $1, gen_random_uuid(), 'whishpay', 1500, 'USD', 'settled',
             clock_now(), clock_now())
     returning order_id`,
    [ref],
  )
  return rows[0]!.order_id
}

/** A duty that was paid by the provider, now. */
const paidBack = (orderId: string, refundId: string, reference = refundId) =>
  paidBy('whishpay', { orderId, refundId, reference })

type Paid = { orderId: string; refundId: string; reference: string }

async function paidBy(method: string, { orderId, refundId, reference }: Paid): Promise<void> {
  await test.owner.query(
    `insert into refund_duties (order_id, refund_id, cause, amount_cents, due_at, paid_at, method)
     values ($1, $2, 'cancelled', 1500, clock_now(), clock_now(), $3)`,
    [orderId, refundId, method],
  )
  await test.owner.query(
    `insert into refund_payments (order_id, refund_id, method, reference, paid_by, created_at)
     values ($1, $2, $3, $4, gen_random_uuid(), clock_now())`,
    [orderId, refundId, method, reference],
  )
}

async function settleAll(): Promise<void> {
  while ((await closeSettledMoney(test.database, 2)) > 0);
}

/** Our numbers of the rows that carry the mark. */
async function open(table: 'provider_callbacks' | 'settlement_lines'): Promise<string[]> {
  const { rows } = await test.owner.query<{ ref: string }>(
    `select attempt_ref as ref from ${table} where is_open order by 1`,
  )
  return rows.map(({ ref }) => ref)
}

it('stays on the list after sixty days and after a year', async () => {
  await attempt('11')
  const order = await attempt('12')
  await paidBack(order, 'refund')
  await statement(400, { ref: '90400', kind: 'sale' }, { ref: '91400', kind: 'refund' })
  await statement(
    61,
    { ref: '9061', kind: 'sale' },
    { ref: '9161', kind: 'refund' },
    { ref: '11', kind: 'sale' },
    { ref: '12', kind: 'refund' },
  )
  for (const [ref, days] of [
    ['92400', 400],
    ['9261', 61],
    ['11', 61],
  ] as const)
    await callback(ref, days)

  const unknown = ['90400', '9061', '91400', '9161', '92400', '9261']
  expect((await listed()).toSorted()).toEqual(unknown.toSorted())
  await settleAll()
  expect((await listed()).toSorted()).toEqual(unknown.toSorted())
  expect(await open('provider_callbacks')).toEqual(['92400', '9261'])
  expect(await open('settlement_lines')).toEqual(['90400', '9061', '91400', '9161'])
})

it('leaves it when somebody has dealt with it, and carries no mark any more', async () => {
  await callback('921', 400)
  await callback('922', 400)
  await statement(
    400,
    { ref: '901', kind: 'sale' },
    { ref: '902', kind: 'sale' },
    { ref: '911', kind: 'refund' },
    { ref: '912', kind: 'refund' },
  )
  for (const detail of ['921', '901', '911']) await handle(detail)
  expect((await listed()).toSorted()).toEqual(['902', '912', '922'])
  await settleAll()
  expect((await listed()).toSorted()).toEqual(['902', '912', '922'])
  expect(await open('provider_callbacks')).toEqual(['922'])
  expect(await open('settlement_lines')).toEqual(['902', '912'])
})

it('leaves it when its payment becomes known', async () => {
  await callback('21', 100)
  await statement(100, { ref: '21', kind: 'sale' }, { ref: '22', kind: 'refund' })
  await settleAll()
  expect(await listed()).toHaveLength(3)
  await attempt('21')
  const order = await attempt('22')
  expect(await listed()).toEqual(['22'])
  await paidBack(order, 'refund')
  expect(await listed()).toEqual([])
  await settleAll()
  expect([await open('provider_callbacks'), await open('settlement_lines')]).toEqual([[], []])
})

it('tells a sale of an attempt that was undecided, once somebody has dealt with that', async () => {
  const order = await attempt('61')
  const asked = `update payment_attempts set state = 'attention', provider_status = 'pending'
                  where order_id = $1 returning attempt_id as item`
  const { rows } = await test.owner.query<{ item: string }>(asked, [order])
  await statement(1, { ref: '61', kind: 'sale' })
  await settleAll()
  expect(await listed()).toEqual([])
  const undecided = { kind: 'undecided', item: rows[0]!.item } as const
  await handleAttention(test.database, { ...undecided, note: 'He did not pay.', personId })
  expect(await listed()).toEqual(['61'])
})

it('tells a refund that a statement of its whole transfer makes unknown', async () => {
  const order = await attempt('31')
  for (const refundId of ['one', 'two']) await paidBack(order, refundId, 'both')
  await attempt('32')
  await statement(90, { ref: '31', kind: 'refund' }, { ref: '32', kind: 'sale' })
  await settleAll()
  expect(await open('settlement_lines')).toEqual([])
  expect(await listed()).toEqual([])
  const whole = await statement(1, { ref: '31', kind: 'refund', cents: 3000 })
  await reopenRefunds(test.owner, whole)
  expect(await open('settlement_lines')).toEqual(['31', '31'])
  await settleAll()
  expect(await open('settlement_lines')).toEqual(['31'])
  const { items } = await listAttention(
    { ...running, database: test.database },
    { kind: 'unmatched', limit: 9, offset: 0 },
  )
  expect(items).toMatchObject([{ detail: '31', amount: '15.00' }])
})

it('tells a refund that another of the same transfer makes unknown', async () => {
  const order = await attempt('41')
  await paidBack(order, 'one', 'both')
  const line = { ref: '41', kind: 'refund' } as const
  await statement(90, line, { ...line, cents: 3000 })
  await settleAll()
  expect(await listed()).toHaveLength(1)
  // Both parts went in one transfer, which the second line tells whole: the first is of no duty.
  await paidBack(order, 'two', 'both')
  // However long nobody has looked.
  await test.owner.query(`update refund_payments set created_at = clock_now() - interval '9 days'`)
  expect(await openUnknownRefunds(test.database, order)).toBe(1)
  await settleAll()
  const { rows } = await test.owner.query('select line from settlement_lines where is_open')
  expect(rows).toEqual([{ line: 1 }])
  expect(await listed()).toEqual(['41'])
  expect(await openUnknownRefunds(test.database, order)).toBe(0)
})

const back = (ref: string, transaction: string, cents = 1500) =>
  ({ ref, transaction, kind: 'refund', cents }) as const

it('knows what staff gave back by hand, by either number of its line', async () => {
  const order = await attempt('71')
  await paidBy('whish', { orderId: order, refundId: 'one', reference: 'W-71' })
  await paidBy('whish', { orderId: newId(), refundId: 'two', reference: '9072' })
  await paidBy('card', { orderId: newId(), refundId: 'three', reference: 'W-73' })
  await statement(
    3,
    back('71', 'W-71'),
    back('9072', 'W-72'),
    // Of a card, in a statement of Whish; and of nobody's.
    back('9073', 'W-73'),
    back('71', 'W-74'),
  )
  expect((await listed()).toSorted()).toEqual(['71', '9073'])
  await settleAll()
  expect(await open('settlement_lines')).toEqual(['71', '9073'])
})

it('knows a transfer by hand as a whole, once, and beside those by the provider', async () => {
  const order = await attempt('75')
  await paidBack(order, 'online')
  await paidBy('whish', { orderId: order, refundId: 'alone', reference: 'W-75' })
  for (const refundId of ['one', 'two'])
    await paidBy('whish', { orderId: newId(), refundId, reference: 'W-76' })
  await statement(
    3,
    back('75', 'W-75'),
    back('75', 'W-99'),
    back('9076', 'W-76', 3000),
    // A part of it, and the whole of it once more.
    back('9077', 'W-76'),
    back('9078', 'W-76', 3000),
  )
  expect((await listed()).toSorted()).toEqual(['9077', '9078'])
  // An overlapping file tells the same.
  await statement(3, back('75', 'W-75'), back('9076', 'W-76', 3000), back('9078', 'W-76', 3000))
  await settleAll()
  const { rows } = await test.owner.query<{ ref: string; count: number }>(
    `select attempt_ref as ref, count(*)::int as count
       from settlement_lines where is_open group by 1 order by 1`,
  )
  expect(rows).toEqual([
    { ref: '9077', count: 1 },
    { ref: '9078', count: 2 },
  ])
})

it('tells what was given back by hand when its reference has another sum, or none', async () => {
  const orderId = newId<OrderId>()
  await paidBy('whish', { orderId, refundId: 'one', reference: 'W-79' })
  await statement(3, back('9079', 'W-79'))
  await settleAll()
  expect(await open('settlement_lines')).toEqual([])

  await paidBy('whish', { orderId, refundId: 'two', reference: 'W-79' })
  expect(await openUnknownRefunds(test.database, orderId)).toBe(1)
  expect(await listed()).toEqual(['9079'])
  await test.owner.query(`delete from refund_payments where refund_id = 'two'`)
  await settleAll()
  expect(await open('settlement_lines')).toEqual([])

  await reopenRefundsOf(test.owner, orderId)
  expect(await open('settlement_lines')).toEqual(['9079'])
})

it('is not forgotten with the callbacks of 90 days', async () => {
  await attempt('51')
  for (const ref of ['51', '52', '53']) await callback(ref, 400)
  await settleAll()
  await forgetOld(test.database)
  expect((await listed()).toSorted()).toEqual(['52', '53'])
  await handle('52')
  await settleAll()
  await forgetOld(test.database)
  const { rows } = await test.owner.query('select attempt_ref from provider_callbacks')
  expect(rows).toEqual([{ attempt_ref: '53' }])
  expect(await listed()).toEqual(['53'])
})

it('is read from what is open, not from what there ever was', async () => {
  await test.owner.query(`
    insert into payment_attempts
      (attempt_id, ref, order_id, method, amount_cents, currency, state, created_at, expires_at)
    select gen_random_uuid(), n, gen_random_uuid(), 'whishpay', 1500, 'USD', 'settled',
           clock_now(), clock_now()
      from generate_series(100000, 120000) as n`)
  await test.owner.query(`
    insert into provider_callbacks (provider, dedupe_key, attempt_ref, is_authentic, method, query,
                                    headers, body, received_at, last_received_at, is_open)
    select 'whishpay', n, n, true, 'GET', '', '', '', clock_now(), clock_now(), false
      from generate_series(100000, 120000) as n`)
  const id = await statement(1)
  await test.owner.query(
    `insert into settlement_lines (statement_id, line, kind, attempt_ref, amount_cents, fee_cents,
                                   currency, happened_at, is_open)
     select $1, n, case n % 10 when 0 then 'refund' else 'sale' end, n, 1500, 0, 'USD',
            clock_now(), false
       from generate_series(100000, 120000) as n`,
    [id],
  )
  await statement(400, { ref: '901', kind: 'sale' }, { ref: '911', kind: 'refund' })
  await callback('921', 400)
  const order = await attempt('931')
  await test.owner.query(`
    insert into refund_duties (order_id, refund_id, cause, amount_cents, due_at, paid_at, method)
    select order_id, 'refund', 'cancelled', 1500, clock_now(), clock_now(), 'whishpay'
      from payment_attempts`)
  await test.owner.query(`
    insert into refund_payments (order_id, refund_id, method, reference, paid_by, created_at)
    select order_id, 'refund', 'whishpay', ref, gen_random_uuid(), clock_now()
      from payment_attempts`)
  await test.owner.query('analyze')
  const plan = await planOf(`select count(*) from ${branches.unmatched.from}`)
  expect(plan).toMatch(/using provider_callbacks_open/)
  expect(plan.match(/(using|on) settlement_lines_open/g)).toHaveLength(2)
  expect(plan).not.toMatch(/Seq Scan on (provider_callbacks|settlement_lines|payment_attempts)/)
  expect(await listed()).toHaveLength(3)
  // Of refunds as well: what one more payment makes unknown is read from its order.
  const anew = await planOf(refundsAnew.replaceAll('$1', `'${order}'`))
  expect(anew).toMatch(/settlement_lines_refund/)
  expect(anew).not.toMatch(/Seq Scan on (settlement_lines|payment_attempts|refund_)/)
})

async function planOf(statement: string): Promise<string> {
  const { rows } = await test.owner.query<{ 'QUERY PLAN': string }>(`explain ${statement}`)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}
