import type { OrderId } from '#events/kernel/ids.ts'
import type { PlacedOrder } from '#events/order/decide.ts'

import type { OrderDesk } from './order-desk.ts'
import { requirePlaced } from './orders.ts'

/** Handed over or delivered: staff say so, nothing happens by itself (answers 94). */
export async function completeOrder(
  desk: OrderDesk,
  { orderId, actor }: { orderId: OrderId; actor: string },
): Promise<PlacedOrder> {
  const { order } = await desk.orders.change(orderId, {
    actor,
    commands: (known) => {
      requirePlaced(known)
      return [{ type: 'CompleteOrder' }]
    },
  })
  return requirePlaced(order)
}
