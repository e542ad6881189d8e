// What a payment's status means for the person who waits for it.
import type { PaymentStatusResponse } from '#services/contract/payment-status.ts'

export type Outcome = 'success' | 'failed' | 'pending'

type Status = Pick<PaymentStatusResponse, 'status' | 'whishPayStatus' | 'montyPayStatus'>

export function outcomeOf({ status, whishPayStatus, montyPayStatus }: Status): Outcome {
  if (status === 'paid' || status === 'completed') return 'success'
  if (status === 'cancelled') return 'failed'
  if (whishPayStatus === 'success') return 'success'
  if (montyPayStatus === 'settled' || montyPayStatus === 'success') return 'success'
  if (whishPayStatus === 'failed') return 'failed'
  if (montyPayStatus === 'decline' || montyPayStatus === 'failed') return 'failed'
  return 'pending'
}

/** Money arrived; the numbers are still being printed. */
export const awaitsTickets = (order: PaymentStatusResponse): boolean =>
  outcomeOf(order) === 'success' && order.status === 'pending'
