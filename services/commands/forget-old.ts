// Rows that have done their work go; `retention.ts` says which, and how long each is kept.
import type { Queryable } from '../io/database.ts'
import { forgetDue, orderRows } from './retention.ts'

export async function forgetOld(database: Queryable): Promise<void> {
  await forgetDue(database, orderRows)
}
