// The job queue, and bells on it. A bell's job says only "look": what there is to do is read from
// checkpoints. So a job may come twice, late or never, and one job may stand for any number of
// facts.
import { PgBoss } from 'pg-boss'

import { LIFETIME_SECONDS, withLimits, withRole, withSetting } from '../io/database.ts'
import type { Queryable } from '../io/database.ts'
import { every } from '../io/timers.ts'
import { coalesce } from '../io/coalesce.ts'

export type Bell = {
  /**
   * Rings soon; a hundred calls in one tenth of a second are one job. Never waits, never throws.
   */
  ring: () => void
}

export type BellOptions = {
  /** The queue's name. */
  name: string
  /** Null: another process hears this bell, here it is only rung. */
  act: (() => Promise<void>) | null
  /**
   * The same act, for rings that were lost: a job that is killed keeps its place until it expires.
   */
  pollMs?: number
  /** At most one job in this time. */
  coalesceMs?: number
}

export type Boss = {
  /** For queues of other kinds; stopped with the bells. */
  jobs: PgBoss
  hang: (options: BellOptions) => Promise<Bell>
  /** Waits for what is running. */
  stop: () => Promise<void>
}

type Needs = {
  url: string
  role?: string
  applicationName?: string
  /** How long a connection is used; only the one that hears bells stays. */
  lifetimeSeconds?: number
  failed: (what: string, error: unknown) => void
}

const POLL_MS = 1_500
const COALESCE_MS = 100
/** A bell's job that has not ended by then was killed; the poll has done its work long before. */
const JOB_EXPIRES_SECONDS = 60
const STOP_TIMEOUT_MS = 15_000

/** The schema is the migration's: the running service may create nothing. */
export async function openBoss(needs: Needs): Promise<Boss> {
  const { url, role, applicationName, lifetimeSeconds = LIFETIME_SECONDS, failed } = needs
  // Its types do not know it; its pool is one of pg's, which does.
  const life = { maxLifetimeSeconds: lifetimeSeconds }
  const jobs = new PgBoss({
    ...life,
    // A job says only "look", so none of them is worth a wait for the disk.
    connectionString: withLimits(withSetting(withRole(url, role), 'synchronous_commit=off')),
    application_name: applicationName ?? 'qura jobs',
    schema: 'pgboss',
    max: 4,
    migrate: false,
    createSchema: false,
    schedule: false,
    reindex: false,
    useListenNotify: true,
  })
  jobs.on('error', (error) => failed('jobs', error))
  await jobs.start()
  const stops: (() => Promise<void>)[] = []

  async function hang(options: BellOptions): Promise<Bell> {
    const { name, act } = options
    await jobs.createQueue(name, {
      policy: 'stately', // one waits at most, one runs at most
      notify: true,
      retryLimit: 0,
      expireInSeconds: JOB_EXPIRES_SECONDS,
      retentionSeconds: 3_600,
      deleteAfterSeconds: JOB_EXPIRES_SECONDS,
    })
    const sender = coalesce(`${name} bell`, options.coalesceMs ?? COALESCE_MS, async () => {
      // A bell that is lost is made good by the poll.
      await jobs.send(name, null).catch((error: unknown) => failed(`${name} bell`, error))
    })
    stops.push(sender.stop)
    const ringer = ringerOf(sender.call)
    if (act !== null) {
      const answer = () => ringer.during(act)
      await jobs.work(name, { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 }, answer)
      const poll = every(`${name} poll`, options.pollMs ?? POLL_MS, answer, (error) =>
        failed(name, error),
      )
      stops.push(poll.stop)
    }
    return { ring: ringer.ring }
  }

  return {
    jobs,
    hang,
    async stop() {
      await Promise.all(stops.map((stop) => stop()))
      await jobs.stop({ graceful: true, timeout: STOP_TIMEOUT_MS })
    },
  }
}

/** How long the oldest job that could be done has been waiting; 0: none waits. */
export async function jobAgeSeconds(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ seconds: number | null }>({
    name: 'job_age',
    text: `
      select extract(epoch from now() - min(start_after))::float8 as seconds
        from pgboss.job
       where state in ('created', 'retry')`,
  })
  return Math.max(0, rows[0]?.seconds ?? 0)
}

/** Who is at work hears the bell afterwards: one job then, instead of ten a second meanwhile. */
function ringerOf(send: () => void) {
  let working = 0
  let isRung = false
  return {
    ring() {
      if (working > 0) isRung = true
      else send()
    },
    async during(act: () => Promise<void>): Promise<void> {
      working += 1
      try {
        await act()
      } finally {
        working -= 1
        if (working === 0 && isRung) {
          isRung = false
          send()
        }
      }
    },
  }
}
