// What PostgreSQL may write into a log of its own: nothing of a person. No erasure and no retention
// reaches that file, and out of the box it gets the values of a row that is refused (`DETAIL: Key
// (phone)=(…) already exists.`) and the statement that was refused.
import type { Queryable } from '../io/database.ts'

/**
 * With these a line says what failed, and no value. `terse` leaves out DETAIL, HINT, QUERY and
 * CONTEXT, hence the statements of a deadlock, of a lock that is waited for and of a process that
 * crashed, too; the lengths leave out values should somebody time statements.
 */
export const quietServerLog = {
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
} as const

/** The settings of this session's server, as `name=value`, by which its log gets values of rows. */
export async function loudSettings(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ setting: string }>({
    name: 'loud_settings',
    text: `
      select name || '=' || setting as setting
        from pg_settings
       where (name = 'log_error_verbosity' and setting <> 'terse')
          or (name = 'log_min_error_statement' and setting not in ('panic', 'fatal', 'log'))
       order by name`,
  })
  return rows.map(({ setting }) => setting)
}

type Told = { warn: (fields: object, message: string) => void }

/** A server of one's own is not ours to set: whoever looks after it is told, at each start. */
export async function warnOfLoudServer(database: Queryable, log: Told): Promise<void> {
  const settings = await loudSettings(database)
  if (settings.length > 0)
    log.warn({ settings }, 'the log of PostgreSQL gets values of rows (docs/operate.md)')
}
