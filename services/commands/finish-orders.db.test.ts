// The mark of an order that somebody has to come back to is written before the fact it stands for:
// a sweep that comes between the two leaves it, for whoever records the fact may die behind it.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'

import type { OrderId, RaffleId } from '#events/kernel/ids.ts'

import { newId } from '../ids.ts'
import { otherProcess } from '../testing/faults/rig.ts'
import type { OtherProcess } from '../testing/faults/rig.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { soldByHand } from '../testing/sold-by-hand.ts'
import { expectToFinish } from './finish-due.ts'
import { finishUnfinished } from './finish-orders.ts'
import { placeManualOrder } from './manual-order.ts'
import { takeManualPayment } from './manual-payment.ts'
import type { OrderDesk } from './order-desk.ts'

let rig: PurchaseRig
let other: OtherProcess
const staffId = newId<string>()
beforeAll(async () => void (rig = await openPurchaseRig()))
beforeEach(() => void (other = otherProcess(rig)))
afterEach(() => other.stop())
afterAll(() => rig.stop())

const place = () => soldByHand(rig, { staffId, status: 'pending' })

/** A process that records what it records, and dies before it gives out the tickets. */
function dying(): OrderDesk {
  const issue = () => Promise.reject(new Error('killed'))
  const raffle = (raffleId: RaffleId) => ({ ...rig.desk.store.raffle(raffleId), issue })
  return { ...rig.desk, store: { ...rig.desk.store, raffle } }
}

async function sweepLater(seconds = 21): Promise<void> {
  await rig.moveClock(seconds)
  while ((await finishUnfinished(other.desk)) > 0);
}

const isMarked = async (orderId: OrderId) => {
  const { rowCount } = await rig.test.owner.query(
    'select from order_contacts where order_id = $1 and finish_due_at is not null',
    [orderId],
  )
  return rowCount === 1
}

it('money by hand whose fact is slow has its tickets, though its process died', async () => {
  const orderId = await place()
  const guard = { agreed: () => sweepLater() }
  const taken = takeManualPayment(dying(), { orderId, staffId, proof: { method: 'cash' }, guard })
  await expect(taken).rejects.toThrow('killed')
  expect(await rig.order(orderId)).toMatchObject({ status: 'paid', grants: [] })

  await sweepLater()

  expect(await rig.order(orderId)).toMatchObject({ grants: [{ first: 1, last: 1 }] })
  expect(await isMarked(orderId)).toBe(false)
})

it('an order that is placed and paid in one, and slow, as well', async () => {
  const { productIds } = await rig.sellRaffle({ ticketsMax: 10 })
  const placed = placeManualOrder(dying(), {
    staff: { personId: staffId, sessionId: newId<string>() },
    request: {
      customerPhone: '03 123456',
      items: [{ productId: productIds[0]!, quantity: 2 }],
      shippingMethod: 'pickup',
      paymentMethod: 'cash',
      status: 'paid',
    },
    idempotencyKey: null,
    agreed: () => sweepLater(),
  })
  await expect(placed).rejects.toThrow('killed')
  const { rows } = await rig.test.owner.query<{ id: OrderId }>(
    'select order_id as id from order_contacts order by created_at desc limit 1',
  )
  const orderId = rows[0]!.id
  expect(await rig.order(orderId)).toMatchObject({ status: 'paid', grants: [] })

  await sweepLater()

  expect(await rig.order(orderId)).toMatchObject({ grants: [{ first: 1, last: 2 }] })
  expect(await isMarked(orderId)).toBe(false)
})

it('an order that nobody is paying is looked at once', async () => {
  const orderId = await place()
  expect(await isMarked(orderId)).toBe(true)
  await sweepLater()
  expect(await isMarked(orderId)).toBe(false)
})

it('whoever has made no fact within a minute is dead, and nobody waits for him', async () => {
  const orderId = await place()
  const guard = { agreed: () => Promise.reject(new Error('killed')) }
  const taken = takeManualPayment(rig.desk, { orderId, staffId, proof: { method: 'cash' }, guard })
  await expect(taken).rejects.toThrow('killed')
  await sweepLater()
  expect(await isMarked(orderId)).toBe(true)
  await sweepLater(60)
  expect(await isMarked(orderId)).toBe(false)
})

it.each(['pending', 'paid'] as const)('a mark set while it looks stays: %s', async (status) => {
  const orderId = await soldByHand(rig, { staffId, status })
  await rig.moveClock(21)
  const { load } = other.desk.orders
  const orders: OrderDesk['orders'] = {
    ...other.desk.orders,
    async load(id, options) {
      const loaded = await load(id, options)
      await expectToFinish(rig.desk, orderId)
      return loaded
    },
  }
  await finishUnfinished({ ...other.desk, orders })
  expect(await isMarked(orderId)).toBe(true)
  await sweepLater()
  expect(await isMarked(orderId)).toBe(false)
})

it('a mark that is set while money by hand is taken stays, and no other', async () => {
  const proof = { method: 'cash' } as const
  const alone = await place()
  await takeManualPayment(rig.desk, { orderId: alone, staffId, proof })
  expect(await isMarked(alone)).toBe(false)

  const orderId = await place()
  const orders: OrderDesk['orders'] = {
    ...rig.desk.orders,
    async change(id, change) {
      const changed = await rig.desk.orders.change(id, change)
      await expectToFinish(other.desk, orderId)
      return changed
    },
  }
  await takeManualPayment({ ...rig.desk, orders }, { orderId, staffId, proof })
  expect(await isMarked(orderId)).toBe(true)
  await sweepLater()
  expect(await isMarked(orderId)).toBe(false)
})
