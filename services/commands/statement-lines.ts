// When two lines of settlement statements are one. Files of one provider overlap: a month holds the
// lines of its weeks, and each of them is one movement of money however often it is imported.

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

/** The provider's statements that were imported before this one and share a day with it. */
export const earlierStatements = (statement: string) => `
  select array_agg(earlier.statement_id) as ids
    from settlement_statements as earlier
   where earlier.provider = ${statement}.provider
     and ${isAfter(statement, 'earlier')}
     and earlier.first_day <= ${statement}.last_day
     and earlier.last_day >= ${statement}.first_day`

/** A condition: the line stands in one of these statements too. */
export const isToldIn = (line: string, statementIds: string) => `exists (
  select from settlement_lines as told_before
   where told_before.statement_id = any (${statementIds})
     and ${isSameLine('told_before', line)})`

/**
 * A condition, for a line of this kind with a number of ours: it stands in a statement of the same
 * provider that was imported before this one. By the index of those numbers.
 */
export const isToldBefore = (line: string, statement: string, kind: 'sale' | 'refund') => `exists (
  select from settlement_lines as told_before
    join settlement_statements as earlier on earlier.statement_id = told_before.statement_id
   where told_before.kind = '${kind}' and told_before.attempt_ref = ${line}.attempt_ref
     and earlier.provider = ${statement}.provider
     and ${isAfter(statement, 'earlier')}
     and ${isSameLine('told_before', line)})`

/** In the order in which they were imported. */
const isAfter = (statement: string, earlier: string) =>
  `(${earlier}.imported_at, ${earlier}.statement_id)
         < (${statement}.imported_at, ${statement}.statement_id)`
