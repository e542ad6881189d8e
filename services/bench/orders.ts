// The whole command path: place, confirm, issue. Every stream, row, leaf and key that production
// writes, with a provider that answers at once, so that only our own work is measured.
import { performance } from 'node:perf_hooks'

import type { OrderId } from '#events/kernel/ids.ts'

import type { PaymentProvider } from '../providers/payments/port.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'

export type OrdersFigure = {
  callers: number
  raffles: number
  ordersPerSecond: number
  placeP99Ms: number
  settleP99Ms: number
}

export async function benchOrders(load: {
  callers: number
  raffles: number
  seconds: number
}): Promise<OrdersFigure> {
  const providers = { whishpay: atOnce('whishpay'), montypay: atOnce('montypay') }
  const rig = await openPurchaseRig({ providers, log: silent })
  try {
    return await run(rig, load)
  } finally {
    await rig.stop()
  }
}

const silent = { info: () => {}, warn: () => {}, error: () => {} }

async function run(
  rig: PurchaseRig,
  { callers, raffles, seconds }: { callers: number; raffles: number; seconds: number },
): Promise<OrdersFigure> {
  const onSale = await Promise.all(
    Array.from({ length: raffles }, () => rig.sellRaffle({ ticketsMax: 10_000_000 })),
  )
  const placeMs: number[] = []
  const settleMs: number[] = []
  const start = performance.now()
  const caller = async (place: number) => {
    const productId = onSale[place % raffles]!.productIds[0]!
    while (performance.now() - start < seconds * 1_000) {
      const asked = performance.now()
      const { id } = await rig.buy({ items: [{ productId, quantity: 1 }] })
      const answered = performance.now()
      await rig.watch.askNow(id as OrderId)
      placeMs.push(answered - asked)
      settleMs.push(performance.now() - answered)
    }
  }
  await Promise.all(Array.from({ length: callers }, (_, place) => caller(place)))
  const elapsedSeconds = (performance.now() - start) / 1_000
  return {
    callers,
    raffles,
    ordersPerSecond: Math.round(settleMs.length / elapsedSeconds),
    placeP99Ms: p99(placeMs),
    settleP99Ms: p99(settleMs),
  }
}

function p99(waits: number[]): number {
  const sorted = waits.toSorted((a, b) => a - b)
  return Number((sorted[Math.floor(sorted.length * 0.99)] ?? 0).toFixed(1))
}

const atOnce = (code: PaymentProvider['code']): PaymentProvider => ({
  code,
  capabilities: { refund: 'none', expiry: false, cancel: false },
  start: async ({ ref }) => ({
    kind: 'started',
    redirectUrl: `https://pay.example/${ref}`,
    providerRef: null,
  }),
  parseCallback: () => ({
    attemptRef: null,
    dedupeKey: 'none',
    isAuthentic: false,
    isPaidWord: false,
  }),
  fetchStatus: async () => ({
    state: 'paid',
    providerStatus: 'success',
    amountCents: null,
    currency: null,
    providerRef: null,
  }),
})
