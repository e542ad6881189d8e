// The shelf as the facts of this moment have it: who decides by a name must not miss the product
// that was listed a moment ago.
import { Rejection } from '#events/kernel/rejection.ts'

import type { EventStore } from '../event-store/types.ts'
import type { Queryable } from '../io/database.ts'
import { sleep } from '../io/timers.ts'

const TRIES_MAX = 200
const PAUSE_MS = 25

/** Refuses when the read model has not come that far after five seconds. */
export async function untilShelved({
  database,
  store,
}: {
  database: Queryable
  store: Pick<EventStore, 'logs' | 'head'>
}): Promise<void> {
  const logs = (await store.logs()).filter((logId) => logId.startsWith('shop/'))
  const heads = await Promise.all(logs.map((logId) => store.head(logId)))
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    if (tries > 0) await sleep(PAUSE_MS)
    if (await isShelved(database, { logs, heads })) return
  }
  throw new Rejection('busy', 'The list of products is behind. Please try again in a moment.', {
    retryAfterSeconds: 5,
  })
}

async function isShelved(
  database: Queryable,
  { logs, heads }: { logs: readonly string[]; heads: readonly number[] },
): Promise<boolean> {
  const { rows } = await database.query<{ behind: number }>({
    name: 'shelf behind',
    text: `
      select count(*) as behind
        from unnest($1::text[], $2::bigint[]) as wanted (log_id, head)
       where not exists (
               select
                 from projections as checkpoint
                 join projection_builds as builds using (name, version, generation)
                where builds.status = 'live'
                  and checkpoint.name = 'product-shelf'
                  and checkpoint.log_id = wanted.log_id
                  and checkpoint.position >= wanted.head
             )
         and wanted.head > 0`,
    values: [logs, heads],
  })
  return rows[0]?.behind === 0
}
