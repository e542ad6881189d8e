// A pending order keeps its tickets longer: the buyer comes tomorrow. First the raffles, then the
// fact, then the row that the sweep reads; a process that dies in between leaves tickets reserved
// for an order that ends earlier, never an order that waits for tickets it has lost.
import type { OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import type { PlacedOrder } from '#events/order/decide.ts'

import { extendHolds } from './hold-tickets.ts'
import { requireMayPay } from './may-pay.ts'
import type { OrderDesk } from './order-desk.ts'
import type { Guard } from './orders.ts'
import { requirePlaced } from './orders.ts'

export async function extendHold(
  desk: OrderDesk,
  {
    orderId,
    hours,
    actor,
    guard,
  }: { orderId: OrderId; hours: number; actor: string; guard: Guard },
): Promise<PlacedOrder> {
  const known = requirePlaced((await desk.orders.load(orderId, { fresh: true })).order)
  const now = desk.now()
  if (known.status === 'cancelled')
    throw new Rejection('order_cancelled', 'This order is cancelled')
  if (known.status !== 'pending') throw new Rejection('order_paid', 'This order is already paid')
  if (now.toISOString() >= known.holdUntil)
    throw new Rejection('hold_expired', 'The reservation of this order has ended.')

  const holdUntil = new Date(now.getTime() + hours * 3_600_000)
  if (holdUntil.toISOString() < known.holdUntil)
    throw new Rejection('shortening_refused', 'A reservation can only be extended')
  await requireMayPay(desk, { orderId, actor }, known)
  await extendHolds(desk.store, known.lines, holdUntil)
  const { order } = await desk.orders.change(orderId, {
    ...guard,
    actor,
    commands: () => [{ type: 'ExtendHold', holdUntil: holdUntil.toISOString() }],
  })
  await desk.database.query({
    name: 'extend_purchase_hold',
    text: 'update purchases set hold_until = $2 where order_id = $1',
    values: [orderId, holdUntil],
  })
  return requirePlaced(order)
}
