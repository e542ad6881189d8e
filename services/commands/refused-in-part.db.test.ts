// A paid order waits for a halted raffle, and staff promise part of its money back meanwhile. What
// is refused for good afterwards owes what is left, never more than was paid, and the order ends.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

import type { CommandId, OrderId, RaffleId } from '#events/kernel/ids.ts'

import { liftHalt, markHalted } from '../event-store/raffle-halts.ts'
import { newId } from '../ids.ts'
import { sellCounted } from '../testing/counted-goods.ts'
import type { OtherProcess } from '../testing/faults/rig.ts'
import { openProcessesRig } from '../testing/processes-rig.ts'
import type { ProcessesRig } from '../testing/processes-rig.ts'
import { oweRefund } from './complete-refund.ts'
import { finishOrder } from './issue-tickets.ts'
import type { OrderDesk } from './order-desk.ts'
import { openPaymentWatch } from './payment-watch.ts'
import type { StockAnswer } from './stock-rows.ts'

let rig: ProcessesRig
beforeAll(async () => void (rig = await openProcessesRig()))
afterEach(() => rig.stopOthers())
afterAll(() => rig.stop())

const home = { shippingMethod: 'delivery', deliveryAddress: 'Rue Gouraud 40, Beirut' } as const

/** Two tickets of ten dollars each, brought to the buyer for five: paid, and the raffle halted. */
async function waiting(): Promise<{ orderId: OrderId; raffleId: RaffleId }> {
  const { raffleId, productIds } = await rig.sellRaffle({ ticketsMax: 2 })
  const { id } = await rig.buy({ ...home, items: [{ productId: productIds[0]!, quantity: 2 }] })
  const error = new Error('7 is not 8')
  await markHalted(rig.test.database, { logId: `raffle/${raffleId}`, error })
  await rig.pay(id, 'approve', 0)
  await rig.watch.askNow(id as OrderId)
  expect(await rig.order(id)).toMatchObject({ status: 'paid', grants: [], refunds: [] })
  return { orderId: id as OrderId, raffleId }
}

const promise = (desk: OrderDesk, orderId: OrderId, amountCents: number) =>
  oweRefund(desk, {
    orderId,
    amountCents,
    attemptId: null,
    actor: 'staff:test',
    guard: { commandId: newId<CommandId>() },
  })

/** The mark goes, and the raffle ends before it has sold anything more. */
async function resumeAndCancel(raffleId: RaffleId): Promise<OtherProcess> {
  expect(await liftHalt(rig.test.owner, `raffle/${raffleId}`)).toBe(true)
  const resumed = rig.anotherProcess()
  await resumed.desk.store
    .raffle(raffleId)
    .command(
      { type: 'CancelRaffle', now: '', reason: 'prize_unavailable' },
      { commandId: newId<CommandId>(), correlationId: raffleId, actor: 'system:test' },
    )
  return resumed
}

const attemptStateOf = async (orderId: OrderId) => {
  const { rows } = await rig.test.owner.query<{ state: string }>(
    'select state from payment_attempts where order_id = $1',
    [orderId],
  )
  return rows[0]!.state
}

const dutiesOf = async (orderId: OrderId) =>
  (await rig.order(orderId)).refunds.map(({ cause, amountCents }) => [cause, amountCents])

it.each([
  ['of delivery', 200, [2_000, 300]],
  ['of the line', 700, [1_800]],
  ['of all but a cent', 2_499, [1]],
])('part %s is promised: what is left is owed, once', async (_what, promisedCents, leftCents) => {
  const { orderId, raffleId } = await waiting()
  await promise(rig.desk, orderId, promisedCents)
  const { watch } = await resumeAndCancel(raffleId)

  await rig.moveClock(31)
  while ((await watch.checkDue()) > 0);

  const left = leftCents.map((amountCents) => ['not_issuable', amountCents])
  expect(await dutiesOf(orderId)).toEqual([['staff', promisedCents], ...left])
  expect(await attemptStateOf(orderId)).toBe('settled')
})

it('goods whose money is promised back whole, and that are gone, end with nothing', async () => {
  const goods = await sellCounted(rig, { pieces: 1, priceCents: 1_000 })
  const { id } = await rig.buy({ items: [{ ...goods, quantity: 1 }] })
  const orderId = id as OrderId
  const { desk } = rig.anotherProcess()
  const dying = taking(desk, () => Promise.reject(new Error('killed')))
  await rig.pay(orderId, 'approve', 0)
  await expect(openPaymentWatch(dying).askNow(orderId)).rejects.toThrow('killed')
  await promise(desk, orderId, 1_000)

  const { desk: late, watch } = rig.anotherProcess()
  const { variantId } = goods
  const short = taking(late, () => Promise.resolve({ kind: 'short', variantId, available: 0 }))
  await finishOrder(short, orderId)

  expect(await dutiesOf(orderId)).toEqual([
    ['staff', 1_000],
    ['not_issuable', 0],
  ])
  await rig.moveClock(31)
  while ((await watch.checkDue()) > 0);
  expect(await attemptStateOf(orderId)).toBe('settled')
})

/** With another answer to whoever would take a piece. */
function taking(desk: OrderDesk, take: () => Promise<StockAnswer>): OrderDesk {
  const add: OrderDesk['stock']['add'] = (change) =>
    change.act === 'take' ? take() : desk.stock.add(change)
  return { ...desk, stock: { ...desk.stock, add } }
}
