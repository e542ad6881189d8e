// The payment pages poll every two seconds, thousands at once. Their answer is kept as text until
// the order changes, wherever that is (`order-follower.ts`), or for a second where nobody follows.
import type { OrderId } from '#events/kernel/ids.ts'

import type { Orders } from '../commands/orders.ts'
import { paymentStatusResponse } from '../contract/payment-status.ts'
import type { PaymentStatusResponse } from '../contract/payment-status.ts'
import type { OrderFollower } from './order-follower.ts'
import { paymentStatus } from './order-view.ts'
import { notFound } from './problem.ts'

export type PaymentStatusCache = {
  read: (orderId: OrderId) => Promise<KeptStatus>
  stop: () => void
}

export type KeptStatus = {
  body: string
  /** Waiting for a provider. */
  isPending: boolean
  /** It waits still, and its last attempt has failed. */
  isDeclined: boolean
}

const KEPT_MAX = 20_000
const FRESH_MS = 1_000

const hasFailed = ({ whishPayStatus, montyPayStatus }: PaymentStatusResponse) =>
  whishPayStatus === 'failed' || montyPayStatus === 'decline' || montyPayStatus === 'failed'

export function openPaymentStatusCache({
  orders,
  follower,
  nowMs = () => performance.now(),
}: {
  orders: Orders
  follower?: Pick<OrderFollower, 'onChange' | 'isCurrent'>
  nowMs?: () => number
}): PaymentStatusCache {
  const kept = new Map<OrderId, { status: KeptStatus; untilMs: number }>()
  const reading = new Map<OrderId, Promise<KeptStatus>>()
  const stops = [orders.onChange(forget), follower?.onChange(forget)]
  const isFresh = ({ untilMs }: { untilMs: number }) =>
    untilMs > nowMs() || follower?.isCurrent() === true

  function forget(orderId: OrderId) {
    kept.delete(orderId)
    // What is being read may be of before: it is given out, but not kept.
    reading.delete(orderId)
  }

  async function readNow(orderId: OrderId): Promise<KeptStatus> {
    const { order, placedAt } = await orders.load(orderId, { fresh: true })
    if (order.status === 'none' || placedAt === null) throw notFound()
    const answer = paymentStatusResponse.parse(paymentStatus(orderId, order, placedAt))
    const isPending = answer.status === 'pending'
    return { body: JSON.stringify(answer), isPending, isDeclined: isPending && hasFailed(answer) }
  }

  function keep(orderId: OrderId, status: KeptStatus) {
    kept.delete(orderId)
    kept.set(orderId, { status, untilMs: nowMs() + FRESH_MS })
    const [oldest] = kept.size > KEPT_MAX ? kept.keys() : []
    if (oldest !== undefined) kept.delete(oldest)
  }

  async function readAndKeep(orderId: OrderId): Promise<KeptStatus> {
    const started = readNow(orderId)
    reading.set(orderId, started)
    try {
      const status = await started
      if (reading.get(orderId) === started) keep(orderId, status)
      return status
    } finally {
      if (reading.get(orderId) === started) reading.delete(orderId)
    }
  }

  return {
    stop() {
      for (const stop of stops) stop?.()
    },
    async read(orderId) {
      const known = kept.get(orderId)
      if (known !== undefined && isFresh(known)) return known.status
      return reading.get(orderId) ?? readAndKeep(orderId)
    },
  }
}
