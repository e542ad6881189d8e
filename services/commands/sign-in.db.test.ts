import { afterAll, beforeAll, expect, it } from 'vitest'

import { openClock } from '../clock.ts'
import type { Clock } from '../clock.ts'
import { openEventStore } from '../event-store/store.ts'
import type { EventStore } from '../event-store/types.ts'
import type { Message } from '../providers/messages/port.ts'
import { codeIn } from '../testing/shop-rig.ts'
import { testDatabase } from '../testing/database.ts'
import type { TestDatabase } from '../testing/database.ts'
import { changePhone, sendPhoneCodes } from './account-phone.ts'
import { sendCode, signInWithCode } from './sign-in.ts'
import type { SignInNeeds } from './sign-in.ts'
import { ensureFirstOwner } from './staff.ts'
import { sweepSignIns } from './sweep-sign-ins.ts'

let db: TestDatabase
let clock: Clock
let store: EventStore
let needs: SignInNeeds
const messages: Message[] = []
const codeKeys = [Buffer.alloc(32, 3)] as const

beforeAll(async () => {
  db = await testDatabase()
  clock = await openClock(db.database)
  store = openEventStore({ database: db.database, clock })
  const sendMessage = async (message: Message) => void messages.push(message)
  needs = { database: db.database, store, codeKeys, sendMessage }
})
afterAll(async () => {
  await store.close()
  await clock.stop()
  await db.drop()
})

async function signIn(phone: string, by: SignInNeeds = needs): Promise<string> {
  await db.owner.query(`update sign_in_codes set created_at = created_at - interval '2 minutes'`)
  const sessionId = crypto.randomUUID()
  await sendCode(needs, { phone, sessionId, language: 'en' })
  const code = codeIn(messages.at(-1))
  return signInWithCode(by, { phone, sessionId, code, fullName: 'Maya' })
}

const contact = (phone: string, daysAgo: number) =>
  db.owner
    .query<{ order_id: string }>(
      `insert into order_contacts (order_id, name, phone, language, created_at)
       values (gen_random_uuid(), 'Maya', $1, 'en', clock_now() - make_interval(days => $2))
       returning order_id`,
      [phone, daysAgo],
    )
    .then(({ rows }) => rows[0]?.order_id ?? '')

const factsOf = async (personId: string) =>
  (await store.readStream(`customer/${personId}`)).map(({ event }) => event)

it('records the registration once, however often somebody signs in', async () => {
  const personId = await signIn('+96170111111')
  expect(await signIn('+96170111111')).toBe(personId)
  expect((await factsOf(personId)).map(({ type }) => type)).toEqual([
    'CustomerRegistered',
    'PhoneVerified',
  ])
})

it('mends a sign-up that died between the row and its facts', async () => {
  const phone = '+96170222222'
  await db.owner.query(
    `insert into people (person_id, full_name, phone, created_at)
     values (gen_random_uuid(), 'Half', $1, clock_now())`,
    [phone],
  )
  const personId = await signIn(phone)
  expect((await factsOf(personId)).map(({ type }) => type)).toContain('CustomerRegistered')
})

it('gives recent guest orders with the proven phone to the customer, once', async () => {
  const phone = '+96170333333'
  const recent = await contact(phone, 10)
  const old = await contact(phone, 91)
  const others = await contact('+96170333334', 1)
  const personId = await signIn(phone)
  await signIn(phone)
  const claims = (await factsOf(personId)).filter(({ type }) => type === 'OrdersClaimed')
  expect(claims).toEqual([{ type: 'OrdersClaimed', data: { orderIds: [recent] } }])
  const { rows } = await db.owner.query(
    'select order_id from order_contacts where customer_id is null and order_id = any($1)',
    [[recent, old, others]],
  )
  expect(rows.map(({ order_id }) => order_id).toSorted()).toEqual([old, others].toSorted())
})

it('gives nobody an order whose phone staff correct while he signs in', async () => {
  const phone = '+96170333335'
  const [kept, corrected] = [await contact(phone, 1), await contact(phone, 1)]
  const query = async (...[statement, values]: Parameters<typeof db.database.query>) => {
    const answer = await db.database.query(statement, values)
    if (typeof statement !== 'string' && statement.name === 'orders_unclaimed')
      await db.owner.query(`update order_contacts set phone = '+96170333336' where order_id = $1`, [
        corrected,
      ])
    return answer
  }
  const database = { ...db.database, query } as typeof db.database

  const personId = await signIn(phone, { ...needs, database })

  const claims = (await factsOf(personId)).filter(({ type }) => type === 'OrdersClaimed')
  expect(claims).toEqual([{ type: 'OrdersClaimed', data: { orderIds: [kept] } }])
  const { rows } = await db.owner.query(
    'select customer_id from order_contacts where order_id = any($1) order by customer_id',
    [[kept, corrected]],
  )
  expect(rows).toEqual([{ customer_id: personId }, { customer_id: null }])
})

