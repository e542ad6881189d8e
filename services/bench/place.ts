// The whole command path of a purchase in one process: place (price, rows, hold, OrderPlaced and
// PaymentAttempted), confirm (PaymentConfirmed), issue (the leaf, its commitments, the frontier),
// TicketsGranted, the attempt settled, and a job for each bell that the growth of the logs rings.
// Only the provider is not there: one in memory answers at once, because HTTP has a benchmark of
// its own.
import { randomUUID } from 'node:crypto'

import { orderIdSchema } from '#events/kernel/ids.ts'
import type { ProductId } from '#events/kernel/ids.ts'
import { allProjections } from '#projections/all.ts'

import type { OrderDesk } from '../commands/order-desk.ts'
import { settleOpen } from '../commands/payment-watch.ts'
import { placeOrder } from '../commands/place-order.ts'
import type { Core } from '../core.ts'
import type { PaymentProvider } from '../providers/payments/port.ts'
import { openBoss } from '../workers/boss.ts'
import { openProjector } from '../workers/projector.ts'
import type { BenchAddresses } from './append.ts'
import { openBenchCore } from './bench-core.ts'
import { hold } from './contest.ts'
import type { Outcome, Pace } from './contest.ts'
import { sellRaffle } from './raffle-on-sale.ts'

const NAME = 'place → confirm → issue'
const TARGET = { name: '2,000 orders/s', perSecond: 2_000 }
const CALLERS = [50, 500] as const

export async function benchPlace(
  { url }: BenchAddresses,
  pace: Pace,
  progress: (step: string) => void,
): Promise<Outcome[]> {
  const { core, close } = await openBenchCore(url)
  const bells = await hangBells(core, url)
  try {
    const { productId } = await sellRaffle(core, rush)
    await openProjector({ ...core, projections: allProjections }).catchUp()
    await core.catalogue.refresh()
    const desk = { ...core.desk, providers: { whishpay: alwaysPaid } }
    const contenders = [{ name: NAME, act: () => buy(desk, productId) }]
    const outcomes: Outcome[] = []
    for (const callers of CALLERS) {
      const contest = { name: 'whole command path', callers, contenders, targets: [] }
      const before = process.cpuUsage()
      const outcome = await hold(contest, pace, progress)
      outcomes.push(withTarget(outcome, { pace, spent: process.cpuUsage(before) }))
    }
    return outcomes
  } finally {
    await bells.stop()
    await close()
  }
}

export const rush = { name: 'Rush', ticketsMax: 10_000_000, ticketsPerUnit: 2, priceUsd: '12.50' }

/** One order from its cart to its numbers; a caller that is refused ends the benchmark. */
export async function buy(desk: OrderDesk, productId: ProductId): Promise<void> {
  const { id } = await placeOrder(desk, {
    buyer: { sessionId: randomUUID(), customerId: null },
    idempotencyKey: randomUUID(),
    purchase: {
      shippingMethod: 'pickup',
      paymentMethod: 'whishpay',
      customerName: 'Zeina Khoury',
      customerEmail: 'zeina@example.com',
      customerPhone: '+96171234567',
      items: [{ productId, quantity: 1 }],
    },
  })
  const orderId = orderIdSchema.parse(id)
  await settleOpen(desk, orderId)
  const { order } = await desk.orders.load(orderId)
  if (order.status !== 'paid' || order.grants.length !== 1)
    throw new Error(`order ${orderId} is ${order.status} and has no tickets`)
}

export const alwaysPaid: PaymentProvider = {
  code: 'whishpay',
  capabilities: { refund: 'none', expiry: false, cancel: false },
  start: async ({ ref }) => ({
    kind: 'started',
    redirectUrl: `https://pay.example/${ref}`,
    providerRef: null,
  }),
  parseCallback: () => ({ attemptRef: null, dedupeKey: '', isAuthentic: false, isPaidWord: false }),
  fetchStatus: async ({ amountCents, currency }) => ({
    state: 'paid',
    providerStatus: 'success',
    amountCents,
    currency,
    providerRef: null,
  }),
}

/** The jobs that a running shop writes; what they wake works in its own process. */
async function hangBells({ store }: Core, url: string) {
  const boss = await openBoss({ url, failed: (what, error) => warn(what, error) })
  const act = async () => {}
  const bells = [
    await boss.hang({ name: 'project', act }),
    await boss.hang({ name: 'react-receipts', act }),
    await boss.hang({ name: 'react-cancelled-orders', act }),
  ]
  const stopHearing = store.onGrowth(() => {
    for (const bell of bells) bell.ring()
  })
  return {
    async stop() {
      stopHearing()
      await boss.stop()
    },
  }
}

const warn = (what: string, error: unknown) =>
  process.stderr.write(`${what}: ${error instanceof Error ? error.message : String(error)}\n`)

type Measured = { pace: Pace; spent: NodeJS.CpuUsage }

/** Beside the rate: what an order costs this process, which a busy machine changes little. */
function withTarget(outcome: Outcome, { pace, spent }: Measured): Outcome {
  const [figure] = outcome.figures
  const ratio = Number(((figure?.perSecond ?? 0) / TARGET.perSecond).toFixed(2))
  const orders = (figure?.rounds ?? []).reduce((sum, perSecond) => sum + perSecond, 0)
  const eachMs = (spent.user + spent.system) / 1_000 / (orders * pace.seconds)
  const against = `${TARGET.name} (${eachMs.toFixed(2)} ms of this process for an order)`
  return { ...outcome, ratios: [{ against, ratio, target: 1, isReached: ratio >= 1 }] }
}
