// The mark of a restore that is not finished. It is written in one transaction with the facts and
// goes when everything was done: a restore that was cut short in between leaves a shop that does
// not start, for people who were erased since are back in it.
import { StartRefused } from '../database/start-refused.ts'
import { openDatabase } from '../io/database.ts'
import type { Queryable } from '../io/database.ts'

/** As the database's owner. False: the mark stood there already. */
export async function markUnfinished(tx: Queryable): Promise<boolean> {
  const { rowCount } = await tx.query(
    'insert into unfinished_restores default values on conflict do nothing',
  )
  return rowCount === 1
}

export async function isUnfinished(on: Queryable): Promise<boolean> {
  const { rows } = await on.query('select from unfinished_restores')
  return rows.length > 0
}

export async function takeMarkAway(owner: Queryable): Promise<void> {
  await owner.query('delete from unfinished_restores')
}

/** Before a service does anything; `url`: of any login. Throws `StartRefused`. */
export async function requireFinished(url: string): Promise<void> {
  const database = openDatabase({ url, applicationName: 'qura start', poolMax: 1 })
  try {
    if (!(await isUnfinished(database))) return
  } finally {
    await database.end()
  }
  throw new StartRefused(
    'a restore of this database was cut short: people who were erased since may be back. ' +
      'With SIGNER_DIR in its place `npm run restore -- --settle` finishes it',
  )
}
