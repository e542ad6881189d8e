// What the private listener counts of the shop as a whole: connections, projections, writers that
// have halted, providers that are left alone.
import { Counter } from 'prom-client'

import { archiveAges, archiveWaiting } from './backup/archive-figures.ts'
import { lastRun, restoreMinutes, runAges } from './backup/last-runs.ts'
import { wrongCodesOfHour } from './commands/sign-in-limits.ts'
import {
  messageLagSeconds,
  messagesFailedHour,
  ordersOfDay,
  ordersUnfinishedSeconds,
  paymentCheckLagSeconds,
} from './commands/watched-figures.ts'
import type { Core } from './core.ts'
import { readHalts } from './event-store/raffle-halts.ts'
import type { Metrics } from './http/metrics.ts'
import { freeBytesOf } from './io/files.ts'
import { retriesSoFar } from './io/retries.ts'
import { watchLedger } from './ledger-area.ts'
import { reactorLags } from './workers/reactor-lag.ts'
import type { Workers } from './workers/workers.ts'

export type Watched = {
  core: Core
  workers: Workers
  /** Of a PostgreSQL of our own; of another one the volume is not ours to see. */
  databaseFolder: string | null
}

export function watchShop(metrics: Metrics, { core, workers, databaseFolder }: Watched): void {
  watchLedger(metrics, core)
  countRetries(metrics)
  watchProjections(metrics, workers)
  watchOrders(metrics, core)
  watchConnections(metrics, core)
  watchArchive(metrics, core)
  const { dataFolder, archiveFolder } = core.config
  watchMachine(metrics, { dataFolder, databaseFolder, hasArchive: archiveFolder !== null })
  const { gauge } = metrics
  gauge('raffle_writers_halted', 'Raffles that sell no more until someone looks', () =>
    countHalted(core),
  )
  gauge('sign_in_codes_wrong_hour', 'Wrong codes of everybody within an hour; alert at 200', () =>
    wrongCodesOfHour(core.database),
  )
  gauge('payment_check_lag_seconds', 'How overdue the most overdue payment check is', () =>
    paymentCheckLagSeconds(core.database),
  )
  gauge('message_lag_seconds', 'Age of the oldest text that waits for a gateway', () =>
    messageLagSeconds(core.database),
  )
  gauge('messages_failed_hour', 'Messages of the last hour that were refused or given up', () =>
    messagesFailedHour(core.database),
  )
  gauge('provider_breakers_open', 'Providers that are not asked at the moment', () => {
    const states = Object.values(core.breakers())
    return states.filter((state) => state !== 'closed').length
  })
}

/** Marked in the database by whatever process, before a restart too, or known to this one alone. */
async function countHalted({ database, store }: Core): Promise<number> {
  const known = store.halted()
  // A database that is away must not hide what this process knows.
  const marked = await readHalts(database).catch(() => [])
  return new Set([...known, ...marked].map(({ logId }) => logId)).size
}

function watchProjections({ gauge, gauges }: Metrics, workers: Workers): void {
  const lagOf = async (which: 'lagSeconds' | 'lagEvents') =>
    Object.fromEntries((await workers.lags()).map((lag) => [lag.kind, lag[which]]))
  gauges('projection_lag_seconds', 'Age of the oldest fact a projection has not read', {
    label: 'log',
    read: () => lagOf('lagSeconds'),
  })
  gauges('projection_lag_facts', 'Facts not read, over all projections', {
    label: 'log',
    read: () => lagOf('lagEvents'),
  })
  gauge('job_age_seconds', 'How long the oldest waiting job has waited', workers.jobAgeSeconds)
  gauges('sweep_success_age_seconds', 'Since a sweep last came to its end, or since the start', {
    label: 'sweep',
    read: () => workers.sweeps.successAges(),
  })
}

function watchOrders({ gauge, gauges }: Metrics, { database }: Core): void {
  gauges('orders_of_day', 'Orders of the last day, by what they are now', {
    label: 'status',
    read: () => ordersOfDay(database),
  })
  gauge('orders_unfinished_seconds', 'How long the oldest paid order has waited for tickets', () =>
    ordersUnfinishedSeconds(database),
  )
  gauges('reactor_lag_seconds', 'Age of the oldest fact that a reactor has not acted on', {
    label: 'reactor',
    read: () => reactorLags(database),
  })
}

function watchConnections({ gauge, gauges }: Metrics, { database, writers }: Core): void {
  const waiting = () => database.connections().waiting + writers.connections().waiting
  gauge('database_connections_waiting', 'Callers waiting for a connection', waiting)
  const used = ({ total, idle }: { total: number; idle: number }) => total - idle
  gauges('database_connections_used', 'Connections at work', {
    label: 'pool',
    read: () => ({
      reading: used(database.connections()),
      writing: used(writers.connections()),
    }),
  })
}

type Folders = { dataFolder: string; databaseFolder: string | null; hasArchive: boolean }

function watchMachine({ gauge, gauges }: Metrics, folders: Folders): void {
  const { dataFolder, databaseFolder, hasArchive } = folders
  gauges('volume_free_bytes', 'What may still be written where our files and PostgreSQL lie', {
    label: 'volume',
    read: async () => ({
      data: await freeBytesOf(dataFolder),
      ...(databaseFolder !== null && { database: await freeBytesOf(databaseFolder) }),
    }),
  })
  gauges('last_run_age_seconds', 'Since the last backups, sound restore drill and verification', {
    label: 'run',
    read: () => runAges(dataFolder, hasArchive),
  })
  gauges('last_restore_minutes', 'What the restore took in the last sound drill', {
    label: 'way',
    read: () => restoreMinutes(dataFolder),
  })
  gauge(
    'invariants_broken',
    'What the last verification found broken',
    async () => (await lastRun(dataFolder, 'verify'))?.broken ?? 0,
  )
}

/** The database's log on its way out of the machine, whosever PostgreSQL it is. */
function watchArchive({ gauge, gauges }: Metrics, { database }: Core): void {
  gauges('wal_archive_age_seconds', 'Since a file of the log was archived, and since one failed', {
    label: 'last',
    read: () => archiveAges(database),
  })
  gauge('wal_archive_waiting_files', 'Files of the log that are full and not archived', () =>
    archiveWaiting(database),
  )
}

function countRetries({ registry }: Metrics): void {
  const counter = new Counter({
    name: 'database_retries_total',
    help: 'What was asked of PostgreSQL once more, by the SQLSTATE of its refusal',
    labelNames: ['sqlstate'],
    registers: [],
    collect() {
      this.reset()
      for (const [sqlstate, count] of retriesSoFar()) this.inc({ sqlstate }, count)
    },
  })
  registry.registerMetric(counter)
}
