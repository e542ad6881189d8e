// Does the database's log come to its archive? PostgreSQL keeps the answer, whosever it is. Times
// are the machine's, as it notes them.
import type { Queryable } from '../io/database.ts'

/**
 * Seconds since a file of the log was archived, without end where none ever was, and since that
 * failed; nothing where nothing archives.
 */
export async function archiveAges(database: Queryable): Promise<Record<string, number>> {
  const { rows } = await database.query<{ archived: number | null; failed: number | null }>({
    name: 'archive_ages',
    text: `
      select extract(epoch from now() - last_archived_time)::float8 as archived,
             extract(epoch from now() - last_failed_time)::float8 as failed
        from pg_stat_archiver
       where current_setting('archive_mode') <> 'off'`,
  })
  const ages: Record<string, number> = {}
  for (const { archived, failed } of rows) {
    ages.archived = archived ?? Infinity
    if (failed !== null) ages.failed = failed
  }
  return ages
}

/**
 * Files of the log that are full and not archived. A quiet shop has nothing to archive, so the time
 * since the last one says little: it is what waits that would be lost. Before the first file, and
 * after a history or a label, there is nothing to count from: then a failure counts as one.
 */
export async function archiveWaiting(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ waiting: number }>({
    name: 'archive_waiting',
    text: `
      with file as (
        select pg_size_bytes(current_setting('wal_segment_size'))::numeric as bytes
      )
      select case
               when last_archived_wal ~ '^[0-9A-F]{24}$' then
                 floor((pg_current_wal_lsn() - '0/0') / bytes)::bigint - 1
                   - ('x' || substr(last_archived_wal, 9, 8))::bit(32)::bigint
                     * (4294967296 / bytes)::bigint
                   - ('x' || substr(last_archived_wal, 17, 8))::bit(32)::bigint
               when last_failed_time > coalesce(last_archived_time, '-infinity') then 1
               else 0
             end as waiting
        from pg_stat_archiver
        cross join file
       where current_setting('archive_mode') <> 'off'`,
  })
  return Math.max(0, rows[0]?.waiting ?? 0)
}
