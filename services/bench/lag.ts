// How far are the read models behind under load? Appends the facts of so many orders a second in
// small commits, while the workers run, and looks at the oldest unread fact forty times a second.
// Needs TEST_DATABASE_URL. Arguments: orders a second, seconds.
import { setTimeout as sleep } from 'node:timers/promises'

import { allProjections } from '#projections/all.ts'

import { testDatabase } from '../testing/database.ts'
import { projectionStatus } from '../workers/checkpoints.ts'
import { startWorkers } from '../workers/workers.ts'
import { insertFacts, syntheticShop } from './synthetic-shop.ts'

export type LagFigures = {
  eventsPerSecond: number
  p50Ms: number
  p99Ms: number
  maxMs: number
  /** Of one core, in this process: the load's own share included. */
  processorShare: number
}

const COMMIT_EVERY_MS = 20
const LOOK_EVERY_MS = 25

export async function benchLag(ordersPerSecond: number, seconds: number): Promise<LagFigures> {
  const facts = syntheticShop({
    seed: 'lag',
    raffles: 5,
    products: 50,
    orders: ordersPerSecond * seconds,
  })
  const db = await testDatabase()
  const listeners = new Set<(logId: string, head: number) => void>()
  const workers = await startWorkers({
    database: db.database,
    url: db.url,
    projections: allProjections,
    store: {
      onGrowth(listen) {
        listeners.add(listen)
        return () => void listeners.delete(listen)
      },
    },
    failed: (what, error) => process.stderr.write(`${what}: ${String(error)}\n`),
  })
  const lagsMs: number[] = []
  let isWriting = true
  const looking = (async () => {
    while (isWriting) {
      const statuses = await projectionStatus(db.database)
      lagsMs.push(Math.max(0, ...statuses.map(({ lagSeconds }) => lagSeconds * 1_000)))
      await sleep(LOOK_EVERY_MS)
    }
  })()
  const perCommit = Math.ceil((facts.length * COMMIT_EVERY_MS) / (seconds * 1_000))
  const processorBefore = process.cpuUsage()
  const startedMs = performance.now()
  for (let from = 0, commit = 1; from < facts.length; from += perCommit, commit++) {
    const now = new Date()
    const batch = facts.slice(from, from + perCommit).map((fact) => ({ ...fact, recordedAt: now }))
    await insertFacts(db.owner, batch)
    for (const listen of listeners) listen('shop/0', 0)
    await sleep(Math.max(0, startedMs + commit * COMMIT_EVERY_MS - performance.now()))
  }
  const elapsedMs = performance.now() - startedMs
  const { user, system } = process.cpuUsage(processorBefore)
  isWriting = false
  await looking
  await workers.stop()
  await db.drop()

  const sorted = lagsMs.toSorted((a, b) => a - b)
  const quantile = (part: number) => Math.round(sorted[Math.floor(sorted.length * part)] ?? 0)
  return {
    eventsPerSecond: Math.round((facts.length * 1_000) / elapsedMs),
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
    maxMs: Math.round(sorted.at(-1) ?? 0),
    processorShare: Number(((user + system) / 1_000 / elapsedMs).toFixed(2)),
  }
}

if (import.meta.main) {
  const [orders = '300', seconds = '10'] = process.argv.slice(2)
  const figures = await benchLag(Number(orders), Number(seconds))
  process.stdout.write(`${JSON.stringify(figures)}\n`)
}
