// What PostgreSQL took back is tried again, five times at most: a serialization failure, a
// deadlock, a lock that did not come in time. The server undid all of it, so nothing happens twice.
// How often it came to that is counted here, for this process.
import { io } from './io.ts'

/** After the first try. */
export const RETRIES_MAX = 5

const takenBack = new Set(['40001', '40P01', '55P03'])

export const isTakenBack = (sqlState: string | undefined): boolean =>
  sqlState !== undefined && takenBack.has(sqlState)

/** At most 20, 40, 80, 160 and 320 ms: by chance, so that two who met do not meet again. */
export function pauseBeforeRetry(retry: number): Promise<void> {
  const pauseMs = Math.random() * 20 * 2 ** retry
  return io('sql retry pause', () => new Promise((resolve) => setTimeout(resolve, pauseMs)))
}

const counts = new Map([...takenBack, 'unknown'].map((sqlState) => [sqlState, 0]))

/** Without a state nobody heard what became of it: it was asked again under the same key. */
export function noteRetry(sqlState = 'unknown'): void {
  counts.set(sqlState, (counts.get(sqlState) ?? 0) + 1)
}

/** Since the start of this process, by SQLSTATE. */
export const retriesSoFar = (): ReadonlyMap<string, number> => counts
