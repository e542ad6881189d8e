// Tells the buyer what became of an order, once for each fact: its text has the fact's name.
import type { QuraEvent } from '#events/catalogue.ts'
import type { Order } from '#events/order/decide.ts'

import type { Notice } from '../../commands/order-notices.ts'
import { noticeTo } from '../../commands/order-notices.ts'
import type { OrderDesk } from '../../commands/order-desk.ts'
import { orderIdOf } from '../../commands/orders.ts'
import { moneyOf } from '../../commands/price-purchase.ts'
import type { Reactor } from '../reactor.ts'

export function orderNotices(desk: OrderDesk): Reactor {
  return {
    name: 'order-notices',
    reads: {
      shop: ['OrderMadeReady', 'OrderSentOut', 'OrderCompleted', 'OrderCancelled', 'RefundPaid'],
    },
    isTransactional: false,
    // A gateway takes its time to answer, and in a rush thousands wait.
    atOnce: 16,
    async react({ event, streamId, version }) {
      const orderId = orderIdOf(streamId)
      const { order } = await desk.orders.load(orderId)
      const notice = noticeOf(event, order)
      if (notice === null) return
      await noticeTo(desk, orderId, { ref: `notice:${orderId}:${version}`, notice })
    },
  }
}

function noticeOf(event: QuraEvent, order: Order): Notice | null {
  switch (event.type) {
    case 'OrderMadeReady':
      return { kind: 'ready' }
    case 'OrderSentOut':
      return { kind: 'sent_out' }
    case 'OrderCompleted':
      return { kind: 'handed_over' }
    case 'OrderCancelled':
      // What a buyer asked for is answered by name; what expired is no news.
      if (event.data.reason !== 'staff' || event.data.staffReason === 'customer_asked') return null
      return { kind: isPaid(order) ? 'cancelled_paid' : 'cancelled' }
    case 'RefundPaid':
      return { kind: 'refund_paid', amount: moneyOf(event.data.amountCents) }
    default:
      return null
  }
}

const isPaid = (order: Order) => order.status !== 'none' && order.payments.length > 0
