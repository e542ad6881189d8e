// Cancelling, by staff or by the buyer before paying. Money that was paid becomes a refund duty in
// the same breath (`events/order`); reservations go back, numbers become void and receipts that
// have not gone are given up afterwards, by this call or, if the process dies here, by the reactor
// that hears `OrderCancelled`. So do pieces of counted goods go back that a paid order has taken,
// where staff say that they can be sold again. While a draw holds its tickets a paid order is not
// cancelled (`events/order/at-draw.ts`). What lies in a halted raffle waits for it, and the sweep
// of unfinished orders comes back for it.
import { assert } from '#events/kernel/assert.ts'
import type { LineId, OrderId, RaffleId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import { drawStandingOf } from '#events/order/at-draw.ts'
import type { DrawStanding } from '#events/order/at-draw.ts'
import type { PlacedOrder } from '#events/order/decide.ts'
import type { CancelReason, StaffReason } from '#events/order/evolve.ts'
import type { Grant, OrderEvent, OrderLine } from '#events/order/events.ts'
import { linesToRestock, returnedLines } from '#events/order/return-line.ts'
import { isSealed } from '#events/raffle/draw-state.ts'
import type { RaffleDraw } from '#events/raffle/draw-state.ts'

import { expectToFinish } from './finish-due.ts'
import { giveUpReceipts } from './give-up-messages.ts'
import { releaseGoods } from './hold-goods.ts'
import { releaseTickets } from './hold-tickets.ts'
import type { OrderDesk } from './order-desk.ts'
import type { Guard } from './orders.ts'
import { requirePlaced } from './orders.ts'
import { isHalted } from './passing.ts'
import { freeKey } from './purchase-keys.ts'
import { restockLines } from './restock.ts'
import type { RestockedBy } from './restock.ts'
import { voidNumbers } from './void-numbers.ts'

export type Cancelling = {
  orderId: OrderId
  reason: CancelReason
  actor: string
  /** With the reason `staff`: what moved them. */
  staffReason?: StaffReason | undefined
  /** What it has taken of counted goods goes back on the shelf. */
  restock?: boolean | undefined
  guard?: Guard
}

export async function cancelOrder(desk: OrderDesk, cancelling: Cancelling): Promise<PlacedOrder> {
  const order = await recordCancelled(desk, cancelling)
  await afterCancelled(desk, cancelling.orderId)
  return order
}

/** The fact alone; `afterCancelled` follows, or the reactor does the same. */
export async function recordCancelled(
  desk: OrderDesk,
  { orderId, reason, actor, staffReason, restock = false, guard = {} }: Cancelling,
): Promise<PlacedOrder> {
  const { order } = await desk.orders.change(orderId, {
    ...guard,
    actor,
    commands: async (known) => {
      const drawStanding = await standingNow(desk, requirePlaced(known))
      const now = desk.now().toISOString()
      const why = { reason, ...(staffReason !== undefined && { staffReason }), drawStanding }
      return [{ type: 'CancelOrder', now, ...why, restock, refundId: `cancelled:${orderId}` }]
    },
  })
  return requirePlaced(order)
}

export async function afterCancelled(desk: OrderDesk, orderId: OrderId): Promise<void> {
  await giveUpReceipts(desk, { orderId, isCancelled: true })
  await giveBack(desk, orderId)
  await freeKey(desk.database, orderId)
}

type Store = Pick<OrderDesk, 'store'>

/** Of these tickets, by the facts of their raffles. */
export async function standingNow(
  desk: Store,
  { grants }: Pick<PlacedOrder, 'grants'>,
): Promise<DrawStanding | null> {
  const draws = await drawsOf(desk, grants)
  return drawStandingOf(grants, (raffleId) => draws.get(raffleId) ?? null)
}

/** Of the raffles of these tickets those whose register is sealed: nothing becomes void in them. */
export async function sealedRafflesOf(desk: Store, { grants }: PlacedOrder): Promise<RaffleId[]> {
  const draws = await drawsOf(desk, grants)
  return [...draws].flatMap(([raffleId, draw]) =>
    draw !== null && isSealed(draw) ? [raffleId] : [],
  )
}

/** By the facts of the raffles, not by what is listed of them. */
async function drawsOf({ store }: Store, grants: readonly Grant[]) {
  const draws = new Map<RaffleId, RaffleDraw | null>()
  for (const raffleId of new Set(grants.map((grant) => grant.raffleId))) {
    const { raffle } = await store.raffle(raffleId).state()
    const isOn = raffle.status === 'open' || raffle.status === 'closed'
    draws.set(raffleId, isOn ? raffle.draw : null)
  }
  return draws
}

/**
 * What a cancelled order still occupies, or what came back of one that goes on. Not of an expired
 * one: its reservations end by themselves, and a late payment may be taking them again at this
 * moment.
 */
export async function giveBack(desk: OrderDesk, orderId: OrderId): Promise<void> {
  if (!(await stillOccupies(desk, orderId))) return
  if ((await expectToFinish(desk, orderId)) !== null) return
  throw new Rejection('raffle_halted', `A raffle of the order ${orderId} is halted.`)
}

/** Gives back what can be; true: something lies in a halted raffle, to be asked again later. */
export async function stillOccupies(desk: OrderDesk, orderId: OrderId): Promise<boolean> {
  // Another process may have cancelled it since it was read here.
  const { order } = await desk.orders.load(orderId, { fresh: true })
  if (order.status === 'none' || order.cancelReason === 'expired') return false
  const isCancelled = order.status === 'cancelled'
  const back = new Set((isCancelled ? order.lines : returnedLines(order)).map(lineIdOf))
  if (back.size === 0) return false
  if (isCancelled) await releaseGoods(desk.stock, order.lines)
  const acts = [
    ...(isCancelled ? [() => releaseTickets(desk.store, order.lines)] : []),
    ...order.grants
      .filter(({ lineId }) => back.has(lineId))
      .map((grant) => () => voidNumbers(desk, { orderId, ...grant }, 'order_cancelled')),
  ]
  let isWaiting = false
  for (const act of acts)
    try {
      await act()
    } catch (error) {
      if (!isHalted(error)) throw error
      isWaiting = true
    }
  const lines = linesToRestock(order)
  if (lines.length > 0)
    await restockLines(desk, { orderId, lines, byOf: await saidIn(desk, orderId) })
  return isWaiting
}

/**
 * Who said of a line that it came back, or else that the order ended, and by which act: the order's
 * own facts tell it to whoever does this once more, and its note says from where.
 */
async function saidIn({ store }: Store, orderId: OrderId): Promise<(of: LineId) => RestockedBy> {
  const facts = await store.readStream<OrderEvent>(`order/${orderId}`)
  return (of) => {
    const fact =
      facts.findLast(({ event }) => isReturnOf(of, event)) ??
      facts.findLast(({ event }) => event.type === 'OrderCancelled')
    assert(fact !== undefined, 'pieces come back by a fact of their order')
    return { actor: fact.meta.actor, correlationId: fact.meta.commandId }
  }
}

const isReturnOf = (of: LineId, { type, data }: OrderEvent): boolean =>
  type === 'RefundDue' && data.cause === 'returned' && data.lineId === of

const lineIdOf = ({ lineId }: OrderLine) => lineId
