// Failures in a row that must survive a restart. A bucket is a keyed hash of what it counts for, so
// no phone, e-mail or address stands in the table. Under a new secret counting starts from nothing.
import { createHmac } from 'node:crypto'

import type { Queryable } from '../io/database.ts'
import type { Ring } from '../secrets.ts'

export type FailureKind = 'wrong code' | 'wrong password' | 'wrong password from' | 'wrong factor'

export type FailureCounters = {
  /** Failures that still count, and how long they will. */
  read: (kind: FailureKind, of: string) => Promise<{ failures: number; secondsLeft: number }>
  /** One more; all of them count for `seconds` from now. */
  add: (kind: FailureKind, of: string, seconds: number) => Promise<void>
  clear: (kind: FailureKind, of: string) => Promise<void>
  /**
   * Counts a try as a failure before it is made, so that a thousand at the same moment are a
   * thousand tries; false where `max` are counted already. A success is given back or cleared.
   */
  reserve: (kind: FailureKind, of: string, limit: FailureLimit) => Promise<boolean>
  giveBack: (kind: FailureKind, of: string) => Promise<void>
}

export type FailureLimit = { max: number; seconds: number }

export function failureCounters(database: Queryable, [key]: Ring<Uint8Array>): FailureCounters {
  const bucketOf = (kind: FailureKind, of: string) =>
    createHmac('sha256', key).update(`${kind}\0${of}`).digest('hex')

  return {
    async read(kind, of) {
      const { rows } = await database.query<{ failures: number; seconds_left: number }>({
        name: 'failures_read',
        text: `select failures,
                      ceil(extract(epoch from counts_until - clock_now()))::int as seconds_left
                 from failure_counters
                where bucket = $1 and counts_until > clock_now()`,
        values: [bucketOf(kind, of)],
      })
      const [row] = rows
      return { failures: row?.failures ?? 0, secondsLeft: row?.seconds_left ?? 0 }
    },
    async add(kind, of, seconds) {
      await database.query({
        name: 'failures_add',
        text: `insert into failure_counters as counter (bucket, failures, counts_until)
               values ($1, 1, clock_now() + make_interval(secs => $2))
               on conflict (bucket) do update set
                 failures = case when counter.counts_until > clock_now()
                                 then counter.failures + 1 else 1 end,
                 counts_until = excluded.counts_until`,
        values: [bucketOf(kind, of), seconds],
      })
    },
    async clear(kind, of) {
      await database.query({
        name: 'failures_clear',
        text: 'delete from failure_counters where bucket = $1',
        values: [bucketOf(kind, of)],
      })
    },
    async reserve(kind, of, { max, seconds }) {
      const { rowCount } = await database.query({
        name: 'failures_reserve',
        text: `insert into failure_counters as counter (bucket, failures, counts_until)
               values ($1, 1, clock_now() + make_interval(secs => $2))
               on conflict (bucket) do update set
                 failures = case when counter.counts_until > clock_now()
                                 then counter.failures + 1 else 1 end,
                 counts_until = excluded.counts_until
               where counter.failures < $3 or counter.counts_until <= clock_now()`,
        values: [bucketOf(kind, of), seconds, max],
      })
      return rowCount === 1
    },
    async giveBack(kind, of) {
      await database.query({
        name: 'failures_give_back',
        text: `update failure_counters set failures = failures - 1
                where bucket = $1 and failures > 0`,
        values: [bucketOf(kind, of)],
      })
    },
  }
}
