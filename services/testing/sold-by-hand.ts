// An order of one product, taken by staff for cash.
import type { OrderId } from '#events/kernel/ids.ts'

import { placeManualOrder } from '../commands/manual-order.ts'
import { newId } from '../ids.ts'
import type { PurchaseRig } from './purchase-rig.ts'

export async function soldByHand(
  rig: PurchaseRig,
  { staffId, status }: { staffId: string; status: 'pending' | 'paid' },
): Promise<OrderId> {
  const { productIds } = await rig.sellRaffle({ ticketsMax: 10 })
  const { orderId } = await placeManualOrder(rig.desk, {
    staff: { personId: staffId, sessionId: newId<string>() },
    request: {
      customerPhone: '03 123456',
      items: [{ productId: productIds[0]!, quantity: 1 }],
      shippingMethod: 'pickup',
      paymentMethod: 'cash',
      status,
    },
    idempotencyKey: null,
  })
  return orderId
}
