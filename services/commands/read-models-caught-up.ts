// Who judges by read models waits until they hold every fact of the shop that was there when he
// began, or of one log as far as he speaks of it: what somebody was just told of counts, however
// far behind the projector is.
import type { Queryable } from '../io/database.ts'
import { sleep } from '../io/timers.ts'

export type CaughtUp = {
  /** Names of projections of these logs. */
  projections: readonly string[]
  /** Of one log, up to there; left out: of every shop log, up to its head. */
  upTo?: { logId: string; position: number }
  timeoutMs: number
  /** Throws once it is aborted. */
  stopping?: AbortSignal
}

const LOOK_EVERY_MS = 20

/** False when the time is up and one of them is still behind. */
export async function readModelsCaughtUp(
  database: Queryable,
  { projections, upTo, timeoutMs, stopping }: CaughtUp,
): Promise<boolean> {
  const endMs = performance.now() + timeoutMs
  const heads =
    upTo === undefined
      ? await shopHeads(database)
      : { logIds: [upTo.logId], positions: [upTo.position] }
  for (;;) {
    if (!(await isBehind(database, { projections, heads }))) return true
    if (performance.now() >= endMs) return false
    await sleep(LOOK_EVERY_MS, stopping)
  }
}

type Heads = { logIds: string[]; positions: number[] }

async function shopHeads(database: Queryable): Promise<Heads> {
  const { rows } = await database.query<{ log_id: string; head: number }>({
    name: 'heads of shop logs',
    text: `select log_id, head from logs where log_id like 'shop/%' and head > 0`,
    values: [],
  })
  return { logIds: rows.map(({ log_id }) => log_id), positions: rows.map(({ head }) => head) }
}

async function isBehind(
  database: Queryable,
  { projections, heads }: { projections: readonly string[]; heads: Heads },
): Promise<boolean> {
  const { rows } = await database.query({
    name: 'read models behind heads',
    text: `
      select
        from unnest($1::text[]) as wanted(name)
       cross join unnest($2::text[], $3::bigint[]) as head(log_id, position)
       where not exists (
               select
                 from projections as checkpoint
                 join projection_builds as builds using (name, version, generation)
                where builds.status = 'live'
                  and checkpoint.name = wanted.name
                  and checkpoint.log_id = head.log_id
                  and checkpoint.position >= head.position)
       limit 1`,
    values: [projections, heads.logIds, heads.positions],
  })
  return rows.length > 0
}
