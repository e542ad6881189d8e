// Asks a provider for its page. The attempt is on record before: a question whose answer is lost is
// asked again under the same key, never under a new one.
import { Rejection } from '#events/kernel/rejection.ts'
import type { OrderId } from '#events/kernel/ids.ts'
import type { OrderAttempt } from '#events/order/evolve.ts'

import { TimedOut, timeout } from '../io/timers.ts'
import type { Attempt, Started } from '../providers/payments/port.ts'
import { whishCallbackUrls } from '../providers/payments/whish-callback.ts'
import type { OrderDesk } from './order-desk.ts'

/** A provider's page ends this long before the reservation does. */
const SESSION_BEFORE_HOLD_MINUTES = 10
const SESSION_MINUTES_MAX = 720

export type StartedPayment = { redirectUrl: string; providerRef: string | null }

type Startable = Pick<OrderAttempt, 'attemptId' | 'ref' | 'method' | 'amountCents'> & {
  orderId: OrderId
  holdUntil: Date
}

export async function startPayment(desk: OrderDesk, attempt: Startable): Promise<StartedPayment> {
  const provider = desk.providers[attempt.method]
  if (provider === undefined) throw unavailable()
  const { orderId } = attempt
  const { generation } = await desk.orders.load(orderId)
  const returnUrls = desk.links.returnUrls({ orderId, generation })
  const started = await desk
    .starting(() =>
      timeout('provider start', desk.startTimeoutMs, () =>
        provider.start({ ...attemptToStart(desk, attempt), ...returnUrls }),
      ),
    )
    .catch((error: unknown): Started => {
      if (error instanceof Rejection) throw error
      if (error instanceof TimedOut) return { kind: 'indeterminate' }
      desk.log.warn({ err: error, attemptId: attempt.attemptId }, 'payment provider failed')
      return { kind: 'indeterminate' }
    })
  if (started.kind === 'started') return started
  desk.log.warn(
    { attemptId: attempt.attemptId, orderId: attempt.orderId, outcome: started.kind },
    'payment not started',
  )
  throw unavailable()
}

/** What a provider's adapter sees of an attempt when it is to make a page for it. */
function attemptToStart(desk: OrderDesk, attempt: Startable): Attempt {
  const { ref, holdUntil } = attempt
  const { publicOrigin, callbackKey: key } = desk
  const callbacks = whishCallbackUrls({ publicOrigin, ref, key })
  const minutesHeld = Math.floor((holdUntil.getTime() - desk.now().getTime()) / 60_000)
  return {
    ...attemptToAsk({ ...attempt, providerRef: null }),
    successCallbackUrl: callbacks.success,
    failureCallbackUrl: callbacks.failure,
    sessionMinutes: Math.min(
      SESSION_MINUTES_MAX,
      Math.max(1, minutesHeld - SESSION_BEFORE_HOLD_MINUTES),
    ),
  }
}

/** The same attempt when it is only asked about: nobody is sent anywhere. */
export function attemptToAsk({
  orderId,
  attemptId,
  ref,
  amountCents,
  providerRef,
}: Omit<Startable, 'holdUntil' | 'method'> & { providerRef: string | null }): Attempt {
  return {
    attemptId,
    orderId,
    ref,
    amountCents,
    currency: 'USD',
    description: `Order ${orderId.slice(0, 8).toUpperCase()}`,
    providerRef,
    successUrl: '',
    failureUrl: '',
    successCallbackUrl: '',
    failureCallbackUrl: '',
    sessionMinutes: 0,
  }
}

const unavailable = () =>
  new Rejection(
    'payment_provider_unavailable',
    'The payment service does not answer. Your tickets stay reserved; please try again.',
  )
