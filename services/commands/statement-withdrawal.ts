// A statement that was imported by mistake is taken back, with all its lines. What staff have
// settled about a line is not lost with it: it moves to the same line of another statement, of any
// provider, so the right file comes first; without one the withdrawal is refused.
import * as z from 'zod/mini'

import type { CommandId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import { newId } from '../ids.ts'
import type { Database, Queryable } from '../io/database.ts'
import { noteAct } from './audit.ts'
import type { Actor } from './audit.ts'
import { recordFact } from './staff-acts.ts'
import type { ActNeeds } from './staff-acts.ts'
import { isSameLine, lockStatements, unmarkRepeated } from './statement-lines.ts'

type Withdrawal = { statementId: string; reason: string; actor: Actor }

/** False: there is no such statement. */
export async function withdrawStatement(
  needs: ActNeeds & { database: Database },
  { statementId, reason, actor }: Withdrawal,
): Promise<boolean> {
  const commandId = newId<CommandId>()
  const subject = `staff/${actor.personId}`
  const isWithdrawn = await needs.database.transaction(async (tx) => {
    await lockStatements(tx)
    if (!(await isThere(tx, statementId))) return false
    const carried = await carrySettled(tx, statementId)
    const withdrawn = await deleteStatement(tx, statementId)
    await unmarkRepeated(tx, withdrawn)
    // With the rows or not at all: nothing of the books goes without a note of who took it out.
    const details = { statementId, reason, ...withdrawn, carried }
    await noteAct(tx, { subject, commandId, actor, act: 'statement withdrawn', details })
    return true
  })
  if (isWithdrawn)
    await recordFact(needs, { kind: 'statement_withdrawn', actor, subject, commandId })
  return isWithdrawn
}

async function isThere(tx: Queryable, statementId: string): Promise<boolean> {
  const { rowCount } = await tx.query('select from settlement_statements where statement_id = $1', [
    statementId,
  ])
  return rowCount === 1
}

const settledRow = z.object({ item: z.string(), next: z.nullable(z.string()) })

/** What was settled about its lines, moved to the same lines elsewhere; answers how many. */
async function carrySettled(tx: Queryable, statementId: string): Promise<number> {
  const { rows } = await tx.query({
    name: 'statement_settled',
    text: `
      select done.item,
             (select ${itemOf('other')}
                from settlement_lines as other
                join settlement_statements as theirs using (statement_id)
               where other.statement_id <> line.statement_id and ${isSameLine('other', 'line')}
               order by theirs.imported_at, other.statement_id, other.line
               limit 1) as next
        from settlement_lines as line
        join attention_handled as done
          on done.kind = 'unmatched' and done.item = ${itemOf('line')}
       where line.statement_id = $1`,
    values: [statementId],
  })
  const settled = rows.map((row) => settledRow.parse(row))
  const lost = settled.filter(({ next }) => next === null).length
  if (lost > 0) throw stillSettled(lost)
  await tx.query({
    name: 'statement_settled_carry',
    text: `
      insert into attention_handled (kind, item, handled_by, note, handled_at)
      select done.kind, told.next, done.handled_by, done.note, done.handled_at
        from json_to_recordset($1) as told (item text, next text)
        join attention_handled as done on done.kind = 'unmatched' and done.item = told.item
          on conflict (kind, item) do nothing`,
    values: [JSON.stringify(settled)],
  })
  await tx.query({
    name: 'statement_settled_drop',
    text: `delete from attention_handled where kind = 'unmatched' and item = any ($1)`,
    values: [settled.map(({ item }) => item)],
  })
  return settled.length
}

/** As the list of what needs attention names it (`attention-items.ts`). */
const itemOf = (line: string) => `'statement:' || ${line}.statement_id || ':' || ${line}.line`

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
