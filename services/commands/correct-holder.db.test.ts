import { afterAll, beforeAll, expect, it } from 'vitest'

import type { OrderId } from '#events/kernel/ids.ts'

import { newId } from '../ids.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { correctHolder } from './correct-holder.ts'
import { placeManualOrder } from './manual-order.ts'
import { sendEmails, writeEmail } from './send-email.ts'
import { sendMessage, sendWaiting } from './send-message.ts'

let rig: PurchaseRig
beforeAll(async () => void (rig = await openPurchaseRig()))
afterAll(() => rig.stop())

const wrong = '+96170654321'
const letter = { subject: 'Paid', title: '', lines: ['Yes'], tables: [], link: null, foot: null }

it('gives up what still waits to be sent to the number that was wrong', async () => {
  const { productIds } = await rig.sellRaffle({ ticketsMax: 10 })
  const items = [{ productId: productIds[0]!, quantity: 1 }]
  const orderId = await bought(items)
  const other = await bought(items)
  const send = async () => ({ kind: 'rejected', reason: 'temporary' }) as const
  const down = { ...rig.desk, gateway: { channel: 'sms', send } as const }
  const mail = { channel: 'email', send: () => Promise.reject(new Error('not asked')) } as const
  const about = { purpose: 'receipt', language: 'en' } as const
  for (const id of [orderId, other]) {
    const ref = `receipt:${id}:3`
    expect(await sendMessage(down, { ...about, to: wrong, text: 'Paid', ref })).toBe('waiting')
    const email = { ...about, phone: wrong, address: 'maya@example.com', letter }
    if (id === orderId) await writeEmail({ ...down, mail }, { ...email, ref: `email-${ref}` })
  }
  rig.sent.length = 0

  const correction = { orderId, phone: '+96170654322', cause: 'mistyped' } as const
  await correctHolder(rig.desk, { ...correction, staffId: newId(), guard: {} })

  await rig.moveClock(61)
  expect(await sendWaiting(rig.desk)).toBe(1)
  expect(rig.sent.map(({ ref }) => ref)).toEqual([`receipt:${other}:3`])
  expect(await sendEmails({ ...rig.desk, mail })).toBe(0)
  const { rows } = await rig.test.owner.query(
    `select ref, state, failure from messages where ref like '%' || $1 || '%' order by ref`,
    [orderId],
  )
  const givenUp = { state: 'failed', failure: 'contact_corrected' }
  expect(rows).toEqual([
    { ref: `email-receipt:${orderId}:3`, ...givenUp },
    { ref: `receipt:${orderId}:3`, ...givenUp },
  ])
})

const staff = { personId: newId<string>(), sessionId: newId<string>() }

/** At the counter, for a number; with a name and an e-mail where they are said. */
async function taken(phone: string, said: { name?: string; email?: string } = {}) {
  const { productIds } = await rig.sellRaffle({ ticketsMax: 10 })
  const { orderId } = await placeManualOrder(rig.desk, {
    staff,
    request: {
      customerPhone: phone,
      customerName: said.name,
      customerEmail: said.email,
      items: [{ productId: productIds[0]!, quantity: 1 }],
      shippingMethod: 'pickup',
      paymentMethod: 'cash',
      status: 'paid',
    },
    idempotencyKey: newId<string>(),
  })
  return orderId
}

const correct = (orderId: OrderId, phone: string, cause: 'mistyped' | 'recycled' = 'mistyped') =>
  correctHolder(rig.desk, {
    orderId,
    phone,
    cause,
    staffId: staff.personId,
    guard: { commandId: newId() },
  })

async function contactOf(orderId: OrderId) {
  const { rows } = await rig.test.owner.query(
    'select name, email, phone from order_contacts where order_id = $1',
    [orderId],
  )
  return rows[0]
}

async function profileOf(phone: string) {
  const { rows } = await rig.test.owner.query(
    'select full_name, email from people where phone = $1',
    [phone],
  )
  return rows[0]
}

const stranger = { name: 'Karim Stranger', email: 'karim@example.com' }

it('leaves neither name nor e-mail of the stranger whose number was typed', async () => {
  const [typed, right] = ['+96170700101', '+96170700102']
  await taken(typed, stranger)
  const orderId = await taken(typed)
  expect(await contactOf(orderId)).toEqual({ ...stranger, phone: typed })

  expect(await correct(orderId, right)).toEqual({
    from: typed,
    to: right,
    before: stranger,
    after: { name: '', email: null },
  })
  expect(await contactOf(orderId)).toEqual({ name: '', email: null, phone: right })
  expect(await profileOf(right)).toEqual({ full_name: null, email: null })
  expect(await profileOf(typed)).toEqual({ full_name: stranger.name, email: stranger.email })
})

it('is called as the right number is known, and by what its buyer said himself', async () => {
  const [typed, right] = ['+96170700103', '+96170700104']
  const buyer = { name: 'Nour Saab', email: 'nour@example.com' }
  await taken(typed, stranger)
  await taken(right, buyer)
  const silent = await taken(typed)
  const named = await taken(typed, { name: 'Nour S.' })

  await correct(silent, right)
  await correct(named, right)

  expect(await contactOf(silent)).toEqual({ ...buyer, phone: right })
  expect(await contactOf(named)).toEqual({ ...buyer, name: 'Nour S.', phone: right })
})

it('keeps what was said at the counter of a number that nobody had, however often', async () => {
  const numbers = ['+96170700105', '+96170700106', '+96170700107'] as const
  const buyer = { name: 'Nour Saab', email: 'nour@example.com' }
  const orderId = await taken(numbers[0], buyer)

  expect(await correct(orderId, numbers[1])).toEqual({ from: numbers[0], to: numbers[1] })
  await correct(orderId, numbers[2])

  expect(await contactOf(orderId)).toEqual({ ...buyer, phone: numbers[2] })
})

it('a number that was his once has left his name, which stays', async () => {
  const [old, now] = ['+96170700108', '+96170700109']
  await taken(old, stranger)
  const orderId = await taken(old)

  expect(await correct(orderId, now, 'recycled')).toEqual({ from: old, to: now })

  expect(await contactOf(orderId)).toEqual({ ...stranger, phone: now })
})

async function bought(items: Parameters<PurchaseRig['buy']>[0]['items']): Promise<OrderId> {
  return (await rig.buy({ items, customerPhone: wrong })).id as OrderId
}
