// What became of a payment, asked of its provider: a bounded number at once, since in a rush
// everybody pays in one moment.
import type { OrderId } from '#events/kernel/ids.ts'
import type { OrderAttempt } from '#events/order/evolve.ts'

import type { PaymentStatus } from '../providers/payments/port.ts'
import type { OrderDesk } from './order-desk.ts'
import { attemptToAsk } from './start-payment.ts'

type Asked = Pick<OrderAttempt, 'attemptId' | 'ref' | 'method' | 'amountCents'> & {
  orderId: OrderId
  providerRef: string | null
}

/** Null: no answer came, or nobody is there to be asked; whoever asks comes again. */
export async function askProvider(desk: OrderDesk, asked: Asked): Promise<PaymentStatus | null> {
  const provider = desk.providers[asked.method]
  if (provider === undefined) return null
  try {
    return await desk.asking(() => provider.fetchStatus(attemptToAsk(asked)))
  } catch (error) {
    desk.log.warn({ err: error, attemptId: asked.attemptId }, 'payment provider did not answer')
    return null
  }
}
