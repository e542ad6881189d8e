import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Statement } from '../io/database.ts'
import { testDatabase } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { openCallbackInbox } from './store-callback.ts'
import type { Callback, CallbackInbox } from './store-callback.ts'

let test: TestDatabase
let inbox: CallbackInbox
/** Statements that were sent. */
let sent = 0
beforeAll(async () => {
  test = await testDatabase()
  const query = (statement: Statement) => {
    sent += 1
    return test.database.query(statement)
  }
  inbox = openCallbackInbox({ query } as typeof test.database)
})
afterAll(async () => {
  await inbox.close()
  await test.drop()
})

const callback = (dedupeKey: string, hint: Partial<Callback['hint']> = {}): Callback => ({
  method: 'whishpay',
  raw: {
    method: 'GET',
    query: { ref: dedupeKey },
    headers: { host: 'shop' },
    body: Buffer.alloc(0),
  },
  hint: { isAuthentic: true, attemptRef: null, dedupeKey, ...hint } as Callback['hint'],
})

const rowOf = async (dedupeKey: string) => {
  const { rows } = await test.owner.query(
    'select copies, is_authentic, query, body from provider_callbacks where dedupe_key = $1',
    [dedupeKey],
  )
  return rows[0]
}

it('stores a hundred that come at once in two statements, and each is told its own', async () => {
  const before = sent
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, nth) => inbox.store(callback(`many-${nth}`))),
  )
  expect(answers).toEqual(Array.from({ length: 100 }, () => ({ copies: 1 })))
  expect(sent - before).toBeLessThanOrEqual(2)
  expect(await rowOf('authentic:many-7')).toMatchObject({ copies: 1, query: '{"ref":"many-7"}' })
})

it('counts copies, within a batch and over batches, and tells each which one it was', async () => {
  const first = await Promise.all([1, 2, 3].map(() => inbox.store(callback('again'))))
  expect(first.map(({ copies }) => copies)).toEqual([1, 2, 3])
  const mixed = [callback('again'), callback('other'), callback('again')]
  const second = await Promise.all(mixed.map(inbox.store))
  expect(second.map(({ copies }) => copies)).toEqual([4, 1, 5])
  expect(await rowOf('authentic:again')).toMatchObject({ copies: 5 })
})

it('keeps a forged one apart from the real one, and little of it', async () => {
  const body = Buffer.alloc(5_000, 'x')
  const forged = callback('real', { isAuthentic: false })
  await inbox.store({ ...forged, raw: { ...forged.raw, body } })
  expect(await inbox.store(callback('real'))).toEqual({ copies: 1 })
  const kept = (await rowOf('doubtful:real')) as { is_authentic: boolean; body: Buffer }
  expect([kept.is_authentic, kept.body.length]).toEqual([false, 2_000])
})

it('takes whatever letters a stranger sends, cut where they may be', async () => {
  const strange = `nul\\0 ${'😀'.repeat(300)}`
  expect(await inbox.store(callback(strange, { isAuthentic: false }))).toEqual({ copies: 1 })
  expect(await inbox.store(callback(strange, { isAuthentic: false }))).toEqual({ copies: 2 })
})

it('makes the attempt of an authentic one due, and of no other', async () => {
  const attempt = (ref: string) =>
    test.owner.query(
      `insert into payment_attempts
         (attempt_id, ref, order_id, method, amount_cents, currency, state, created_at, expires_at,
          next_check_at)
       values (gen_random_uuid(), $1, gen_random_uuid(), 'whishpay', 100, 'USD', 'started',
               clock_now(), clock_now() + interval '1 hour', clock_now() + interval '1 hour')`,
      [ref],
    )
  for (const ref of ['901', '902', '903']) await attempt(ref)
  await Promise.all([
    inbox.store(callback('due-1', { attemptRef: '901' })),
    inbox.store(callback('due-2', { attemptRef: '902', isAuthentic: false })),
  ])
  const { rows } = await test.owner.query(
    `select ref from payment_attempts where next_check_at <= clock_now() and ref like '90%'`,
  )
  expect(rows).toEqual([{ ref: '901' }])
})

it('leaves open what is authentic and of no attempt of ours, however often it comes', async () => {
  await test.owner.query(
    `insert into payment_attempts
       (attempt_id, ref, order_id, method, amount_cents, currency, state, created_at, expires_at)
     values (gen_random_uuid(), '911', gen_random_uuid(), 'whishpay', 100, 'USD', 'settled',
             clock_now(), clock_now())`,
  )
  const came = [
    callback('open-ours', { attemptRef: '911' }),
    callback('open-unknown', { attemptRef: '912' }),
    callback('open-nameless'),
    callback('open-forged', { attemptRef: '912', isAuthentic: false }),
  ]
  for (const again of [came, came]) await Promise.all(again.map(inbox.store))
  const { rows } = await test.owner.query(
    `select dedupe_key from provider_callbacks
      where is_open and dedupe_key like '%:open-%' order by 1`,
  )
  expect(rows.map(({ dedupe_key }) => dedupe_key)).toEqual([
    'authentic:open-nameless',
    'authentic:open-unknown',
  ])
})

it('opens what says of a payment that may have come anything but that, at each copy', async () => {
  await test.owner.query(
    `insert into payment_attempts
       (attempt_id, ref, order_id, method, amount_cents, currency, state, provider_status,
        created_at, expires_at)
     select gen_random_uuid(), ref, gen_random_uuid(), 'whishpay', 100, 'USD', state, said,
            clock_now(), clock_now()
       from (values ('921', 'settled', null), ('922', 'started', null),
                    ('923', 'started', 'success')) as given (ref, state, said)`,
  )
  const came = [
    callback('back-paid', { attemptRef: '921', isPaidWord: true }),
    callback('back-other', { attemptRef: '921', isPaidWord: false }),
    callback('back-unpaid', { attemptRef: '922', isPaidWord: false }),
    callback('back-waiting', { attemptRef: '923', isPaidWord: false }),
    callback('back-waiting-paid', { attemptRef: '923', isPaidWord: true }),
    callback('back-forged', { attemptRef: '921', isPaidWord: false, isAuthentic: false }),
  ]
  const open = async () => {
    const { rows } = await test.owner.query<{ dedupe_key: string }>(
      `select dedupe_key from provider_callbacks
        where is_open and dedupe_key like '%:back-%' order by 1`,
    )
    return rows.map(({ dedupe_key }) => dedupe_key)
  }
  await Promise.all(came.map(inbox.store))
  expect(await open()).toEqual(['authentic:back-other', 'authentic:back-waiting'])
  await test.owner.query(`update provider_callbacks set is_open = false where is_open`)
  await Promise.all(came.map(inbox.store))
  expect(await open()).toEqual(['authentic:back-other', 'authentic:back-waiting'])
})
