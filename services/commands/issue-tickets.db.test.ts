// Two processes finish the same paid line and disagree: one finds no room and owes the money, the
// other is given numbers. They never stay in the draw, whoever dies over it.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

import type { OrderId, RaffleId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import { liftHalt, markHalted } from '../event-store/raffle-halts.ts'
import { openEventStore } from '../event-store/store.ts'
import type { EventStore } from '../event-store/types.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { finishUnfinished } from './finish-orders.ts'
import { finishOrder } from './issue-tickets.ts'
import type { OrderDesk } from './order-desk.ts'
import { openOrders } from './orders.ts'
import { openPaymentWatch } from './payment-watch.ts'

let rig: PurchaseRig
const stores: EventStore[] = []
beforeAll(async () => void (rig = await openPurchaseRig()))
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close()
})
afterAll(() => rig.stop())

function anotherProcess(): OrderDesk {
  const { now } = rig.desk
  const clock = { now, sync: async () => {} }
  const store = openEventStore({ database: rig.test.database, clock: clock as never })
  stores.push(store)
  const ownMaps = { placing: new Map(), settling: new Map(), finishing: new Map() }
  return { ...rig.desk, ...ownMaps, store, orders: openOrders({ store, now }) }
}

/** Of all raffles: the line is refused. */
function findingNoRoom(desk: OrderDesk): OrderDesk {
  const full = () => Promise.reject(new Rejection('tickets_left', 'Only 0 tickets left'))
  const raffle = (raffleId: RaffleId) => ({ ...desk.store.raffle(raffleId), issue: full })
  return { ...desk, store: { ...desk.store, raffle } }
}

/** As soon as it has the numbers. */
function dying(desk: OrderDesk): OrderDesk {
  const change = () => Promise.reject(new Error('killed'))
  return { ...desk, orders: { ...desk.orders, change } }
}

/** Paid, and nobody has begun to finish it. */
async function paid(): Promise<{ orderId: OrderId; raffleId: RaffleId }> {
  const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 10 })
  const { id } = await rig.buy({ items: [{ productId: productIds[0]!, quantity: 2 }] })
  const orderId = id as OrderId
  const desk = anotherProcess()
  const killed = () => {
    throw new Error('killed')
  }
  await rig.pay(orderId, 'approve', 0)
  const watch = openPaymentWatch({ ...desk, store: { ...desk.store, raffle: killed } })
  await expect(watch.askNow(orderId)).rejects.toThrow('killed')
  expect(await rig.order(orderId)).toMatchObject({ status: 'paid', grants: [], refunds: [] })
  return { orderId, raffleId }
}

/** Refused by one; `slow` has read the order before that and is given numbers after it. */
async function disagree(end: (slow: OrderDesk) => OrderDesk) {
  const { orderId, raffleId } = await paid()
  const slow = anotherProcess()
  await slow.orders.load(orderId)
  await finishOrder(findingNoRoom(anotherProcess()), orderId)
  const finish = () => finishOrder(end(slow), orderId)
  return { orderId, raffleId, finish }
}

const valid = async (raffleId: RaffleId) => {
  const { raffle } = await rig.store.raffle(raffleId).state()
  return raffle.status === 'unpublished' ? NaN : raffle.issued - raffle.voided
}

async function sweepUnfinished(): Promise<void> {
  await rig.moveClock(21)
  while ((await finishUnfinished(anotherProcess())) > 0);
}

const due = async (orderId: OrderId) => {
  const { rowCount } = await rig.test.owner.query(
    'select from order_contacts where order_id = $1 and finish_due_at is not null',
    [orderId],
  )
  return rowCount === 1
}

const refused = { status: 'paid', grants: [], refunds: [{ cause: 'not_issuable' }] }

it('numbers of a line whose money is owed become void, however often it is finished', async () => {
  const { orderId, raffleId, finish } = await disagree((slow) => slow)

  expect(await finish()).toMatchObject(refused)
  expect(await finish()).toMatchObject(refused)

  expect(await valid(raffleId)).toBe(0)
  await sweepUnfinished()
  expect(await rig.order(orderId)).toMatchObject(refused)
  expect(await due(orderId)).toBe(false)
})

it('also when the process dies that was given them', async () => {
  const { orderId, raffleId, finish } = await disagree(dying)
  await expect(finish()).rejects.toThrow('killed')
  expect(await valid(raffleId)).toBe(2)

  await sweepUnfinished()

  expect(await valid(raffleId)).toBe(0)
  expect(await due(orderId)).toBe(false)
})

it('also when their raffle is halted meanwhile', async () => {
  const { orderId, raffleId, finish } = await disagree(dying)
  await expect(finish()).rejects.toThrow('killed')
  const logId = `raffle/${raffleId}`
  await markHalted(rig.test.database, { logId, error: new Error('7 is not 8') })
  await expect(sweepUnfinished()).rejects.toThrow(AggregateError)
  expect(await due(orderId)).toBe(true)

  await liftHalt(rig.test.owner, logId)
  await sweepUnfinished()

  expect(await valid(raffleId)).toBe(0)
  expect(await due(orderId)).toBe(false)
})
