// An instant of which is known, fact for fact, what was before it: what a restore up to it has to
// bring back, neither more nor less.
import type { Database } from '../io/database.ts'
import { closeLogFile, untilReceived } from './base-backup.ts'
import type { BaseNeeds } from './base-backup.ts'
import type { LogHead } from '../ledger/heads.ts'
import { logHeads } from './tables.ts'

export type Instant = {
  /** To the millisecond, as `--until` is told. */
  at: Date
  /** Where each log ended then. */
  heads: LogHead[]
}

export type InstantNeeds = Pick<BaseNeeds, 'archiveFolder' | 'patienceMs'> & { owner: Database }

/**
 * While it is taken, for a few milliseconds, nobody appends: a commit is stamped before its locks
 * go, so what was appended before is stamped before the instant, and the rest after it. Resolves
 * when the archive has more than that.
 */
export async function takeInstant({ owner, ...needs }: InstantNeeds): Promise<Instant> {
  // A commit to come back to, where nobody has bought anything since the backup.
  await owner.query(mark)
  const instant = await owner.transaction(async (tx) => {
    await tx.query('select from logs order by log_id for update')
    const { rows } = await tx.query<{ at: Date }>(
      `select date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' as at`,
    )
    const heads = await logHeads(tx)
    await tx.query('select pg_sleep(0.002)')
    await tx.query(mark) // the first commit behind the instant: PostgreSQL stops there
    return { at: rows[0]!.at, heads }
  })
  await owner.withConnection(async (connection) =>
    untilReceived(connection, needs, await closeLogFile(connection)),
  )
  return instant
}

/** A line in PostgreSQL's log, and nowhere else. */
const mark = `select pg_logical_emit_message(true, 'qura', 'instant')`

/** What a restore up to the instant has too little or too much of. */
export function instantDifferences(found: readonly LogHead[], { heads }: Instant): string[] {
  const known = new Map(heads.map((head) => [head.logId, head]))
  const lost = heads.filter(({ logId }) => !found.some((head) => head.logId === logId))
  return [
    ...lost.map(({ logId }) => `${logId} is missing, it was there at the instant`),
    ...found.flatMap(({ logId, head, leaf }) => {
      const then = known.get(logId)
      if (then === undefined) return [`${logId} was not there at the instant`]
      if (then.head !== head) return [`${logId} ends at ${head}, at the instant at ${then.head}`]
      return then.leaf === leaf ? [] : [`${logId} has another fact at position ${head}`]
    }),
  ]
}
