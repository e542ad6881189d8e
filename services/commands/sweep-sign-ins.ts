// Housekeeping of what signing in leaves behind; `retention.ts` says what, and how long each is
// kept. Nothing depends on it: every row also says until when it counts, and each query asks.
import type { Queryable } from '../io/database.ts'
import { forgetDue, signInRows } from './retention.ts'

/** Once an hour is often enough. */
export async function sweepSignIns(database: Queryable): Promise<number> {
  const forgotten = await forgetDue(database, signInRows)
  return forgotten.reduce((swept, { rows }) => swept + rows, 0)
}
