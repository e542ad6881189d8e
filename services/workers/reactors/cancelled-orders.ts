// The second half of a cancellation, or of the return of a line, when the process that began it
// died: reservations go back, numbers become void, pieces of goods go on the shelf, and receipts
// that have not gone are given up.
import type { OrderEvent } from '#events/order/events.ts'

import { giveBack } from '../../commands/cancel-order.ts'
import { giveUpReceipts } from '../../commands/give-up-messages.ts'
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
    async react({ streamId, event, recordedAt }) {
      const orderId = orderIdOf(streamId)
      if (event.type === 'RefundDue') {
        // What a whole order owes is told by its cancellation.
        if (!isReturn(event.data)) return
        // A receipt that was sent again since tells what is left.
        await giveUpReceipts(desk, { orderId, isCancelled: false, writtenBefore: recordedAt })
      }
      // What expired may have been paid late, and has a receipt then.
      if (event.type === 'OrderCancelled' && event.data.reason !== 'expired')
        await giveUpReceipts(desk, { orderId, isCancelled: true })
      await giveBack(desk, orderId)
    },
  }
}

const isReturn = ({ cause, lineId }: RefundDue) => cause === 'returned' && lineId !== null
