// What is kept for how long: what is due goes, and only that; the command of the terminal shows the
// same as the sweeps do.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { allProjections } from '#projections/all.ts'

import type { Queryable } from '../io/database.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { verify } from '../verify/run.ts'
import { openProjector } from '../workers/projector.ts'
import { forgetOld } from './forget-old.ts'
import { oldRecords } from './old-records.ts'
import { countDue, forgetDue, retentions } from './retention.ts'
import type { Due } from './retention.ts'
import { sweepSignIns } from './sweep-sign-ins.ts'

let rig: PurchaseRig
let folder: string
let oldOrder: string
beforeAll(async () => {
  rig = await openPurchaseRig()
  folder = await mkdtemp(join(tmpdir(), 'qura-retention-'))
  const { productIds } = await rig.sellRaffle({ ticketsMax: 50 })
  const items = [{ productId: productIds[0]!, quantity: 2 }]
  for (let n = 0; n < 2; n++) {
    const { id } = await rig.buy({ items })
    await rig.pay(id, 'approve', 0)
    await rig.watch.askNow(id as never)
    oldOrder = id
  }
})
afterAll(async () => {
  await rig.stop()
  await rm(folder, { recursive: true, force: true })
})

const dueIn = async (table: string) =>
  (await countDue(rig.test.owner)).find((one) => one.table === table)

/** One of a payment that is known, which came so many days ago. */
const callback = (days: number) =>
  rig.test.owner.query(
    `insert into provider_callbacks (provider, dedupe_key, attempt_ref, is_authentic, method,
                                     query, headers, body, received_at, last_received_at,
                                     is_open)
     values ('whishpay', $1, null, true, 'GET', '', '', '',
             clock_now() - make_interval(days => $2), clock_now() - make_interval(days => $2),
             false)`,
    [`of ${days} days`, days],
  )

const code = (days: number) =>
  rig.test.owner.query(
    `insert into sign_in_codes (code_id, phone, prefix, session_id, code_hmac, created_at,
                                expires_at)
     values (gen_random_uuid(), '+96170123456', '+9617012', gen_random_uuid(), '\\x00',
             clock_now() - make_interval(days => $1), clock_now())`,
    [days],
  )

/** A manual payment that a second person was asked about, so long ago. */
const approval = (ago: string) =>
  rig.test.owner.query(
    `insert into approvals (approval_id, kind, subject, request_sha256, details, state,
                            requested_by, requested_at, expires_at)
     values (gen_random_uuid(), 'manual_payment', '-', repeat('a', 64), $2, 'used',
             gen_random_uuid(), clock_now() - $1::interval, clock_now())`,
    [ago, { total: '120.00', customer: '+96170123456' }],
  )

const ago = (time: string) => `clock_now() - interval '${time}'`

/** What staff wrote down, so long ago. */
async function words(time: string): Promise<void> {
  const texts = [
    `insert into draw_contacts (contact_id, draw_id, place, channel, note, noted_by, noted_at)
     values (gen_random_uuid(), 'of ${time}', 0, 'phone', 'She answered', gen_random_uuid(), at)`,
    `insert into draw_claims (draw_id, place, announced_at, announced_by, document_number)
     values ('of ${time}', 0, at, 'staff', 'RL 1')`,
    `insert into draw_sessions (draw_id, log_id, mode, place, witnesses, representative,
                                recorded_by, recorded_at)
     values ('of ${time}', 'raffle/1', 'local', 'Beirut',
             '[{"name": "Rana", "title": "Notary", "office": "12", "documentNumber": "7"},
               {"name": "Ziad", "title": "", "office": "", "documentNumber": "8"}]',
             '{"name": "Sami", "office": "Directorate", "documentNumber": "", "verifierKey": "k"}',
             gen_random_uuid(), at)`,
    `insert into audit_papers (paper_id, raffle_id, seed, tree_size, tickets_issued, numbers,
                               notes, conclusion, made_by, made_at, changed_at)
     values (gen_random_uuid(), gen_random_uuid(), 's', 1, 1, '{1}', '{"1": "Maya’s"}', 'Fine',
             gen_random_uuid(), at, at)`,
    `insert into audit_details (audit_id, subject, command_id, actor_id, act, address, details,
                                created_at)
     values (gen_random_uuid(), 'staff/1', gen_random_uuid(), gen_random_uuid(),
             'customers exported', '10.0.0.1', '{"search": "Maya"}', at)`,
    `insert into attention_handled (kind, item, handled_by, note, handled_at)
     values ('undecided', 'of ${time}', gen_random_uuid(), 'Maya called', at)`,
    `insert into cash_ups (cash_up_id, day, cashier_id, expected_cents, counted_cents, note,
                           closed_by, closed_at)
     values (gen_random_uuid(), '2020-01-01', gen_random_uuid(), 1, 1, 'Maya took one',
             gen_random_uuid(), at)`,
    `insert into earlier_cash_ups (day, cashier_id, version, expected_cents, counted_cents, note,
                                   closed_by, closed_at)
     values ('2020-01-01', gen_random_uuid(), 1, 1, 1, 'Maya took two', gen_random_uuid(), at)`,
    `insert into approvals (approval_id, kind, subject, request_sha256, details, state,
                            requested_by, requested_at, expires_at)
     values (gen_random_uuid(), 'holder_correction', 'order/1', repeat('b', 64),
             '{"from": "+96170123456", "to": "+96170123457", "cause": "typo"}', 'used',
             gen_random_uuid(), at, at),
            (gen_random_uuid(), 'raffle_limit', 'raffle/1', repeat('c', 64),
             '{"from": 10, "to": 20}', 'used', gen_random_uuid(), at, at)`,
  ]
  for (const text of texts) await rig.test.owner.query(text.replaceAll(/\bat\b/g, ago(time)))
}

