// The shop keeps an owner who can sign in. Whoever takes one away counts the others, and until that
// holds nobody else does: two owners who end each other at once must not both be right.
import type { Database, Queryable } from '../io/database.ts'

const OWNERS_LOCK = 7_173_415

/**
 * One after the other, in every process. `act` counts, records and writes on connections of its
 * own: all of it is durable when the lock goes. Nothing is done again here, for that very reason;
 * who waits for too long is told that we are busy.
 */
export const changedOwners = <Result>(database: Database, act: () => Promise<Result>) =>
  database.transaction(
    async (tx) => {
      await tx.query('select pg_advisory_xact_lock($1)', [OWNERS_LOCK])
      return act()
    },
    { retries: 0 },
  )

/** Owners besides this person who are let in and have chosen a password: the invited may never. */
export async function countOtherOwners(database: Queryable, personId: string): Promise<number> {
  const { rows } = await database.query<{ n: number }>({
    name: 'staff_other_owners',
    text: `select count(*) as n from people
            where role = 'owner' and disabled_at is null and not must_change_password
              and person_id <> $1`,
    values: [personId],
  })
  return rows[0]?.n ?? 0
}
