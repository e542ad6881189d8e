// Limits, pauses and exclusions that came after an order was placed: staff sell nothing more by it.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { OrderId } from '#events/kernel/ids.ts'

import { newId } from '../ids.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { capSpending, pauseBuying } from './account-limits.ts'
import { secondPerson } from './approvals.ts'
import { delicateActs } from './delicate-acts.ts'
import { excludeNumber } from './exclude-customer.ts'
import { expireOrders } from './expire-holds.ts'
import { extendHold } from './extend-hold.ts'
import { takeManualPayment } from './manual-payment.ts'

let rig: PurchaseRig
let phone: string
let numbers = 0
beforeAll(async () => void (rig = await openPurchaseRig()))
beforeEach(() => {
  numbers += 1
  phone = `+9617030010${numbers}`
})
afterAll(() => rig.stop())

const actor = { personId: newId<string>(), role: 'owner', address: '127.0.0.1' }

/** Two tickets for $20, begun online. */
async function placed(): Promise<OrderId> {
  const { productIds } = await rig.sellRaffle({ ticketsMax: 10 })
  const items = [{ productId: productIds[0]!, quantity: 2 }]
  return (await rig.buy({ items, customerPhone: phone })).id as OrderId
}

const markPaid = (orderId: OrderId) =>
  takeManualPayment(rig.desk, { orderId, staffId: actor.personId, proof: { method: 'cash' } })

const extend = (orderId: OrderId) =>
  extendHold(rig.desk, { orderId, hours: 24, actor: `staff:${actor.personId}`, guard: {} })

const exclude = (orderId: OrderId, isExcluded: boolean) =>
  excludeNumber(rig.desk, { orderId, isExcluded, reason: 'other', actor })

const proofsOf = async (orderId: OrderId) =>
  (await rig.test.owner.query('select from manual_payments where order_id = $1', [orderId])).rows

/** Neither act does anything to the order. */
async function expectRefused(orderId: OrderId, code: string): Promise<void> {
  const before = await rig.order(orderId)
  for (const act of [markPaid, extend]) await expect(act(orderId)).rejects.toMatchObject({ code })
  expect(await rig.order(orderId)).toEqual(before)
  expect(await proofsOf(orderId)).toEqual([])
}

it('sells nothing to a number that was excluded since, until it is let in again', async () => {
  const orderId = await placed()
  await exclude(orderId, true)
  await expectRefused(orderId, 'buying_excluded')

  await exclude(orderId, false)
  expect(await extend(orderId)).toMatchObject({ status: 'pending' })
  expect(await markPaid(orderId)).toMatchObject({ status: 'paid', grants: [{ first: 1, last: 2 }] })
})

it('nor to one whose owner has paused buying', async () => {
  const orderId = await placed()
  await pauseBuying(rig.desk, { phone, days: 7 })
  await expectRefused(orderId, 'buying_paused')
})

it('nor more than the limit that he has set himself, in which an order counts once', async () => {
  const orderId = await placed()
  await capSpending(rig.desk, { phone, capCents: 2_500 })
  expect(await extend(orderId)).toMatchObject({ status: 'pending' })
  await capSpending(rig.desk, { phone, capCents: 1_500 })
  await expectRefused(orderId, 'monthly_cap')

  // A higher one counts after a week only.
  await rig.test.owner.query(
    'update buying_limits set monthly_cap_cents = 2500 where person_key = $1',
    [rig.desk.personKeyOf(phone)],
  )
  expect(await markPaid(orderId)).toMatchObject({ status: 'paid' })
})

it('does not take up an order that had ended for a number that is excluded', async () => {
  const orderId = await placed()
  await rig.moveClock(1_801)
  await expireOrders(rig.desk)
  await exclude(orderId, true)
  const before = await rig.order(orderId)
  expect(before).toMatchObject({ status: 'cancelled', cancelReason: 'expired' })

  await expect(markPaid(orderId)).rejects.toMatchObject({ code: 'buying_excluded' })
  expect(await rig.order(orderId)).toEqual(before)
  expect(await proofsOf(orderId)).toEqual([])

  await exclude(orderId, false)
  expect(await markPaid(orderId)).toMatchObject({ status: 'paid' })
})

it('asks no second person for what is refused anyhow', async () => {
  const orderId = await placed()
  const { database } = rig.test
  const needs = { database, store: rig.store, now: rig.desk.now, isAsked: true }
  const { markPaid: agreed } = delicateActs({ secondPerson: secondPerson(needs), aboveCents: 0 })
  const ask = () => agreed(rig.desk, { orderId, change: { status: 'paid' }, actor })
  await exclude(orderId, true)
  await expect(ask()).rejects.toMatchObject({ code: 'buying_excluded' })
  const { rows } = await rig.test.owner.query('select from approvals where subject = $1', [
    `order/${orderId}`,
  ])
  expect(rows).toEqual([])

  await exclude(orderId, false)
  await expect(ask()).rejects.toMatchObject({ code: 'approval_required' })
})

it('leaves money that a provider has taken to become what it was paid for', async () => {
  const orderId = await placed()
  await exclude(orderId, true)
  await rig.pay(orderId, 'approve')
  await rig.watch.stop()
  expect(await rig.order(orderId)).toMatchObject({ status: 'paid', grants: [{ first: 1 }] })
})
