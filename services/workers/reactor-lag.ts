// How far behind are those who act on facts? One that stands still writes no row that anything else
// would count, so it is seen here: no fact waits longer than it does.
import type { Queryable } from '../io/database.ts'

/** Age in seconds of the oldest fact that a reactor has not passed, by reactor; 0: none. */
export async function reactorLags(database: Queryable): Promise<Record<string, number>> {
  const { rows } = await database.query<{ name: string; seconds: number }>({
    name: 'reactor_lags',
    text: `
      select mark.name,
             coalesce(max(extract(epoch from clock_now() - fact.recorded_at)), 0)::float8 as seconds
        from reactors as mark
        left join logs on logs.log_id = mark.log_id and logs.head > mark.position
        left join events as fact
               on fact.log_id = logs.log_id and fact.position = mark.position + 1
       group by mark.name`,
  })
  return Object.fromEntries(rows.map(({ name, seconds }) => [name, Math.max(0, seconds)]))
}
