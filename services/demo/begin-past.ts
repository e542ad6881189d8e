// Where a demo's past begins. The clock is set back once, before anything is recorded. A first
// start that was killed while it lived the past leaves half a past behind: nobody has seen it, the
// door was still closed. It is cleared away as a whole, and lived again.
import { moveClock } from '../clock.ts'
import type { Queryable } from '../io/database.ts'
import { pastDays } from './timetable.ts'

/** Kept: what the installation is, what was migrated, how the read models are built. */
const kept = ['installation', 'migrations', 'projection_builds']

/** Does nothing to a database that is not a demo, or whose past is complete. */
export async function beginDemoPast(owner: Queryable): Promise<void> {
  const { rows } = await owner.query<{ environment: string; seeded_at: Date | null }>(
    'select environment, seeded_at from installation',
  )
  const [installed] = rows
  if (installed?.environment === 'production' || installed?.seeded_at !== null) return
  await clear(owner)
  await moveClock(owner, new Date(Date.now() - pastDays * 86_400_000))
}

async function clear(owner: Queryable): Promise<void> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
      where schemaname = 'public' and tablename <> all($1)`,
    [kept],
  )
  await owner.query(`truncate ${tables.map(({ name }) => name).join(', ')} restart identity`)
  await owner.query('truncate pgboss.job')
  await owner.query(`update installation set clock_offset = '0'`)
}