it('sends an Arabic code within one message of 70 characters', async () => {
  await sendCode(needs, {
    phone: '+96170444444',
    sessionId: crypto.randomUUID(),
    language: 'ar',
  })
  expect(messages.at(-1)?.text.length).toBeLessThanOrEqual(70)
})

it('changes a number whose code PostgreSQL took back when the other one was used up', async () => {
  const [phone, newPhone] = ['+96170555555', '+96170555556'] as const
  const holder = { personId: await signIn(phone), sessionId: crypto.randomUUID(), phone }
  await db.owner.query(`update sign_in_codes set created_at = created_at - interval '2 minutes'`)
  const changing = { ...needs, personKeyOf: (of: string) => of }
  await sendPhoneCodes(changing, { holder, newPhone, language: 'en' })
  const [newCode, currentCode] = messages.slice(-2).map(codeIn) as [string, string]

  // A sequence is the one thing that is not undone with the rest.
  await db.owner.query(`
    create sequence used;
    grant usage on used to qura_app;
    create function take_back() returns trigger language plpgsql as $$
    begin
      if nextval('used') = 1 then raise exception 'once' using errcode = '40001'; end if;
      return new;
    end $$;
    create trigger take_back before update on sign_in_codes for each row
      when (new.used_at is not null and new.phone = '${newPhone}') execute function take_back()`)
  await changePhone(changing, { holder, newPhone, currentCode, newCode })
  await db.owner.query('drop trigger take_back on sign_in_codes')

  expect((await factsOf(holder.personId)).map(({ type }) => type)).toContain('PhoneChanged')
})

it('changes a number once where two browsers do at once: its newest code counts', async () => {
  const phone = '+96170777770'
  const personId = await signIn(phone)
  const changing = { ...needs, personKeyOf: (of: string) => of }
  const changes: Parameters<typeof changePhone>[1][] = []
  for (const newPhone of ['+96170777771', '+96170777772']) {
    const holder = { personId, sessionId: crypto.randomUUID(), phone }
    await db.owner.query(`update sign_in_codes set created_at = created_at - interval '2 minutes'`)
    await sendPhoneCodes(changing, { holder, newPhone, language: 'en' })
    const [newCode, currentCode] = messages.slice(-2).map(codeIn) as [string, string]
    changes.push({ holder, newPhone, currentCode, newCode })
  }

  const changed = await Promise.allSettled(changes.map((change) => changePhone(changing, change)))

  expect(changed).toMatchObject([{ reason: { code: 'wrong_code' } }, { status: 'fulfilled' }])
  const facts = (await factsOf(personId)).filter(({ type }) => type === 'PhoneChanged')
  expect(facts).toHaveLength(1)
  const { rows } = await db.owner.query('select phone from people where person_id = $1', [personId])
  expect(rows).toEqual([{ phone: '+96170777772' }])
})

it('makes the first owner once, with a password that must be changed', async () => {
  const staff = { database: db.database, store, codeKeys }
  const first = await ensureFirstOwner(staff, { email: 'Owner@Shop.example', password: null })
  expect(first).toMatchObject({ kind: 'created', oneTimePassword: expect.any(String) })
  const again = await ensureFirstOwner(staff, { email: 'other@shop.example', password: 'x' })
  expect(again).toEqual({ kind: 'exists' })
  const { rows } = await db.owner.query(
    'select email, must_change_password from people where role is not null',
  )
  expect(rows).toEqual([{ email: 'owner@shop.example', must_change_password: true }])
})

it('sweeps what no longer counts and keeps the rest', async () => {
  await db.owner.query(
    `update sign_in_codes set created_at = created_at - interval '31 days' where phone = $1`,
    ['+96170111111'],
  )
  expect(await sweepSignIns(db.database)).toBeGreaterThan(0)
  const { rows } = await db.owner.query('select distinct phone from sign_in_codes')
  expect(rows.map(({ phone }) => phone)).not.toContain('+96170111111')
  expect(rows.length).toBeGreaterThan(0)
})
