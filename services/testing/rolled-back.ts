// What a test does to a database and nobody sees: whatever it was, it is undone.
import type { Database, Queryable } from '../io/database.ts'

/** Answers what the act did. */
export async function rolledBack<Result>(
  database: Database,
  act: (tx: Queryable) => Promise<Result>,
): Promise<Result> {
  const undo = new Error('undo')
  let result: Result | undefined
  await database
    .transaction(async (tx) => {
      result = await act(tx)
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return result as Result
}
