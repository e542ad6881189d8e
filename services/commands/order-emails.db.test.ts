import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { customerDecider } from '#events/customer/decide.ts'
import type { CustomerCommand } from '#events/customer/decide.ts'
import type { CustomerId, OrderId } from '#events/kernel/ids.ts'

import { newId } from '../ids.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { changeStream } from './change-stream.ts'
import { correctContact } from './correct-contact.ts'
import { placeManualOrder } from './manual-order.ts'
import { writeOrderEmail } from './order-emails.ts'
import { noticeTo } from './order-notices.ts'
import { placeOrder } from './place-order.ts'

let rig: PurchaseRig
let productId: string
beforeAll(async () => {
  rig = await openPurchaseRig()
  productId = rig.sellGoods(1_000)
})
afterAll(() => rig.stop())

const staffId = newId<string>()
const mail = { channel: 'email', send: () => Promise.reject(new Error('not asked')) } as const
const email = 'maya@example.com'

async function bought(customerId: CustomerId | null = null): Promise<OrderId> {
  const { id } = await placeOrder(rig.desk, {
    buyer: { sessionId: newId<string>(), customerId },
    purchase: {
      items: [{ productId, quantity: 1 }],
      customerName: 'Maya Haddad',
      customerEmail: email,
      customerPhone: '+96170123456',
      shippingMethod: 'pickup',
      paymentMethod: 'whishpay',
    },
    idempotencyKey: null,
  })
  return id as OrderId
}

const correct = (orderId: OrderId, right: { name: string; email: string }) =>
  correctContact(rig.desk, { orderId, right, staffId, guard: {} })

/** Where a letter about the order would lead; null: nowhere. */
async function wayIn(orderId: OrderId): Promise<string | null> {
  const ways: (string | null)[] = []
  await writeOrderEmail(
    { ...rig.desk, mail },
    {
      linked: { orderId, generation: 0 },
      contact: { phone: '+96170123456', email, language: 'en' },
      ref: `notice:${orderId}:${newId<string>()}`,
      purpose: 'notice',
      letterOf(pageUrl) {
        ways.push(pageUrl)
        return { subject: 'Yes', title: '', lines: [], tables: [], link: null, foot: null }
      },
    },
  )
  expect(ways).toHaveLength(1)
  return ways[0] ?? null
}

const pageOf = (orderId: OrderId) => rig.desk.links.pageUrl({ orderId, generation: 0 })

describe('an e-mail about an order', () => {
  it('leads into it where its buyer gave the address', async () => {
    const orderId = await bought()
    expect(await wayIn(orderId)).toBe(pageOf(orderId))
    await correct(orderId, { name: 'Maya Hadad', email })
    expect(await wayIn(orderId)).toBe(pageOf(orderId))
  })

  it('does not where staff have corrected the address, once and for all', async () => {
    const orderId = await bought()
    await correct(orderId, { name: 'Maya Haddad', email: 'cashier@example.com' })
    expect(await wayIn(orderId)).toBeNull()
    await correct(orderId, { name: 'Maya Haddad', email })
    expect(await wayIn(orderId)).toBeNull()
  })

  it('does not where the order was taken at the counter', async () => {
    const { orderId } = await placeManualOrder(rig.desk, {
      staff: { personId: staffId, sessionId: newId<string>() },
      request: {
        customerPhone: '+96170123457',
        customerEmail: email,
        items: [{ productId, quantity: 1 }],
        shippingMethod: 'pickup',
        paymentMethod: 'cash',
        status: 'pending',
      },
      idempotencyKey: newId<string>(),
    })
    expect(await wayIn(orderId)).toBeNull()
  })

  it('says the same in words, to whichever address', async () => {
    const orderId = await bought()
    await correct(orderId, { name: 'Maya Haddad', email: 'cashier@example.com' })
    const ref = `notice:${orderId}:${newId<string>()}`
    await noticeTo({ ...rig.desk, mail }, orderId, { ref, notice: { kind: 'cancelled' } })
    const { rows } = await rig.test.owner.query<{ address: string; body: string }>(
      'select address, body from emails join messages using (ref) where ref = $1',
      [`email-${ref}`],
    )
    const { reference } = await rig.order(orderId)
    expect(rows).toMatchObject([{ address: 'cashier@example.com' }])
    expect(rows[0]?.body).toContain(`Order ${reference} was cancelled.`)
    expect(rows[0]?.body).not.toMatch(/https?:/)
    expect(rig.sent.at(-1)?.text).toContain(pageOf(orderId))
  })
})

describe('of who is signed in, whose checkout offers the e-mail of his profile', () => {
  const tell = (customerId: CustomerId, actor: string, command: CustomerCommand) =>
    changeStream(rig.store, {
      streamId: `customer/${customerId}`,
      decider: customerDecider,
      actor,
      commands: () => [command],
    })
  const byStaff = `staff:${staffId}`
  const changed = { type: 'ChangeProfile', fields: ['email'] } as const

  async function registered(via: 'sign_up' | 'manual_order', actor: string) {
    const customerId = newId<CustomerId>()
    await tell(customerId, actor, { type: 'RegisterCustomer', via })
    return customerId
  }

  it('does not where staff wrote it there, and does for what was bought before', async () => {
    const customerId = await registered('sign_up', 'customer:himself')
    const before = await bought(customerId)
    await rig.moveClock(1)
    await tell(customerId, byStaff, changed)
    expect(await wayIn(before)).toBe(pageOf(before))
    expect(await wayIn(await bought(customerId))).toBeNull()
  })

  it('does once he has written it there himself', async () => {
    const customerId = await registered('manual_order', byStaff)
    expect(await wayIn(await bought(customerId))).toBeNull()
    await tell(customerId, byStaff, { type: 'ChangeProfile', fields: ['fullName'] })
    await tell(customerId, `customer:${customerId}`, changed)
    await rig.moveClock(1)
    const after = await bought(customerId)
    expect(await wayIn(after)).toBe(pageOf(after))
  })
})
