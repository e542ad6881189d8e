// Waiting for a payment: the status is read every 2 seconds, at most 15 times. A card payment that
// is still pending is reconciled with its provider, at most 15 times too.
import { useEffect, useState } from 'react'

import type { PaymentStatusResponse } from '#services/contract/payment-status.ts'

import { readPaymentStatus } from './api/payment-status.ts'
import { reconcilePayment } from './api/reconcile.ts'
import { awaitsTickets, outcomeOf } from './outcome.ts'

const POLL_MS = 2_000
const ATTEMPTS_MAX = 15

export type PaymentView =
  | { kind: 'loading' }
  | { kind: 'success'; order: PaymentStatusResponse }
  | { kind: 'error'; cause: 'failed' | 'timeout' | 'unreachable' }

/** One wait, from its component's first render on: another wait is another component. */
export function usePaymentOutcome(orderId: string): PaymentView {
  const [view, setView] = useState<PaymentView>({ kind: 'loading' })
  useEffect(() => {
    const stop = new AbortController()
    watch(orderId, setView, stop.signal).catch(() => {
      if (!stop.signal.aborted) setView({ kind: 'error', cause: 'unreachable' })
    })
    return () => stop.abort()
  }, [orderId])
  return view
}

async function watch(
  orderId: string,
  show: (view: PaymentView) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const order = await settledStatus(orderId, signal)
    if (signal.aborted) return

    const outcome = outcomeOf(order)
    if (outcome === 'failed') return show({ kind: 'error', cause: 'failed' })
    if (outcome === 'success') {
      show({ kind: 'success', order })
      if (!awaitsTickets(order)) return // the numbers are printed
    }
    await pause(POLL_MS)
    if (signal.aborted) return
    if (attempt === ATTEMPTS_MAX && outcome === 'pending') show({ kind: 'error', cause: 'timeout' })
  }
}

/** The status; of a pending card payment after its provider was asked. */
async function settledStatus(orderId: string, signal: AbortSignal): Promise<PaymentStatusResponse> {
  const order = await readPaymentStatus(orderId, signal)
  if (order.paymentMethod !== 'montypay' || outcomeOf(order) !== 'pending') return order

  const { reconciled, alreadyProcessed } = await reconcilePayment(orderId)
  return reconciled || alreadyProcessed ? readPaymentStatus(orderId, signal) : order
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
