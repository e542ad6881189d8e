// When two lines of settlement statements are one. Files of one provider overlap: a month holds the
// lines of its weeks, and each of them is one movement of money however often it is imported.
import type { Queryable } from '../io/database.ts'

/**
 * The transaction by both its numbers, its money and its day in Beirut: one file tells the time,
 * another the day alone. Never null, so that two keys can be held against each other.
 */
const keyOf = (line: string) => `(
  ${line}.kind, coalesce(${line}.attempt_ref, ''), coalesce(${line}.provider_ref, ''),
  ${line}.amount_cents, ${line}.currency, (${line}.happened_at at time zone 'Asia/Beirut')::date)`

/** A condition; neither says whose statement it stands in. */
export const isSameLine = (one: string, other: string) => `${keyOf(one)} = ${keyOf(other)}`

/**
 * A condition, for a sale line with a number of ours, of a statement of `provider`: he pays out one
 * payment twice. It stands twice in one statement, or in two of his as two transactions, amounts or
 * days; what overlapping statements both tell is one.
 */
export const isPaidOutTwice = (line: string, provider: string) => `exists (
  select from settlement_lines as other
    join settlement_statements as theirs on theirs.statement_id = other.statement_id
   where other.kind = 'sale' and other.attempt_ref = ${line}.attempt_ref
     and theirs.provider = ${provider}
     and (other.statement_id, other.line) <> (${line}.statement_id, ${line}.line)
     and (other.statement_id = ${line}.statement_id or not ${isSameLine('other', line)}))`

export type Covered = {
  provider: string
  /** Days of Beirut, both included. */
  firstDay: string
  lastDay: string
}

/** On the days of a statement that has come: the lines that an earlier one tells already. */
export const markRepeated = (tx: Queryable, covered: Covered) =>
  update(tx, covered, { name: 'statement_repeated', isRepeated: true })

/** On the days of one that has gone: the lines that no earlier one tells any more. */
export const unmarkRepeated = (tx: Queryable, covered: Covered) =>
  update(tx, covered, { name: 'statement_not_repeated', isRepeated: false })

async function update(
  tx: Queryable,
  { provider, firstDay, lastDay }: Covered,
  { name, isRepeated }: { name: string; isRepeated: boolean },
): Promise<void> {
  await tx.query({
    name,
    text: `
      update settlement_lines as line
         set is_repeated = ${isRepeated}
        from settlement_statements as statement
       where statement.provider = $1
         and statement.first_day <= $3::date and statement.last_day >= $2::date
         and line.statement_id = statement.statement_id
         and line.happened_at >= $2::date::timestamp at time zone 'Asia/Beirut'
         and line.happened_at < ($3::date + 1)::timestamp at time zone 'Asia/Beirut'
         and line.is_repeated = ${!isRepeated}
         and ${isRepeated ? '' : 'not '}exists (
             select from settlement_statements as earlier
               join settlement_lines as told
                 on told.statement_id = earlier.statement_id
              where earlier.provider = $1
                and earlier.first_day <= $3::date and earlier.last_day >= $2::date
                and (earlier.imported_at, earlier.statement_id)
                    < (statement.imported_at, statement.statement_id)
                and ${isSameLine('told', 'line')})`,
    values: [provider, firstDay, lastDay],
  })
}

/** Any number that no other lock of this database has. */
const STATEMENTS_LOCK = 7_203_002

/** To the end of the transaction: statements come and go one after the other. */
export async function lockStatements(tx: Queryable): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [STATEMENTS_LOCK])
}
