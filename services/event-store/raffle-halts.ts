// Raffles whose writer has met a broken rule. The mark stands in the database, so that no other
// process and no restart sells on; only a person who has looked takes it away.
import type { Queryable } from '../io/database.ts'
import { ATTEMPTS_MAX, pauseAfter } from './outage.ts'
import type { LogId } from './types.ts'

export type RaffleHalt = { logId: LogId; haltedAt: Date; detail: string }

const DETAIL_MAX = 1_000

/** Told again it changes nothing. Throws when the database cannot be reached for seconds. */
export async function markHalted(
  database: Queryable,
  { logId, error }: { logId: LogId; error: Error },
): Promise<void> {
  for (let attempt = 1; ; attempt++)
    try {
      const values = [logId, error.message.slice(0, DETAIL_MAX)]
      return void (await database.query('select halt_raffle($1, $2)', values))
    } catch (failure) {
      if (attempt >= ATTEMPTS_MAX) throw failure
      await pauseAfter(attempt)
    }
}

export async function readHalts(database: Queryable): Promise<RaffleHalt[]> {
  const { rows } = await database.query<RaffleHalt>(
    `select log_id as "logId", halted_at as "haltedAt", detail
       from raffle_halts order by halted_at`,
  )
  return rows
}

/**
 * False: there was no mark. As the database's owner. A writer that met the broken rule itself
 * stands still until its process ends; all others read the raffle anew. What was reserved when it
 * halted stays reserved for as long as it had left, and ten minutes more for the service to be
 * started anew: whoever paid meanwhile comes before whoever buys now.
 */
export async function liftHalt(database: Queryable, logId: LogId): Promise<boolean> {
  const { rows } = await database.query<{ kept: number }>(
    `with lifted as (
       delete from raffle_halts where log_id = $1 returning log_id, halted_at
     ), kept as (
       update holds
          set expires_at = holds.expires_at + (clock_now() - lifted.halted_at)
                           + interval '10 minutes'
         from lifted
        where holds.log_id = lifted.log_id
          and holds.expires_at > lifted.halted_at
       returning holds.order_line_id
     )
     select (select count(*) from kept)::integer as kept from lifted`,
    [logId],
  )
  return rows.length === 1
}
