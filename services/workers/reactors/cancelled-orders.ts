// The second half of a cancellation, when the process that began it died: reservations go back,
// numbers become void, pieces of goods go on the shelf.
import { giveBack } from '../../commands/cancel-order.ts'
import type { OrderDesk } from '../../commands/order-desk.ts'
import { orderIdOf } from '../../commands/orders.ts'
import type { Reactor } from '../reactor.ts'

export function cancelledOrders(desk: OrderDesk): Reactor {
  return {
    name: 'cancelled-orders',
    reads: { shop: ['OrderCancelled'] },
    isTransactional: false,
    react: ({ streamId, meta }) =>
      giveBack(desk, orderIdOf(streamId), meta.actor ?? 'system:cancel-order'),
  }
}
