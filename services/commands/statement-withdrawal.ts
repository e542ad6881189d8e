// A statement that was imported by mistake is taken back, with all its lines. What staff have
// settled about a line is not lost with it: it moves to the same line of another statement, of any
// provider, so the right file comes first; without one the withdrawal is refused.
import * as z from 'zod/mini'

import { Rejection } from '#events/kernel/rejection.ts'

import type { Database, Queryable } from '../io/database.ts'
import type { Actor } from './audit.ts'
import { lineItem, reopenRefunds } from './open-money.ts'
import { actWithRows } from './staff-acts.ts'
import type { ActNeeds } from './staff-acts.ts'
import { keyOf, lockStatements, markRepeated } from './statement-lines.ts'

type Withdrawal = { statementId: string; reason: string; actor: Actor }

/** False: there is no such statement. */
export async function withdrawStatement(
  needs: ActNeeds & { database: Database },
  { statementId, reason, actor }: Withdrawal,
): Promise<boolean> {
  // With the rows or not at all: nothing of the books goes without a note of who took it out.
  return actWithRows(needs, { kind: 'statement_withdrawn', actor }, async (tx, note) => {
    await lockStatements(tx)
    if (!(await isThere(tx, statementId))) return false
    const carried = await carrySettled(tx, statementId)
    await reopenRefunds(tx, statementId)
    const withdrawn = await deleteStatement(tx, statementId)
    await markRepeated(tx, withdrawn)
    await note({ statementId, reason, ...withdrawn, carried })
    return true
  })
}

async function isThere(tx: Queryable, statementId: string): Promise<boolean> {
  const { rowCount } = await tx.query('select from settlement_statements where statement_id = $1', [
    statementId,
  ])
  return rowCount === 1
}

/** What was settled about its lines, moved to the same lines elsewhere; answers how many. */
async function carrySettled(tx: Queryable, statementId: string): Promise<number> {
  const settled = await readSettled(tx, statementId)
  if (settled.length === 0) return 0
  const next = await sameElsewhere(tx, { statementId, settled })
  const lost = settled.filter(({ item }) => !next.has(item)).length
  if (lost > 0) throw stillSettled(lost)
  const moved = JSON.stringify([...next].map(([item, there]) => ({ item, next: there })))
  // A line that has been settled there too has both notes from now on.
  await tx.query({
    name: 'statement_settled_carry',
    text: `
      insert into attention_handled as known (kind, item, handled_by, note, handled_at)
      select done.kind, told.next, done.handled_by, done.note, done.handled_at
        from json_to_recordset($1) as told (item text, next text)
        join attention_handled as done on done.kind = 'unmatched' and done.item = told.item
          on conflict (kind, item) do update
                  set note = nullif(concat_ws(E'\\n', known.note, excluded.note), '')`,
    values: [moved],
  })
  // The trail has each note a second time, by the same item: an erasure finds both by it.
  await tx.query({
    name: 'statement_settled_copies',
    text: `
      update audit_details
         set details = jsonb_set(details, '{item}', to_jsonb(told.next))
        from json_to_recordset($1) as told (item text, next text)
       where act = 'attention settled'
         and details ->> 'kind' = 'unmatched' and details ->> 'item' = told.item`,
    values: [moved],
  })
  await tx.query({
    name: 'statement_settled_drop',
    text: `delete from attention_handled where kind = 'unmatched' and item = any ($1)`,
    values: [settled.map(({ item }) => item)],
  })
  return settled.length
}

const settledRow = z.object({ item: z.string(), key: z.string(), nth: z.int() })
type Settled = z.infer<typeof settledRow>

/** `nth`: of its settled lines that look the same. */
async function readSettled(tx: Queryable, statementId: string): Promise<Settled[]> {
  const { rows } = await tx.query({
    name: 'statement_settled',
    text: `
      select done.item, json_build_array(${keyOf('line')})::text as key,
             row_number() over (partition by ${keyOf('line')} order by line.line) as nth
        from settlement_lines as line
        join attention_handled as done
          on done.kind = 'unmatched' and done.item = ${lineItem('line')}
       where line.statement_id = $1`,
    values: [statementId],
  })
  return rows.map((row) => settledRow.parse(row))
}

const sameRow = z.object({ item: z.string(), next: z.string() })

/**
 * The n-th that looks the same in the first other statement that has so many, by its item here. The
 * statements of those days are read once, however many lines were settled.
 */
async function sameElsewhere(
  tx: Queryable,
  { statementId, settled }: { statementId: string; settled: readonly Settled[] },
): Promise<Map<string, string>> {
  const { rows } = await tx.query({
    name: 'statement_settled_elsewhere',
    text: `
      select distinct on (done.item) done.item, told.next
        from json_to_recordset($2) as done (item text, key text, nth bigint)
        join (select other.statement_id, theirs.imported_at, ${lineItem('other')} as next,
                     json_build_array(${keyOf('other')})::text as key,
                     row_number() over (
                       partition by other.statement_id, ${keyOf('other')}
                           order by other.line) as nth
                from settlement_statements as gone
                join settlement_statements as theirs
                  on theirs.statement_id <> gone.statement_id
                 and theirs.first_day <= gone.last_day and theirs.last_day >= gone.first_day
                join settlement_lines as other on other.statement_id = theirs.statement_id
               where gone.statement_id = $1) as told
          on told.key = done.key and told.nth = done.nth
       order by done.item, told.imported_at, told.statement_id`,
    values: [statementId, JSON.stringify(settled)],
  })
  return new Map(rows.map((row) => sameRow.parse(row)).map(({ item, next }) => [item, next]))
}

const stillSettled = (lines: number) =>
  new Rejection(
    'statement_settled',
    `Staff have settled lines of this statement: ${lines}. Import the right file first, then ` +
      'withdraw this one: what was noted about them moves to the same lines there.',
    { used: lines },
  )

const withdrawnRow = z.object({
  provider: z.string(),
  fileName: z.string(),
  fileSha256: z.string(),
  lines: z.int(),
  firstDay: z.string(),
  lastDay: z.string(),
})

async function deleteStatement(tx: Queryable, statementId: string) {
  const { rows } = await tx.query({
    name: 'statement_delete',
    text: `
      delete from settlement_statements where statement_id = $1
      returning provider, file_name as "fileName", file_sha256 as "fileSha256", lines,
                first_day::text as "firstDay", last_day::text as "lastDay"`,
    values: [statementId],
  })
  return withdrawnRow.parse(rows[0])
}
