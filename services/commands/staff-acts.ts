// Acts of staff that change no stream of their own, so that they stand in the audit trail as every
// other does (docs/security.md, K22): the fact says what was done and about what, the note beside
// it, which can be erased, from where, and how it was before and after.
import type { CommandId } from '#events/kernel/ids.ts'
import { staffDecider } from '#events/staff/decide.ts'
import type { StaffAct } from '#events/staff/events.ts'

import type { EventStore } from '../event-store/types.ts'
import { newId } from '../ids.ts'
import type { Database, Queryable } from '../io/database.ts'
import { spaced } from './act-names.ts'
import { noteAct, staffActor } from './audit.ts'
import type { Actor } from './audit.ts'
import { changeStream } from './change-stream.ts'

export type ActNeeds = { store: Pick<EventStore, 'append' | 'readStream'>; database: Queryable }

export type DoneAct = {
  kind: StaffAct
  actor: Actor
  /** `raffle/<id>`, `order/<id>`; left out: it is about nothing that has a stream. */
  subject?: string
  details?: Readonly<Record<string, unknown>>
}

/** `commandId`: of an act that has other facts too; their correlation id says that it is theirs. */
export type NamedAct = DoneAct & { commandId?: CommandId }

/** Of a file before it is sent: what has left the house, even half of it, stands in the trail. */
export async function recordAct(
  needs: ActNeeds,
  { details = {}, commandId = newId<CommandId>(), ...done }: NamedAct,
) {
  const { kind, actor, subject = `staff/${actor.personId}` } = done
  await recordFact(needs, { ...done, commandId })
  await noteAct(needs.database, { subject, commandId, actor, act: spaced(kind), details })
}

type RowAct = Omit<DoneAct, 'details'>
/** To be called with the last row; an act whose rows changed nothing is none, and notes nothing. */
type NoteIn = (details: NonNullable<DoneAct['details']>) => Promise<void>

/**
 * Of an act that writes rows: its note is written with them or not at all, and the fact after that.
 * Who dies in between leaves a note without its fact, which `recordNoted` records.
 */
export async function actWithRows<Result>(
  needs: ActNeeds & { database: Database },
  done: RowAct,
  write: (tx: Queryable, note: NoteIn) => Promise<Result>,
): Promise<Result> {
  const { kind, actor, subject = `staff/${actor.personId}` } = done
  const commandId = newId<CommandId>()
  let isNoted = false
  const result = await needs.database.transaction(async (tx) => {
    isNoted = false
    return write(tx, async (details) => {
      await noteAct(tx, { subject, commandId, actor, act: spaced(kind), details })
      isNoted = true
    })
  })
  if (isNoted) await recordFact(needs, { ...done, commandId })
  return result
}

/** For who writes the note beside it himself, under the same command. */
export async function recordFact(
  { store }: Pick<ActNeeds, 'store'>,
  { kind, actor, subject = '-', commandId }: DoneAct & { commandId: CommandId },
): Promise<void> {
  await changeStream(store, {
    streamId: `staff/${actor.personId}`,
    decider: staffDecider,
    actor: staffActor(actor),
    commandId,
    commands: () => [{ type: 'NoteAct', kind, subject } as const],
  })
}
