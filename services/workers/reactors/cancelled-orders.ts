// The second half of a cancellation, or of the return of a line, when the process that began it
// died: reservations go back, numbers become void, pieces of goods go on the shelf.
import type { OrderEvent } from '#events/order/events.ts'

import { giveBack } from '../../commands/cancel-order.ts'
import type { OrderDesk } from '../../commands/order-desk.ts'
import { orderIdOf } from '../../commands/orders.ts'
import type { Reactor } from '../reactor.ts'
import { reactorReads } from './reads.ts'

type RefundDue = Extract<OrderEvent, { type: 'RefundDue' }>['data']

export function cancelledOrders(desk: OrderDesk): Reactor {
  return {
    name: 'cancelled-orders',
    reads: reactorReads['cancelled-orders'],
    isTransactional: false,
    async react({ streamId, event }) {
      // What a whole order owes is told by its cancellation.
      const isOther = event.type === 'RefundDue' && !isReturn(event.data)
      if (isOther) return
      await giveBack(desk, orderIdOf(streamId))
    },
  }
}

const isReturn = ({ cause, lineId }: RefundDue) => cause === 'returned' && lineId !== null
