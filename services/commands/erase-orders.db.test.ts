// What lies beside an order is found by whom it is about: the order, its number where nobody else
// has it, the place of the prize it won. What is about others stays.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { RaffleId } from '#events/kernel/ids.ts'

import { newId } from '../ids.ts'
import { openDrawRig, session } from '../testing/draw-rig.ts'
import type { DrawRig } from '../testing/draw-rig.ts'
import { handleAttention } from './attention.ts'
import { noteAct } from './audit.ts'
import { forfeitPrize, noteContact, promotePrize } from './draw-claim.ts'
import { recordEntropy } from './draw-inputs.ts'
import { keepDraw } from './draw-keeper.ts'
import { completeDraw, publishDraw } from './draw-result.ts'
import { sealRegister } from './draw-seal.ts'
import { closeForDraw, recordSession } from './draw-session.ts'
import { signOffAct } from './draw-sign-offs.ts'
import { eraseOrders } from './erase-orders.ts'

let rig: DrawRig
beforeAll(async () => {
  rig = await openDrawRig()
}, 60_000)
afterAll(() => rig.stop())

const erase = (orderIds: string[], personId: string | null = null) =>
  rig.test.database.transaction((tx) => eraseOrders(tx, { orderIds, personId }))

/** A drum: the prize goes to the seventh ticket, then to the twentieth. */
async function drawnByDrum(): Promise<RaffleId> {
  const { raffleId } = await rig.soldRaffle({ tickets: 20 })
  const [one, two] = [rig.by(raffleId, 'one'), rig.by(raffleId, 'two')]
  await recordSession(rig.needs, one, session({ mode: 'physical' }))
  await closeForDraw(rig.needs, one)
  await signOffAct(rig.needs, one, { act: 'seal' })
  await sealRegister(rig.needs, two)
  const drum = { entropy: 'DRUM:7 20 1 13', signature: null }
  await recordEntropy(rig.needs, one, { ...drum, reading: 'first' })
  await recordEntropy(rig.needs, two, { ...drum, reading: 'second' })
  await keepDraw(rig.needs, raffleId)
  await completeDraw(rig.needs, one)
  await publishDraw(rig.needs, one)
  return raffleId
}

async function forfeit(raffleId: RaffleId, note: string): Promise<void> {
  const [one, two] = [rig.by(raffleId, 'one'), rig.by(raffleId, 'two')]
  const declined = { reason: 'declined' as const, witnessName: 'Rana Saab', note }
  await expect(forfeitPrize(rig.needs, one, declined)).rejects.toMatchObject({
    code: 'needs_second_person',
  })
  await forfeitPrize(rig.needs, two, declined)
  await promotePrize(rig.needs, one)
}

async function notesOf(raffleId: RaffleId) {
  const called = await rig.test.owner.query<{ place: number; note: string }>(
    `select place, note from draw_contacts where draw_id = $1 || '/D1' order by place`,
    [raffleId],
  )
  const witnessed = await rig.test.owner.query<{ details: object }>(
    `select details from audit_details
      where subject = 'raffle/' || $1 and act = 'forfeit witnessed' order by created_at`,
    [raffleId],
  )
  return { called: called.rows, witnessed: witnessed.rows.map(({ details }) => details) }
}

it('a winner nobody reached: how he was looked for goes, of the next one it stays', async () => {
  const raffleId = await drawnByDrum()
  const call = (note: string) =>
    noteContact(rig.needs, rig.by(raffleId, 'one'), { channel: 'phone', note })
  await call('His brother Ziad answered')
  await forfeit(raffleId, 'Ziad said no')
  await call('Her mother answered')
  await forfeit(raffleId, 'She said no')
  const winners = await rig.test.owner.query<{ order_id: string }>(
    `select order_id from issues where log_id = 'raffle/' || $1 and 7 between first and last`,
    [raffleId],
  )

  await erase(winners.rows.map(({ order_id }) => order_id))
  const { called, witnessed } = await notesOf(raffleId)
  expect(called).toEqual([
    { place: 0, note: '' },
    { place: 1, note: 'Her mother answered' },
  ])
  expect(witnessed).toMatchObject([{ place: 0 }, { place: 1, note: 'She said no' }])
  expect(witnessed[0]).not.toHaveProperty('note')
})

