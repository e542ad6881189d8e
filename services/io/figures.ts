// What this process counts wherever it happens, one figure of each for the process; the private
// listener hands them out. What can be looked up when somebody asks is looked up instead
// (`watch-shop.ts`). No label is anybody's: logs, providers, outcomes and names of facts alone.
import { Counter, Histogram } from 'prom-client'
import type { Registry } from 'prom-client'

const registers: [] = [] // each shop's own registry takes them all (`http/metrics.ts`)
const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10]

const batchItems = new Histogram({
  name: 'append_batch_items',
  help: 'What was committed together, by kind of log',
  labelNames: ['log'],
  buckets: [1, 2, 5, 10, 20, 50, 100, 200],
  registers,
})

const batchSeconds = new Histogram({
  name: 'append_batch_seconds',
  help: 'From sending a batch to its commit, the wait for the lock of its log included',
  labelNames: ['log'],
  buckets: SECONDS,
  registers,
})

const facts = new Counter({
  name: 'facts_recorded_total',
  help: 'Facts that were committed, by name',
  labelNames: ['type'],
  registers,
})

export const ticketsIssued = new Counter({
  name: 'tickets_issued_total',
  help: 'Ticket numbers that were given out',
  registers,
})

export const holdsExpired = new Counter({
  name: 'holds_expired_total',
  help: 'Reservations that ended unpaid',
  registers,
})

export const paidToTickets = new Histogram({
  name: 'paid_to_tickets_seconds',
  help: 'From the confirmation of a payment until the page of its order shows its tickets',
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60],
  registers,
})

export const providerSeconds = new Histogram({
  name: 'provider_seconds',
  help: 'Calls of providers of payments, messages and the beacon, by outcome',
  labelNames: ['provider', 'outcome'],
  buckets: SECONDS,
  registers,
})

export const paymentCallbacks = new Counter({
  name: 'payment_callbacks_total',
  help: 'Callbacks of payment providers: verified, repeated, or doubtful',
  labelNames: ['provider', 'outcome'],
  registers,
})

// What an alarm counts begins at nothing, not with its first incident.
for (const provider of ['whishpay', 'montypay'])
  for (const outcome of ['verified', 'repeated', 'doubtful'])
    paymentCallbacks.inc({ provider, outcome }, 0)

export const fencesLost = new Counter({
  name: 'raffle_fences_lost_total',
  help: 'Batches of a raffle that another process was faster than; they are decided anew',
  registers,
})

export const commitsUnknown = new Counter({
  name: 'database_commits_unknown_total',
  help: 'Transactions whose commit was sent and not answered: looked up before anything is said',
  registers,
})

export function handOut(registry: Registry): void {
  registry.registerMetric(batchItems)
  registry.registerMetric(batchSeconds)
  registry.registerMetric(facts)
  registry.registerMetric(ticketsIssued)
  registry.registerMetric(holdsExpired)
  registry.registerMetric(paidToTickets)
  registry.registerMetric(providerSeconds)
  registry.registerMetric(paymentCallbacks)
  registry.registerMetric(fencesLost)
  registry.registerMetric(commitsUnknown)
}

export type CommittedBatch = {
  log: 'shop' | 'raffle'
  items: number
  /** Of `performance.now()`. */
  sentMs: number
  /** Names of the facts in it. */
  types: readonly string[]
}

export function noteBatch({ log, items, sentMs, types }: CommittedBatch): void {
  batchItems.observe({ log }, items)
  batchSeconds.observe({ log }, (performance.now() - sentMs) / 1_000)
  const counts = new Map<string, number>()
  for (const type of types) counts.set(type, (counts.get(type) ?? 0) + 1)
  for (const [type, count] of counts) facts.inc({ type }, count)
}