async function command(...given: string[]): Promise<{ kept: Due[] }> {
  const program = join(import.meta.dirname, '../cli/retention.ts')
  const env = { ...process.env, DATABASE_URL: rig.test.ownerUrl, DATA_DIR: folder }
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...given], { env })
  return JSON.parse(stdout) as { kept: Due[] }
}

it('can be asked of every table it names', async () => {
  for (const list of [retentions, oldRecords(1)])
    expect((await countDue(rig.test.owner, list)).map(({ table }) => table)).toEqual(
      list.map(({ table }) => table),
    )
})

it('leaves no table out whose rows say until when they count', async () => {
  const { rows } = await rig.test.owner.query<{ name: string }>(
    `select distinct table_name::text as name from information_schema.columns
      where table_schema = 'public' and column_name = 'expires_at' order by 1`,
  )
  // Reservations and attempts end by their own sweeps; an approval is a record.
  const elsewhere = ['approvals', 'holds', 'payment_attempts', 'stock_holds']
  const named = retentions.map(({ table }) => table)
  expect(rows.map(({ name }) => name).filter((name) => !named.includes(name))).toEqual(elsewhere)
})

it('raw callbacks stay 90 days, codes 30; the hourly sweeps take what is due', async () => {
  for (const days of [89, 91]) await callback(days)
  for (const days of [29, 31]) await code(days)
  expect(await dueIn('provider_callbacks')).toMatchObject({ due: 1, keptFor: '90 days' })
  expect(await dueIn('sign_in_codes')).toMatchObject({ due: 1, keptFor: '30 days' })

  // As the service does, in its own role.
  await forgetOld(rig.test.database)
  await sweepSignIns(rig.test.database)

  const left = await countDue(rig.test.owner)
  expect(left.filter(({ due }) => due > 0)).toEqual([])
  expect(left.find(({ table }) => table === 'provider_callbacks')?.rows).toBeGreaterThan(0)
  expect(left.find(({ table }) => table === 'sign_in_codes')).toMatchObject({ rows: 1 })
})

it('takes a few rows with each statement, until nothing is due', async () => {
  for (const days of [91, 92, 93, 94, 95, 10]) await callback(days)
  const callbacks = retentions.filter(({ table }) => table === 'provider_callbacks')
  expect(await dueIn('provider_callbacks')).toMatchObject({ due: 5 })
  const statements: number[] = []
  const database: Queryable = {
    ...rig.test.database,
    query: async (...asked: Parameters<Queryable['query']>) => {
      const answer = await rig.test.database.query(...asked)
      statements.push(answer.rowCount)
      return answer as never
    },
  }

  const forgotten = await forgetDue(database, callbacks, 2)
  expect(forgotten).toEqual([{ table: 'provider_callbacks', rows: 5 }])
  expect(statements).toEqual([2, 2, 1])
  expect(await dueIn('provider_callbacks')).toMatchObject({ due: 0 })
})

it('what fails of one table keeps the rows of no other, and is told', async () => {
  await callback(91)
  await code(31)
  const database: Queryable = {
    query: async (...asked: Parameters<Queryable['query']>) => {
      if (/^delete from purchases/.test(String(asked[0]))) throw new Error('too long')
      return (await rig.test.database.query(...asked)) as never
    },
  }
  const all = forgetDue(database, retentions)
  await expect(all).rejects.toThrow('what is due of purchases is not forgotten')
  await expect(all).rejects.toMatchObject({ errors: [{ message: 'too long' }] })
  expect(await dueIn('provider_callbacks')).toMatchObject({ due: 0 })
  expect(await dueIn('sign_in_codes')).toMatchObject({ due: 0 })
})

