import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { OrderId } from '#events/kernel/ids.ts'
import { allProjections } from '#projections/all.ts'

import { newId } from '../ids.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { openProjector } from '../workers/projector.ts'
import { resendMessage } from './messages.ts'
import { returnLine } from './return-line.ts'
import { sendEmails } from './send-email.ts'
import { sendWaiting } from './send-message.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())
beforeEach(() => rig.test.owner.query('truncate messages cascade'))

const ref = 'notice:00000000-0000-4000-8000-000000000001:9'

const written = (refs: readonly string[]) =>
  rig.test.owner.query(
    `insert into messages (ref, to_phone, body, purpose, state, tries, created_at)
     select ref, '+96170000009', 'Your order is ready', 'notice', 'failed', 1, clock_now()
       from unnest($1::text[]) as ref`,
    [refs],
  )

const resend = (which = ref) =>
  resendMessage(rig.desk, {
    ref: which,
    actor: { personId: newId<string>(), role: 'owner', address: '127.0.0.1' },
  })

it('a text goes out once more under the next name, nine times at most', async () => {
  await written([ref])
  for (let time = 1; time <= 9; time++) expect(await resend()).toBe('sent')
  await expect(resend()).rejects.toMatchObject({ code: 'too_many_requests' })
  const again = rig.sent.slice(-9).map((text) => text.ref)
  expect(again).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((time) => `${ref}#${time}`))
})

it('a text goes out once more though the first of its repetitions is forgotten', async () => {
  await written([ref, `${ref}#2`])
  expect(await resend()).toBe('sent')
  expect(rig.sent.at(-1)?.ref).toBe(`${ref}#3`)
})

/** Due in an hour. */
const waiting = (which: string, { nextTry }: { nextTry: boolean }) =>
  rig.test.owner.query(
    `insert into messages
       (ref, to_phone, body, purpose, language, state, tries, next_try_at, created_at)
     values ($1, '+96170000009', 'Your order is ready', 'notice', 'en', 'waiting', 1,
             case when $2 then clock_now() + interval '1 hour' end, clock_now())`,
    [which, nextTry],
  )

const shown = async () =>
  (await rig.test.owner.query('select ref, state from messages order by ref')).rows

it('a text that still waits goes now, and is no second one', async () => {
  const acts = `select from audit_details
                 where act = 'message resent' and details ->> 'ref' = $1`
  const noted = async () => (await rig.test.owner.query(acts, [ref])).rowCount
  const settled = 'select from attention_handled where item = $1'
  const handled = async () => (await rig.test.owner.query(settled, [ref])).rowCount
  const [before, handledBefore] = [await noted(), await handled()]
  await waiting(ref, { nextTry: true })
  expect(await sendWaiting(rig.desk)).toBe(0)
  expect(await resend()).toBe('waiting')
  expect(await shown()).toEqual([{ ref, state: 'waiting' }])
  expect(await sendWaiting(rig.desk)).toBe(1)
  expect(rig.sent.at(-1)?.ref).toBe(ref)
  expect(await shown()).toEqual([{ ref, state: 'sent' }])

  expect(await noted()).toBe(before + 1)
  expect(await handled()).toBe(handledBefore)
})

it('so does an e-mail, which is never sent as a text', async () => {
  const email = `email-${ref}`
  await waiting(email, { nextTry: false })
  const letter = { subject: 'Ready', title: '', lines: ['Yes'], tables: [], link: null, foot: null }
  await rig.test.owner.query(
    `insert into emails (ref, address, letter, try_at)
     values ($1, 'maya@example.com', $2, clock_now() + interval '1 hour')`,
    [email, JSON.stringify(letter)],
  )
  const send = async () => ({ kind: 'queued', gatewayId: null }) as const
  const needs = { ...rig.desk, mail: { channel: 'email', sendsAnew: true, send } as const }
  expect(await sendEmails(needs)).toBe(0)
  expect(await resend(email)).toBe('waiting')
  expect(await sendWaiting(rig.desk)).toBe(0)
  expect(await sendEmails(needs)).toBe(1)
  expect(await shown()).toEqual([{ ref: email, state: 'sent' }])
})

it('a receipt is not sent again once tickets of it are void', async () => {
  const { productIds } = await rig.sellRaffle({ ticketsMax: 10, products: [{}, {}] })
  const items = productIds.map((productId) => ({ productId, quantity: 1 }))
  const orderId = (await rig.buy({ items })).id as OrderId
  await rig.pay(orderId, 'approve')
  await rig.watch.askNow(orderId)
  const receipt = `receipt:${orderId}:4`
  await rig.test.owner.query(
    `insert into messages (ref, to_phone, body, purpose, language, state, tries, created_at)
     values ($1, '+96170123456', 'Your tickets', 'receipt', 'en', 'failed', 1, clock_now())`,
    [receipt],
  )
  const project = () =>
    openProjector({ database: rig.test.database, projections: allProjections }).catchUp()
  await project()
  expect(await resend(receipt)).toBe('sent')

  const { lines } = await rig.order(orderId)
  const { lineId } = lines[0]!
  await returnLine(rig.desk, { orderId, lineId, restock: false, actor: 'staff:test' })
  await project()
  await expect(resend(receipt)).rejects.toMatchObject({ code: 'receipt_outdated' })
})