const order = (phone: string, email: string) => {
  const orderId = newId<string>()
  return rig.test.owner
    .query(
      `insert into order_contacts (order_id, name, email, phone, language, created_at)
       values ($1, 'Maya', $2, $3, 'en', clock_now())`,
      [orderId, email, phone],
    )
    .then(() => orderId)
}

/** An e-mail where there is an address. */
const sent = (ref: string, phone: string, address: string | null = null) =>
  rig.test.owner.query(
    `with text as (insert into messages (ref, to_phone, purpose, state, created_at)
                   values ($1, $2, 'notice', 'sent', clock_now()) returning ref)
     insert into emails (ref, address, letter)
     select ref, $3::text, '{}' from text where $3::text is not null`,
    [ref, phone, address],
  )

it('what went to a number that others have stays, unless it is about the order', async () => {
  const [own, shared] = ['+96170700001', '+96170700002']
  const [mine, both] = ['maya@example.com', 'family@example.com']
  const erased = await Promise.all([order(own, mine), order(shared, mine), order(shared, both)])
  const other = await order(shared, both)
  const requestId = newId<string>()
  await rig.test.owner.query(
    `insert into order_requests (request_id, order_id, kind, state, answer, answered_by,
                                 created_at)
     values ($1, $2, 'return', 'declined', 'Maya, no', gen_random_uuid(), clock_now())`,
    [requestId, erased[0]],
  )
  await sent('a draw, to his number', own)
  await sent('a draw, to the shared number', shared)
  await sent('a draw, to his address', shared, 'Maya@example.com')
  await sent('a draw, to the shared address', shared, both)
  await sent(`receipt:${erased[1]}:3`, '+96170700003')
  await sent(`email-notice:${erased[2]}:7#1`, shared, both)
  await sent(`email-request:${requestId}`, shared, both)
  await sent(`receipt:${other}:3`, shared)

  await erase(erased, newId<string>())
  const { rows } = await rig.test.owner.query<{ ref: string }>(
    `select ref from messages where to_phone = any($1)`,
    [[own, shared, '+96170700003']],
  )
  expect(rows.map(({ ref }) => ref).toSorted()).toEqual([
    'a draw, to the shared address',
    'a draw, to the shared number',
    `receipt:${other}:3`,
  ])
  const answers = await rig.test.owner.query('select answer from order_requests')
  expect(answers.rows).toEqual([{ answer: null }])
})

it('a number that is another person’s account keeps what went there', async () => {
  const phone = '+96170700005'
  const [personId, strangerId] = [newId<string>(), newId<string>()]
  await rig.test.owner.query(
    `insert into people (person_id, full_name, email, phone, created_at)
     values ($1, 'Maya', 'maya@one.example', '+96170700006', clock_now()),
            ($2, 'Rima', null, $3, clock_now())`,
    [personId, strangerId, phone],
  )
  const orderId = await order(phone, 'maya@one.example')
  await sent('a draw of Rima’s', phone)
  await sent('a draw, to Maya’s address', phone, 'maya@one.example')

  await erase([orderId], personId)
  const { rows } = await rig.test.owner.query(`select ref from messages where to_phone = $1`, [
    phone,
  ])
  expect(rows).toEqual([{ ref: 'a draw of Rima’s' }])
})

it('an order whose years are over leaves what its number asked for since', async () => {
  const phone = '+96170700008'
  const orderId = await order(phone, 'old@example.com')
  await sent(`receipt:${orderId}:3`, phone)
  await sent('a draw of today', phone)
  await rig.test.owner.query(
    `insert into raffle_alerts (alert_id, raffle_id, phone, language, created_at)
     values (gen_random_uuid(), gen_random_uuid(), $1, 'en', clock_now())`,
    [phone],
  )

  await erase([orderId])
  const left = await rig.test.owner.query(
    `select ref as left from messages where to_phone = $1
      union all select 'alert' from raffle_alerts where phone = $1`,
    [phone],
  )
  expect(left.rows.map((row) => row.left)).toEqual(['a draw of today', 'alert'])
})