it('the command shows what is due and changes nothing, until it is told to', async () => {
  await callback(100)
  await rig.test.owner.query(
    `update order_contacts set created_at = created_at - interval '11 years' where order_id = $1`,
    [oldOrder],
  )
  for (const ago of ['11 years 1 hour', '1 hour']) await approval(ago)
  for (const time of ['11 years', '1 hour']) await words(time)
  const due = ({ kept }: { kept: Due[] }) =>
    Object.fromEntries(kept.filter((one) => one.due > 0).map((one) => [one.table, one.due]))
  const dueNow = {
    provider_callbacks: 1,
    order_contacts: 1,
    draw_sessions: 1,
    draw_claims: 1,
    draw_contacts: 1,
    audit_papers: 1,
    audit_details: 1,
    approvals: 2,
    attention_handled: 1,
    cash_ups: 1,
    earlier_cash_ups: 1,
  }
  expect(due(await command('--json'))).toEqual(dueNow)
  expect(due(await command('--json'))).toEqual(dueNow)

  const { kept } = await command('--json', '--apply')
  expect(due({ kept })).toEqual({})
  expect(kept.find(({ table }) => table === 'order_contacts')).toMatchObject({
    rows: 1,
    keptFor: '10 years',
  })
})

it('records and words of staff whose years are over name nobody, and stand', async () => {
  const kept = async (what: string, table: string, order: string) =>
    (
      await rig.test.owner.query<{ kept: unknown }>(
        `select ${what} as kept from ${table} order by ${order}`,
      )
    ).rows.map((row) => row.kept)
  const named = `concat_ws(' ', representative ->> 'name', representative ->> 'verifierKey',
                           witnesses ->> 0)`
  const unnamed = '{"name": "", "title": "Notary", "office": "12", "documentNumber": ""}'
  expect(await kept(named, 'draw_sessions', 'recorded_at')).toEqual([
    ` k ${unnamed}`,
    `Sami k ${unnamed.replace('"name": ""', '"name": "Rana"').replace('r": ""', 'r": "7"')}`,
  ])
  expect(await kept('document_number', 'draw_claims', 'announced_at')).toEqual([null, 'RL 1'])
  expect(await kept('note', 'draw_contacts', 'noted_at')).toEqual(['', 'She answered'])
  const paper = `notes || jsonb_build_object('all', conclusion)`
  expect(await kept(paper, 'audit_papers', 'changed_at')).toEqual([
    { all: '' },
    { 1: 'Maya’s', all: 'Fine' },
  ])
  const act = `concat_ws(' ', act, address, details)`
  expect(await kept(act, `audit_details where act = 'customers exported'`, 'created_at')).toEqual([
    'customers exported {}',
    'customers exported 10.0.0.1 {"search": "Maya"}',
  ])
  expect(await kept('note', 'attention_handled', 'handled_at')).toEqual([null, 'Maya called'])
  expect(await kept('note', 'cash_ups', 'closed_at')).toEqual([null, 'Maya took one'])
  const replaced = await kept('note', 'earlier_cash_ups', 'closed_at')
  expect(replaced).toEqual([null, 'Maya took two'])
  const limits = `approvals where kind <> 'manual_payment'`
  expect(await kept('details', limits, 'requested_at, kind')).toEqual([
    { cause: 'typo' },
    { from: 10, to: 20 },
    { from: '+96170123456', to: '+96170123457', cause: 'typo' },
    { from: 10, to: 20 },
  ])
})

it('an order whose years are over names nobody, and everything still holds', async () => {
  const asked = await rig.test.owner.query(
    `select details from approvals where kind = 'manual_payment' order by requested_at`,
  )
  expect(asked.rows).toEqual([
    { details: { total: '120.00' } },
    { details: { total: '120.00', customer: '+96170123456' } },
  ])
  const { rows } = await rig.test.owner.query(
    `select count(*)::int as issues, count(holder_text)::int as named from issues
      where order_id = $1`,
    [oldOrder],
  )
  expect(rows).toEqual([{ issues: 1, named: 0 }])
  const { database, owner } = rig.test
  await openProjector({ database, projections: allProjections }).catchUp()
  const { findings } = await verify(owner)
  expect(findings.filter(({ violations }) => violations > 0)).toEqual([])
})
