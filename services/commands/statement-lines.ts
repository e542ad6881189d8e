// When two lines of settlement statements are one. Files of one provider overlap: a month holds the
// lines of its weeks, and each of them is one movement of money however often it is imported.
import type { Queryable } from '../io/database.ts'

/**
 * Columns: the transaction by both its numbers, its money and its day in Beirut: one file tells the
 * time, another the day alone. Never null, so that two keys can be held against each other.
 */
export const keyOf = (line: string) => `
  coalesce(${line}.attempt_ref, ''), coalesce(${line}.provider_ref, ''), ${line}.kind,
  ${line}.amount_cents, ${line}.currency, (${line}.happened_at at time zone 'Asia/Beirut')::date`

/** A condition; neither says whose statement it stands in. */
const isSameLine = (one: string, other: string) => `(${keyOf(one)}) = (${keyOf(other)})`

/**
 * A condition, for a sale line with a number of ours, of a statement of `provider`: he pays out one
 * payment twice. It stands twice in one statement, or in two of his as two transactions, amounts or
 * days; what overlapping statements both tell is one. `isOfIt`: of a line `other`, that it tells
 * the same payment.
 */
export const isPaidOutTwice = (
  line: string,
  provider: string,
  isOfIt = `other.attempt_ref = ${line}.attempt_ref`,
) => `exists (
  select from settlement_lines as other
    join settlement_statements as theirs on theirs.statement_id = other.statement_id
   where other.kind = 'sale' and ${isOfIt}
     and theirs.provider = ${provider}
     and (other.statement_id, other.line) <> (${line}.statement_id, ${line}.line)
     and (other.statement_id = ${line}.statement_id or not ${isSameLine('other', line)}))`

export type Covered = {
  provider: string
  /** Days of Beirut, both included. */
  firstDay: string
  lastDay: string
}

/**
 * On the days of a statement that has come or gone: which lines an earlier one tells already. Two
 * that stand in one statement are both the first. The lines may have come a moment ago and nobody
 * has counted them yet: one sort costs the same whatever PostgreSQL takes them for.
 */
export async function markRepeated(
  tx: Queryable,
  { provider, firstDay, lastDay }: Covered,
): Promise<void> {
  await tx.query({
    name: 'statement_repeated',
    text: `
      update settlement_lines as line
         set is_repeated = known.is_repeated
        from (select told.statement_id, told.line, told.is_repeated as was_repeated,
                     rank() over (
                       partition by ${keyOf('told')}
                           order by statement.imported_at, statement.statement_id
                     ) > 1 as is_repeated
                from settlement_statements as statement
                join settlement_lines as told on told.statement_id = statement.statement_id
               where statement.provider = $1
                 and statement.first_day <= $3::date and statement.last_day >= $2::date
                 and told.happened_at >= $2::date::timestamp at time zone 'Asia/Beirut'
                 and told.happened_at < ($3::date + 1)::timestamp at time zone 'Asia/Beirut'
             ) as known
       where known.is_repeated <> known.was_repeated
         and line.statement_id = known.statement_id and line.line = known.line`,
    values: [provider, firstDay, lastDay],
  })
}

/** Any number that no other lock of this database has. */
const STATEMENTS_LOCK = 7_203_002

/** To the end of the transaction: statements come and go one after the other. */
export async function lockStatements(tx: Queryable): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [STATEMENTS_LOCK])
}
