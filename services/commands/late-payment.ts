// Money that comes after the reservation: it buys only if every line finds room again. Where it
// comes in the last moments, what is reserved lasts until it is issued.
import type { OrderId } from '#events/kernel/ids.ts'
import { isPlanted } from '#events/kernel/planted.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import type { PlacedOrder } from '#events/order/decide.ts'

import { extendHolds } from './hold-tickets.ts'
import type { OrderDesk } from './order-desk.ts'
import { holderOf } from './order-holder.ts'
import { requirePlaced } from './orders.ts'
import { isPassing } from './passing.ts'
import { reserveLines } from './reserve-lines.ts'

/** Long enough to issue what is reserved. */
export const ROOM_TO_ISSUE_MS = 5 * 60_000

/** The reservation is over, or ended with the order. */
export const isLate = (order: PlacedOrder, now: string): boolean =>
  order.status === 'cancelled'
    ? order.cancelReason === 'expired'
    : order.status === 'pending' && now >= order.holdUntil

/** Each says that there is nothing to keep here: whoever issues hears the same, and judges it. */
const NOTHING_TO_KEEP = new Set(['hold_gone', 'raffle_ended', 'raffle_cancelled', 'raffle_halted'])

/**
 * Before the fact: between it and the tickets the reservation would end, and somebody else have
 * them. Of an order whose reservation lasts long enough, as nearly all do, no raffle is asked.
 */
export async function holdToIssue({ store, now }: OrderDesk, order: PlacedOrder): Promise<void> {
  const until = new Date(now().getTime() + ROOM_TO_ISSUE_MS)
  if (order.status !== 'pending' || order.holdUntil >= until.toISOString()) return
  // Each by itself: one raffle says nothing of the others.
  for (const line of order.lines)
    try {
      await extendHolds(store, [line], until)
    } catch (error) {
      if (!(error instanceof Rejection) || !NOTHING_TO_KEEP.has(error.code)) throw error
    }
}

/** Another process may have confirmed the same money meanwhile, and count on what is held. */
async function isLateStill({ orders, now }: OrderDesk, orderId: OrderId): Promise<boolean> {
  const { order } = await orders.load(orderId, { fresh: true })
  return isLate(requirePlaced(order), now().toISOString())
}

/**
 * All lines find room again, or none does. Undefined: they have it; else why they do not. Throws
 * what passes: whether there is room is then not known yet.
 */
export async function reserveAgain(
  desk: OrderDesk,
  orderId: OrderId,
  order: PlacedOrder,
): Promise<Rejection | undefined> {
  const { lines } = order
  const expiresAt = new Date(desk.now().getTime() + ROOM_TO_ISSUE_MS)
  const contact = await holderOf(desk, orderId, order)
  const personKey = desk.personKeyOf(contact?.phone ?? '')
  try {
    const reservation = { orderId, lines, personKey, expiresAt }
    await reserveLines(desk, { ...reservation, mayGiveBack: () => isLateStill(desk, orderId) })
    await extendHolds(desk.store, lines, expiresAt)
    return undefined
  } catch (error) {
    if (isPlanted('late_money_needs_no_room')) return undefined
    if (error instanceof Rejection && !isPassing(error)) return error
    throw error
  }
}