it('whose an exclusion is goes with the order it was made at; the exclusion stays', async () => {
  const [erased, kept] = [
    await order('+96170700009', 'one@example.com'),
    await order('+96170700010', 'two@example.com'),
  ]
  await rig.test.owner.query(
    `insert into buying_limits (person_key, excluded_by_staff_at, excluded_subject, changed_at)
     select 'key of ' || id, clock_now(), 'order/' || id, clock_now()
       from unnest($1::uuid[]) as id`,
    [[erased, kept]],
  )
  await erase([erased])
  const { rows } = await rig.test.owner.query(
    `select person_key, excluded_subject from buying_limits
      where excluded_by_staff_at is not null order by excluded_subject nulls first`,
  )
  expect(rows).toEqual([
    { person_key: `key of ${erased}`, excluded_subject: null },
    { person_key: `key of ${kept}`, excluded_subject: `order/${kept}` },
  ])
})

it.each(['mismatched', 'undecided'] as const)(
  'what was noted about a payment that is %s goes, and its copy in the trail',
  async (kind) => {
    const [attempt, other] = await Promise.all([attemptOf(), attemptOf()])
    for (const { item } of [attempt, other]) await settle(kind, item)

    await erase([attempt.orderId])
    for (const [{ item }, note] of [
      [attempt, null],
      [other, 'Maya called'],
    ] as const)
      expect(await notesAt(kind, item)).toEqual({ note, copy: note })
  },
)

let attempts = 0

async function attemptOf(): Promise<{ orderId: string; item: string }> {
  const [orderId, item] = [newId<string>(), newId<string>()]
  attempts += 1
  await rig.test.owner.query(
    `insert into payment_attempts (attempt_id, ref, order_id, method, amount_cents, currency, state,
                                   created_at, expires_at)
     values ($1, $2, $3, 'whishpay', 1500, 'USD', 'attention', clock_now(), clock_now())`,
    [item, `90000000000${attempts}`, orderId],
  )
  return { orderId, item }
}

/** As the desk of staff does, under whose acts the copy stands. */
async function settle(kind: string, item: string): Promise<void> {
  const [note, personId] = ['Maya called', newId<string>()]
  await handleAttention(rig.test.owner, { kind, item, note, personId })
  await noteAct(rig.test.owner, {
    subject: `staff/${personId}`,
    commandId: newId(),
    actor: { personId, role: 'manager', address: '127.0.0.1' },
    act: 'attention settled',
    details: { kind, item, note },
  })
}

async function notesAt(kind: string, item: string) {
  const { rows } = await rig.test.owner.query<{ note: string | null; copy: string | null }>(
    `select done.note, act.details ->> 'note' as copy
       from attention_handled as done
       join audit_details as act
         on act.details ->> 'item' = done.item and act.details ->> 'kind' = done.kind
      where done.kind = $1 and done.item = $2`,
    [kind, item],
  )
  return rows[0]
}

it('what the trail has of a corrected contact or number of an order goes', async () => {
  const orderId = await order('+96170700011', 'maya@nine.example')
  const names = { before: { name: 'Karim' }, after: { name: 'Maya' } }
  for (const act of ['correct_contact', 'correct_holder'] as const)
    await noteAct(rig.test.owner, {
      subject: `order/${orderId}`,
      commandId: newId(),
      actor: { personId: newId<string>(), role: 'manager', address: '127.0.0.1' },
      act,
      details: { note: 'Read back', from: '+96170700012', to: '+96170700011', ...names },
    })

  await erase([orderId])
  const { rows } = await rig.test.owner.query(
    `select details from audit_details where subject = 'order/' || $1`,
    [orderId],
  )
  expect(rows).toEqual([{ details: {} }, { details: {} }])
})
