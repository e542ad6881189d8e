// Acts whose rows and note are durable, of a process that died before the fact: recorded under the
// command that stands in the note, so that of several who find it one does (`staff-acts.ts`).
import * as z from 'zod/mini'

import { commandIdSchema } from '#events/kernel/ids.ts'
import type { StaffAct } from '#events/staff/events.ts'

import type { Queryable } from '../io/database.ts'
import { spaced } from './act-names.ts'
import { withoutFact } from './order-acts.ts'
import { recordFact } from './staff-acts.ts'
import type { ActNeeds } from './staff-acts.ts'

/** Whoever is at work records it himself. */
const UNDER_WAY_SECONDS = 30
/** Longer than a shop stands still. */
const LOOKED_BACK_DAYS = 30
const PAGE = 50

/** Those whose rows, note and fact come in this order; of every other act the fact comes first. */
const kinds: readonly StaffAct[] = [
  'rate_set',
  'vat_set',
  'till_counted',
  'statement_imported',
  'statement_withdrawn',
  'sample_drawn',
  'paper_noted',
  'winner_contacted',
]
const kindsByAct: ReadonlyMap<string, StaffAct> = new Map<string, StaffAct>([
  ...kinds.map((kind) => [spaced(kind), kind] as const),
  ...Object.entries(withoutFact),
])

const notedRow = z.object({
  subject: z.string(),
  command_id: commandIdSchema,
  actor_id: z.string(),
  act: z.string(),
})

/** One page of them; how many there were. */
export async function recordNoted(needs: ActNeeds): Promise<number> {
  const noted = await withoutFacts(needs.database)
  for (const { subject, command_id: commandId, actor_id: personId, act } of noted) {
    const kind = kindsByAct.get(act)
    if (kind === undefined) continue
    const about = subject === `staff/${personId}` ? {} : { subject }
    // The role and the address are the note's, not the fact's.
    const actor = { personId, role: '', address: '' }
    await recordFact(needs, { kind, actor, ...about, commandId })
  }
  return noted.length
}

async function withoutFacts(database: Queryable): Promise<z.infer<typeof notedRow>[]> {
  const { rows } = await database.query({
    name: 'acts_without_facts',
    text: `
      select subject, command_id, actor_id, act
        from audit_details as noted
       where act = any($1)
         and created_at between (select clock_now()) - make_interval(days => $2)
                            and (select clock_now()) - make_interval(secs => $3)
         and not exists (
               select from commands
                where commands.command_id = noted.command_id
                  and commands.log_id = any (
                      array(select log_id from logs where log_id like 'shop/%')))
       order by created_at
       limit $4`,
    values: [[...kindsByAct.keys()], LOOKED_BACK_DAYS, UNDER_WAY_SECONDS, PAGE],
  })
  return rows.map((row) => notedRow.parse(row))
}
