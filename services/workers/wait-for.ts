// Read your own writes: a command answers with a position, and a query may wait for it.
import type { Queryable } from '../io/database.ts'
import { sleep } from '../io/timers.ts'

export type WaitFor = {
  /** A projection's name. */
  projection: string
  logId: string
  position: number
  timeoutMs: number
  /** Throws once it is aborted. */
  stopping?: AbortSignal
}

const LOOK_EVERY_MS = 20

/** True when the live rows hold everything up to the position; false when the time is up. */
export async function waitFor(
  { database, now = () => performance.now() }: { database: Queryable; now?: () => number },
  { projection, logId, position, timeoutMs, stopping }: WaitFor,
): Promise<boolean> {
  const endMs = now() + timeoutMs
  for (;;) {
    const { rows } = await database.query({
      name: 'wait for position',
      text: `
      select from projections as checkpoint
        join projection_builds as builds using (name, version, generation)
       where builds.status = 'live'
         and checkpoint.name = $1
         and checkpoint.log_id = $2
         and checkpoint.position >= $3`,
      values: [projection, logId, position],
    })
    if (rows.length > 0) return true
    if (now() >= endMs) return false
    await sleep(Math.min(LOOK_EVERY_MS, Math.max(endMs - now(), 1)), stopping)
  }
}
