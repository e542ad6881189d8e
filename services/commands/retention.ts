// How long rows are kept that have done their work: one list, which the hourly sweeps carry out and
// an operator reads (`npm run retention`). What is personal is here because it has to go
// (docs/operate.md, What is kept for how long); the rest because nobody asks for it any more. Facts
// are not here: they stay.
import type { Queryable } from '../io/database.ts'

export type Retention = {
  table: string
  /** In words, for whoever answers for it. */
  what: string
  /** The column it is counted from. */
  since: string
  /** As PostgreSQL reads an interval. */
  keptFor: string
  /** These rows alone; left out: all of them. */
  only?: string
  /** What is emptied of them; left out: the row goes. */
  clears?: string
}

export const orderRows: readonly Retention[] = [
  {
    table: 'purchases',
    what: 'idempotency keys and their answers',
    since: 'created_at',
    keptFor: '7 days',
    only: `state = 'settled'`,
  },
  {
    table: 'provider_callbacks',
    what: 'callbacks of payment providers as they came',
    // As it came first: `provider_callbacks_age` knows when.
    since: 'received_at',
    keptFor: '90 days',
    // Money that nobody knows is not forgotten before somebody has dealt with it.
    only: 'not (is_authentic and is_open)',
  },
  {
    table: 'messages',
    what: 'texts and e-mails, and the numbers and addresses they went to',
    since: 'created_at',
    keptFor: '30 days',
    only: `state <> 'waiting'`,
  },
  {
    table: 'message_reports',
    what: 'delivery reports of texts',
    since: 'reported_at',
    keptFor: '30 days',
  },
  {
    // A number is kept for the limits of a month, no longer.
    table: 'raffle_alerts',
    what: 'numbers that were told of a raffle',
    since: 'sent_at',
    keptFor: '30 days',
  },
]

export const signInRows: readonly Retention[] = [
  {
    table: 'sessions',
    what: 'sessions that have ended',
    since: 'coalesce(revoked_at, expires_at)',
    keptFor: '30 days',
  },
  {
    // Evidence of abuse is kept 30 days.
    table: 'sign_in_codes',
    what: 'codes that were sent, and to whom',
    since: 'created_at',
    keptFor: '30 days',
  },
  {
    table: 'failure_counters',
    what: 'counts of failed sign-ins',
    since: 'counts_until',
    keptFor: '1 day',
  },
  {
    table: 'wrong_codes',
    what: 'counts of wrong codes',
    since: 'at_minute',
    keptFor: '2 days',
  },
  {
    table: 'staff_challenges',
    what: 'challenges for passkeys',
    since: 'expires_at',
    keptFor: '0 days',
  },
  {
    table: 'pending_sign_ins',
    what: 'sign-ins that wait for a second factor',
    since: 'expires_at',
    keptFor: '0 days',
  },
  {
    table: 'staff_invitations',
    what: 'invitations of staff',
    since: 'expires_at',
    keptFor: '30 days',
  },
  {
    // Addresses of staff are personal: a year is enough to look into what happened.
    table: 'staff_sign_ins',
    what: 'sign-ins of staff, with their addresses',
    since: 'at',
    keptFor: '1 year',
  },
]

export const retentions: readonly Retention[] = [...orderRows, ...signInRows]

/** The clock is asked once for a statement, not for each of a million rows. */
const isDue = ({ since, keptFor, only }: Retention) =>
  `${only === undefined ? '' : `${only} and `}
   ${since} < (select clock_now()) - interval '${keptFor}'`

/** What goes in one statement, which has its seconds and its locks. */
const ROWS_PER_STATEMENT = 10_000

/**
 * Deletes or empties what is due; answers how many rows that were. Rows of a table that fails keep
 * those of no other one; in the end it is told.
 */
export async function forgetDue(
  database: Queryable,
  list: readonly Retention[],
  rowsMax = ROWS_PER_STATEMENT,
): Promise<{ table: string; rows: number }[]> {
  const forgotten: { table: string; rows: number }[] = []
  const failures: unknown[] = []
  const failed: string[] = []
  for (const retention of list) {
    const { table } = retention
    try {
      forgotten.push({ table, rows: await forget(database, { retention, rowsMax }) })
    } catch (error) {
      failures.push(error)
      failed.push(table)
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `what is due of ${failed.join(', ')} is not forgotten`)
  return forgotten
}

async function forget(
  database: Queryable,
  { retention, rowsMax }: { retention: Retention; rowsMax: number },
): Promise<number> {
  const { table, clears } = retention
  // What is emptied stays due, so it is emptied at once, by a command that has the time.
  if (clears !== undefined)
    return (await database.query(`update ${table} set ${clears} where ${isDue(retention)}`))
      .rowCount
  let rows = 0
  for (let last = rowsMax; last === rowsMax; rows += last)
    last = (
      await database.query(
        `delete from ${table} where ctid = any(array(
           select ctid from ${table} where ${isDue(retention)} limit ${rowsMax}))`,
      )
    ).rowCount
  return rows
}

export type Due = Pick<Retention, 'table' | 'what' | 'keptFor'> & {
  rows: number
  due: number
  /** Of all rows; null when there is none. */
  oldest: Date | null
}

export async function countDue(
  database: Queryable,
  list: readonly Retention[] = retentions,
): Promise<Due[]> {
  const counted: Due[] = []
  for (const retention of list) {
    const { table, what, keptFor, since } = retention
    const { rows } = await database.query<{ rows: number; due: number; oldest: Date | null }>(
      `select count(*)::int as rows,
              (count(*) filter (where ${isDue(retention)}))::int as due,
              min(${since}) as oldest
         from ${table}`,
    )
    const [row] = rows
    if (row !== undefined) counted.push({ table, what, keptFor, ...row })
  }
  return counted
}
