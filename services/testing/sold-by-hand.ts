// An order of one piece of each product, taken by staff for cash.
import type { OrderId, ProductId } from '#events/kernel/ids.ts'

import { placeManualOrder } from '../commands/manual-order.ts'
import { newId } from '../ids.ts'
import type { PurchaseRig } from './purchase-rig.ts'

type Sold = {
  staffId: string
  status: 'pending' | 'paid'
  /** Left out: of a raffle of its own. */
  productIds?: readonly ProductId[]
}

export async function soldByHand(
  rig: PurchaseRig,
  { staffId, status, productIds }: Sold,
): Promise<OrderId> {
  const sold = productIds ?? (await rig.sellRaffle({ ticketsMax: 10 })).productIds.slice(0, 1)
  const { orderId } = await placeManualOrder(rig.desk, {
    staff: { personId: staffId, sessionId: newId<string>() },
    request: {
      customerPhone: '03 123456',
      items: sold.map((productId) => ({ productId, quantity: 1 })),
      shippingMethod: 'pickup',
      paymentMethod: 'cash',
      status,
    },
    idempotencyKey: null,
  })
  return orderId
}
