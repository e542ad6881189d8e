// What staff did, to what, from where: the erasable side of an act. The facts themselves stand in
// the log under the same command id; here are names, notes, addresses, before and after.
import { Rejection } from '#events/kernel/rejection.ts'
import type { CommandId } from '#events/kernel/ids.ts'

import { newId } from '../ids.ts'
import type { Queryable } from '../io/database.ts'
import type { ActName } from './act-names.ts'

/** Who acts, put together by the route. */
export type Actor = {
  personId: string
  role: string
  address: string
  /** Of an act that is made of many; left out: each is one of its own. */
  correlationId?: string
}

/** Whoever may start a command on the machine itself; he is nobody of the staff. */
export const terminal: Actor = {
  personId: '00000000-0000-0000-0000-000000000000',
  role: 'owner',
  address: 'terminal',
}

export const staffActor = ({ personId }: Actor) =>
  personId === terminal.personId ? 'system:terminal' : `staff:${personId}`

export type Act = {
  /** `raffle/<id>`, `product/<id>`. */
  subject: string
  commandId: CommandId
  actor: Actor
  act: ActName
  details: Readonly<Record<string, unknown>>
}

/** Written after the facts: without them there was no act. */
export async function noteAct(database: Queryable, act: Act): Promise<void> {
  await database.query({
    name: 'audit_insert',
    text: `insert into audit_details
             (audit_id, subject, command_id, actor_id, act, address, details, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, clock_now())`,
    values: [
      newId<string>(),
      act.subject,
      act.commandId,
      act.actor.personId,
      act.act,
      act.actor.address,
      JSON.stringify(act.details),
    ],
  })
}

/** Of an act that came to nothing after it was noted, and has no fact yet. */
export async function forgetAct(
  database: Queryable,
  { subject, commandId }: Pick<Act, 'subject' | 'commandId'>,
): Promise<void> {
  await database.query({
    name: 'audit_forget',
    text: `delete from audit_details where command_id = $1 and subject = $2`,
    values: [commandId, subject],
  })
}

/** A row of this command stands already. */
export async function isNoted(
  database: Queryable,
  { subject, commandId }: Pick<Act, 'subject' | 'commandId'>,
): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'audit_noted',
    text: `select from audit_details where command_id = $1 and subject = $2 limit 1`,
    values: [commandId, subject],
  })
  return rowCount !== 0
}

type NoteRow = { command_id: string; actor_id: string }

/**
 * The notes of commands, asked for by a command and the actor of its fact: of several the earliest
 * (`rows` in the order of time), and beside a fact of staff none but their own.
 */
export function notesOf<Row extends NoteRow>(rows: readonly Row[]) {
  const first = new Map<string, Row>()
  for (const row of rows)
    for (const key of [row.command_id, `${row.command_id} staff:${row.actor_id}`])
      if (!first.has(key)) first.set(key, row)
  return (commandId: string, actor: string): Row | undefined =>
    first.get(actor.startsWith('staff:') ? `${commandId} ${actor}` : commandId)
}

/** "Changed by …", for whoever had an older version before them. */
export async function editConflict(database: Queryable, subject: string): Promise<Rejection> {
  const { rows } = await database.query<{ name: string | null }>({
    name: 'audit_last_actor',
    text: `select coalesce(person.full_name, person.email) as name
             from audit_details as act
             join people as person on person.person_id = act.actor_id
            where act.subject = $1
            order by act.created_at desc
            limit 1`,
    values: [subject],
  })
  return conflictWith(rows[0]?.name)
}

export function conflictWith(name: string | null | undefined): Rejection {
  const changedBy = name ?? 'somebody else'
  return new Rejection(
    'edit_conflict',
    `This was changed by ${changedBy} meanwhile. Please look at it again.`,
    { changedBy },
  )
}
