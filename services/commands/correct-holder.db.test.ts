import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { CommandId, OrderId } from '#events/kernel/ids.ts'

import { newId } from '../ids.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { correctHolder } from './correct-holder.ts'
import { placeManualOrder } from './manual-order.ts'
import type { OrderDesk } from './order-desk.ts'
import { noticeTo } from './order-notices.ts'
import { resendReceipt } from './resend-receipt.ts'
import { sendEmails, writeEmail } from './send-email.ts'
import { sendMessage, sendWaiting } from './send-message.ts'
import { makeCode } from './sign-in-codes.ts'
import { signInWithCode } from './sign-in.ts'
import type { SignInNeeds } from './sign-in.ts'

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

function correct(
  orderId: OrderId,
  phone: string,
  {
    cause = 'mistyped',
    desk = rig.desk,
  }: { cause?: 'mistyped' | 'recycled'; desk?: OrderDesk } = {},
) {
  const guard = { commandId: newId<CommandId>() }
  return correctHolder(desk, { orderId, phone, cause, staffId: staff.personId, guard })
}

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

it('what is told while staff correct it has a link of the number it goes to', async () => {
  const numbers = ['+96170700105', '+96170700106', '+96170700107'] as const
  const orderId = await taken(numbers[0])
  const { reference } = await rig.order(orderId)
  rig.sent.length = 0
  const notice = { kind: 'sent_out' } as const
  const tell = (nth: number) =>
    noticeTo(rig.desk, orderId, { ref: `notice:${orderId}:${nth}`, notice })
  /** Behind the fact, and before the row. */
  const meanwhile = (act: () => Promise<unknown>): OrderDesk => {
    const change: OrderDesk['orders']['change'] = async (id, wanted) => {
      const changed = await rig.desk.orders.change(id, wanted)
      await act()
      return changed
    }
    return { ...rig.desk, orders: { ...rig.desk.orders, change } }
  }

  await correct(orderId, numbers[1], { desk: meanwhile(() => tell(11)) })
  await tell(12)
  const resend = () => resendReceipt(rig.desk, orderId)
  await correct(orderId, numbers[2], { desk: meanwhile(resend) })
  await tell(13)

  const page = (generation: number) => rig.desk.links.pageUrl({ orderId, generation })
  const short = rig.desk.links.shortUrl({ orderId, generation: 1 }, reference)
  expect(rig.sent.map(({ to, text }) => [to, text.split('\n').at(-1)])).toEqual([
    [numbers[0], page(0)],
    [numbers[1], page(1)],
    [numbers[1], short],
    [numbers[2], page(2)],
  ])
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

  expect(await correct(orderId, now, { cause: 'recycled' })).toEqual({ from: old, to: now })

  expect(await contactOf(orderId)).toEqual({ ...stranger, phone: now })
})

describe('an order that the customer of the wrong number claims', () => {
  /** Of nobody who had signed in. */
  async function ofGuest(phone: string) {
    const { productIds } = await rig.sellRaffle({ ticketsMax: 10 })
    return bought([{ productId: productIds[0]!, quantity: 1 }], phone)
  }

  async function signIn(phone: string, change: Partial<SignInNeeds> = {}): Promise<string> {
    const codeKeys = [Buffer.alloc(32, 5)] as const
    const { database, store } = rig.desk
    const needs = { database, store, codeKeys, sendMessage: async () => {}, ...change }
    const asking = { phone, sessionId: newId<string>() }
    const { code } = await makeCode(needs, asking)
    return signInWithCode(needs, { ...asking, code, fullName: 'Karim' })
  }

  /** By its row and by the last fact that names it: both of who has the right number now. */
  async function expectHadBy(orderId: OrderId, phone: string) {
    const { rows } = await rig.test.owner.query<{ customer: string }>(
      `select contact.phone, 'customer/' || contact.customer_id as owner,
              'customer/' || person.person_id as customer,
              (select stream_id from events
                where type = 'OrdersClaimed' and payload like '%' || contact.order_id || '%'
                order by position desc limit 1) as claimant
         from order_contacts as contact join people as person on person.phone = $2
        where contact.order_id = $1`,
      [orderId, phone],
    )
    const customer = rows[0]?.customer
    expect(rows).toEqual([{ phone, owner: customer, customer, claimant: customer }])
  }

  it('after staff have read it, and before they write, is of the right number', async () => {
    const [typed, right] = ['+96170700110', '+96170700111']
    const orderId = await ofGuest(typed)
    let claimant: string | undefined
    const { database } = rig.desk
    const query = async (...[statement, values]: Parameters<typeof database.query>) => {
      if (typeof statement !== 'string' && statement.name === 'order_holder')
        claimant ??= await signIn(typed)
      return database.query(statement, values)
    }
    const desk = { ...rig.desk, database: { ...database, query } as typeof database }

    await correct(orderId, right, { desk })

    expect(claimant).toBeDefined()
    await expectHadBy(orderId, right)
  })

  it('while staff write it is of the right number', async () => {
    const [typed, right] = ['+96170700112', '+96170700113']
    const orderId = await ofGuest(typed)
    const { store } = rig.desk
    let correcting: Promise<unknown> | undefined
    // Between the row of the claim and its fact.
    const readStream = async (...asked: Parameters<typeof store.readStream>) => {
      correcting ??= correct(orderId, right)
      await expect.poll(isAnyoneWaiting, { interval: 10, timeout: 5_000 }).toBe(true)
      return store.readStream(...asked)
    }
    await signIn(typed, { store: { ...store, readStream } as typeof store })
    await correcting

    await expectHadBy(orderId, right)
  })

  it('and whose claim died behind its fact is of the right number', async () => {
    const [typed, right] = ['+96170700114', '+96170700115']
    const orderId = await ofGuest(typed)
    await rig.test.owner.query(
      'insert into customer_orders (order_id, claimed_by) values ($1, gen_random_uuid())',
      [orderId],
    )

    await correct(orderId, right)

    await expectHadBy(orderId, right)
  })
})

async function isAnyoneWaiting(): Promise<boolean> {
  const { rowCount } = await rig.test.owner.query(
    `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rowCount > 0
}

async function bought(
  items: Parameters<PurchaseRig['buy']>[0]['items'],
  customerPhone = wrong,
): Promise<OrderId> {
  return (await rig.buy({ items, customerPhone })).id as OrderId
}
