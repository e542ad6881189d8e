// The goods on their way to the buyer: ready to be fetched, sent out, handed over. Staff say so,
// nothing happens by itself; the buyer is told by the reactor `order-notices`. What came back, or
// was never away, begins anew; of that nobody is told.
import type { OrderId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import type { OrderCommand, PlacedOrder } from '#events/order/decide.ts'

import type { OrderDesk } from './order-desk.ts'
import type { Guard } from './orders.ts'
import { requirePlaced } from './orders.ts'
import { pickupCode } from './pickup-code.ts'

export type Handover = 'ready' | 'sent_out' | 'handed_over' | 'came_back'

const commands: Record<Handover, OrderCommand> = {
  ready: { type: 'MakeReady' },
  sent_out: { type: 'SendOut' },
  handed_over: { type: 'CompleteOrder' },
  came_back: { type: 'TakeBack' },
}

type HandingOn = {
  orderId: OrderId
  step: Handover
  actor: string
  /** What the buyer showed at the counter; null: staff knew him otherwise. */
  code?: string | null
  guard?: Guard
}

export async function handOn(
  desk: OrderDesk,
  { orderId, step, actor, code = null, guard = {} }: HandingOn,
): Promise<PlacedOrder> {
  if (code !== null) await requireCode(desk, orderId, code)
  const { order } = await desk.orders.change(orderId, {
    ...guard,
    actor,
    commands: (known) => {
      requirePlaced(known)
      return [commands[step]]
    },
  })
  return requirePlaced(order)
}

/** The code of whoever has the order's phone now: another process may have corrected it. */
async function requireCode(desk: OrderDesk, orderId: OrderId, code: string): Promise<void> {
  const { generation } = await desk.orders.load(orderId, { fresh: true })
  if (code.trim() !== pickupCode(desk.links, { orderId, generation }))
    throw new Rejection('wrong_code', 'This is not the pickup code of this order.')
}

export const completeOrder = (
  desk: OrderDesk,
  { orderId, actor, guard = {} }: Omit<HandingOn, 'step' | 'code'>,
): Promise<PlacedOrder> => handOn(desk, { orderId, actor, step: 'handed_over', guard })
