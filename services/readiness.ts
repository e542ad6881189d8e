// Whether people should be sent to this process, and for whoever watches over it, why they should
// not. A process whose event loop stood still is not ready for a while after: the next standstill
// is likely, and during one it cannot say so.
import type { Core } from './core.ts'
import { namesOfMigrations, readInstalled } from './database/migrate.ts'
import type { Installed } from './database/migrate.ts'
import { warnOfLoudServer } from './database/server-log.ts'
import { readHalts } from './event-store/raffle-halts.ts'
import type { Metrics } from './http/metrics.ts'
import { watchEventLoop } from './io/event-loop.ts'
import { timeout } from './io/timers.ts'
import type { Workers } from './workers/workers.ts'

export type Readiness = {
  isReady: () => Promise<boolean>
  details: () => Promise<object>
  stop: () => void
}

export type ReadinessNeeds = {
  core: Core
  workers: Workers
  metrics: Metrics
  state: () => 'starting' | 'ready' | 'stopping'
  /** The database must have its past: a demo. */
  isSeeded: boolean
}

/** Longer than this behind, and a load balancer should look elsewhere. */
const LAG_SECONDS_MAX = 10
const BLOCKED_MS_MAX = 1_000
const BLOCKED_WITHIN_MS = 5_000
/** From one look of Prometheus to the next (docs/monitoring). */
const METRIC_WITHIN_MS = 15_000
/** One look of Prometheus has ten seconds; a database that says nothing must not use them up. */
const ASKED_FOR_MS = 2_000
/** A database that was right is not asked again so soon; one that was not is, each time. */
const INSTALLED_FOR_MS = 1_000

export async function openReadiness(needs: ReadinessNeeds): Promise<Readiness> {
  const { core, workers, metrics, state } = needs
  const installed = watchInstalled(needs, await namesOfMigrations())
  await warnOfLoudServer(core.database, core.log)
  const loop = watchEventLoop()
  metrics.gauge(
    'event_loop_blocked_seconds',
    'Longest time within 15 s in which nobody could be answered',
    () => loop.blockedMs(METRIC_WITHIN_MS) / 1_000,
  )

  async function isReady(): Promise<boolean> {
    if (state() !== 'ready' || core.store.halted().length > 0) return false
    if (loop.blockedMs(BLOCKED_WITHIN_MS) > BLOCKED_MS_MAX) return false
    if (!(await installed.isRight())) return false
    const status = await workers.status()
    return status.every(({ lagSeconds }) => lagSeconds < LAG_SECONDS_MAX)
  }

  metrics.gauge('ready', 'Should people be sent to this process? 1: yes; 0: no, or not known', () =>
    timeout('asking whether it is ready', ASKED_FOR_MS, isReady).then(Number, () => 0),
  )

  return {
    isReady,
    // A database that cannot be asked is an answer, too, and the rest is known without it.
    details: async () => ({
      ready: await isReady().catch(() => false),
      state: state(),
      blockedMs: Math.round(loop.blockedMs(BLOCKED_WITHIN_MS)),
      halted: await haltsOf(core),
      installed: await installed.look().then(inWords, (error: Error) => error.message),
      breakers: core.breakers(),
      connections: { reading: core.database.connections(), writing: core.writers.connections() },
      projections: await workers.status().catch((error: Error) => error.message),
    }),
    stop: loop.stop,
  }
}

/**
 * Known to this process, and marked by whatever process, before a restart too. A mark alone takes
 * no process out: the raffle is refused everywhere, and all others are to be sold (decision 32).
 */
async function haltsOf({ store, database }: Core) {
  const known = store
    .halted()
    .map(({ logId, since, error }) => ({ logId, since, detail: error.message }))
  const marked = await readHalts(database).catch(() => [])
  const others = marked.filter((mark) => !known.some(({ logId }) => logId === mark.logId))
  return [...known, ...others.map(({ haltedAt: since, ...mark }) => ({ ...mark, since }))]
}

const inWords = (found: Installed) =>
  found.isReadOnly ? { ...found, reason: 'the database may only be read: a standby?' } : found

/**
 * It is asked where purchases are written, in the same line and with the same patience: a rush in
 * which that line moves lets the question through, and where it does not, no purchase is taken.
 */
function watchInstalled(
  { core, isSeeded: mustBeSeeded }: ReadinessNeeds,
  migrations: readonly string[],
) {
  let rightUntil = 0
  const look = (): Promise<Installed> => readInstalled(core.writers, migrations)
  async function isRight(): Promise<boolean> {
    if (performance.now() < rightUntil) return true
    const { missing, isSeeded, isReadOnly } = await look()
    if (missing.length > 0 || isReadOnly || (mustBeSeeded && !isSeeded)) return false
    rightUntil = performance.now() + INSTALLED_FOR_MS
    return true
  }
  return { look, isRight }
}
