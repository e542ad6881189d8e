import type { CommandId, OrderId } from '#events/kernel/ids.ts'
import type { PaymentMethod } from '#events/order/evolve.ts'
import type { PlacedOrder } from '#events/order/decide.ts'

import { deriveId } from '../ids.ts'
import type { OrderDesk } from './order-desk.ts'
import { requirePlaced } from './orders.ts'

/** Staff have given the money back: the duty is done. The second time nothing is recorded. */
export async function completeRefund(
  desk: OrderDesk,
  {
    orderId,
    refundId,
    method,
    actor,
  }: { orderId: OrderId; refundId: string; method: PaymentMethod | 'credit'; actor: string },
): Promise<PlacedOrder> {
  const { order } = await desk.orders.change(orderId, {
    commandId: deriveId<CommandId>('complete-refund', orderId, refundId),
    actor,
    commands: () => [{ type: 'PayRefund', refundId, method }],
  })
  return requirePlaced(order)
}
