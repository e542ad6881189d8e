// Two processes finish the same paid line and disagree: one finds no room and owes the money, the
// other is given numbers. They never stay in the draw, whoever dies over it.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

import type { OrderId, RaffleId, VariantId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import { liftHalt, markHalted } from '../event-store/raffle-halts.ts'
import { sellCounted } from '../testing/counted-goods.ts'
import { openProcessesRig } from '../testing/processes-rig.ts'
import type { ProcessesRig } from '../testing/processes-rig.ts'
import { finishUnfinished } from './finish-orders.ts'
import { finishOrder } from './issue-tickets.ts'
import type { OrderDesk } from './order-desk.ts'
import { openPaymentWatch } from './payment-watch.ts'

let rig: ProcessesRig
beforeAll(async () => void (rig = await openProcessesRig()))
afterEach(() => rig.stopOthers())
afterAll(() => rig.stop())

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

type Paid = { orderId: OrderId; raffleId: RaffleId; variantId: VariantId }

/** Two of five pieces, each with a ticket: paid, and nobody has begun to finish it. */
async function paid(): Promise<Paid> {
  const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 10 })
  const goods = await sellCounted(rig, { pieces: 5, product: productIds[0]!, priceCents: 1_000 })
  const { id } = await rig.buy({ items: [{ ...goods, quantity: 2 }] })
  const orderId = id as OrderId
  const { desk } = rig.anotherProcess()
  const killed = () => {
    throw new Error('killed')
  }
  await rig.pay(orderId, 'approve', 0)
  const watch = openPaymentWatch({ ...desk, store: { ...desk.store, raffle: killed } })
  await expect(watch.askNow(orderId)).rejects.toThrow('killed')
  expect(await rig.order(orderId)).toMatchObject({ status: 'paid', grants: [], refunds: [] })
  return { orderId, raffleId, variantId: goods.variantId }
}

/** Refused by one; `slow` has read the order before that and is given numbers after it. */
async function disagree(end: (slow: OrderDesk) => OrderDesk) {
  const known = await paid()
  const slow = rig.anotherProcess().desk
  await slow.orders.load(known.orderId)
  await finishOrder(findingNoRoom(rig.anotherProcess().desk), known.orderId)
  const finish = () => finishOrder(end(slow), known.orderId)
  return { ...known, finish }
}

const valid = async (raffleId: RaffleId) => {
  const { raffle } = await rig.store.raffle(raffleId).state()
  return raffle.status === 'unpublished' ? NaN : raffle.issued - raffle.voided
}

const taken = async (variantId: VariantId) => {
  const { rows } = await rig.test.owner.query<{ taken: number }>(
    'select taken::int from variant_stock where variant_id = $1',
    [variantId],
  )
  return rows[0]?.taken
}

async function sweepUnfinished(): Promise<void> {
  await rig.moveClock(21)
  while ((await finishUnfinished(rig.anotherProcess().desk)) > 0);
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
  const { orderId, raffleId, variantId, finish } = await disagree((slow) => slow)
  expect(await taken(variantId)).toBe(0)

  expect(await finish()).toMatchObject(refused)
  expect(await finish()).toMatchObject(refused)

  expect(await valid(raffleId)).toBe(0)
  expect(await taken(variantId)).toBe(0)
  await sweepUnfinished()
  expect(await rig.order(orderId)).toMatchObject(refused)
  expect(await due(orderId)).toBe(false)
})

it('also when the process dies that was given them', async () => {
  const { orderId, raffleId, variantId, finish } = await disagree(dying)
  await expect(finish()).rejects.toThrow('killed')
  expect([await valid(raffleId), await taken(variantId)]).toEqual([2, 2])

  await sweepUnfinished()

  expect([await valid(raffleId), await taken(variantId)]).toEqual([0, 0])
  expect(await due(orderId)).toBe(false)
})

it('also when their raffle is halted meanwhile', async () => {
  const { orderId, raffleId, finish } = await disagree(dying)
  await expect(finish()).rejects.toThrow('killed')
  const logId = `raffle/${raffleId}`
  await markHalted(rig.test.database, { logId, error: new Error('7 is not 8') })
  await sweepUnfinished()
  expect(await due(orderId)).toBe(true)

  await liftHalt(rig.test.owner, logId)
  await sweepUnfinished()

  expect(await valid(raffleId)).toBe(0)
  expect(await due(orderId)).toBe(false)
})

it('also when it is the sweep that finds no room, and has nothing more to do', async () => {
  const { orderId, raffleId } = await paid()
  const slow = rig.anotherProcess().desk
  await slow.orders.load(orderId)
  await rig.test.owner.query(
    'update order_contacts set finish_due_at = clock_now() where order_id = $1',
    [orderId],
  )
  await finishUnfinished(findingNoRoom(rig.anotherProcess().desk))
  expect(await rig.order(orderId)).toMatchObject(refused)
  await expect(finishOrder(dying(slow), orderId)).rejects.toThrow('killed')
  expect(await valid(raffleId)).toBe(2)

  await sweepUnfinished()
  expect(await valid(raffleId)).toBe(0)
  await sweepUnfinished()
  expect(await due(orderId)).toBe(false)
})

it('a line that another process grants meanwhile keeps its piece', async () => {
  const { orderId, variantId } = await paid()
  const { desk } = rig.anotherProcess()
  const other = rig.anotherProcess().desk
  const issue = async () => {
    await finishOrder(other, orderId)
    throw new Rejection('tickets_left', 'Only 0 tickets left')
  }
  const raffle = (raffleId: RaffleId) => ({ ...desk.store.raffle(raffleId), issue })

  const settled = await finishOrder({ ...desk, store: { ...desk.store, raffle } }, orderId)

  expect(settled).toMatchObject({ grants: [{ first: 1, last: 2 }], refunds: [] })
  expect(await taken(variantId)).toBe(2)
})
