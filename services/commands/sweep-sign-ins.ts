// Housekeeping of what signing in leaves behind. Nothing depends on it: every row also says until
// when it counts, and each query asks.
import type { Queryable } from '../io/database.ts'

const deletions = [
  `delete from sessions
    where coalesce(revoked_at, expires_at) < clock_now() - interval '30 days'`,
  // Evidence of abuse is kept 30 days (answers 133).
  `delete from sign_in_codes where created_at < clock_now() - interval '30 days'`,
  `delete from failure_counters where counts_until < clock_now() - interval '1 day'`,
  `delete from wrong_codes where at_minute < clock_now() - interval '2 days'`,
  `delete from staff_challenges where expires_at < clock_now()`,
  `delete from pending_sign_ins where expires_at < clock_now()`,
  `delete from staff_invitations where expires_at < clock_now() - interval '30 days'`,
  // Addresses of staff are personal: a year is enough to look into what happened.
  `delete from staff_sign_ins where at < clock_now() - interval '1 year'`,
]

/** Once an hour is often enough. */
export async function sweepSignIns(database: Queryable): Promise<number> {
  let swept = 0
  for (const text of deletions) swept += (await database.query(text)).rowCount
  return swept
}
