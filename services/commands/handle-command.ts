// Ordinary streams rarely collide: read, decide, append with the version that was read. A command
// that comes twice gets the facts it made the first time.
import { hash } from 'node:crypto'

import { assert } from '#events/kernel/assert.ts'
import { fold, type Decider, type Fact } from '#events/kernel/decider.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import { canonicalJson } from '#events/ledger/canonical-json.ts'

import type { AppendAnswer, EventStore, Meta, Recorded } from '../event-store/types.ts'

export type Handling<Command extends object, State, Event extends Fact> = {
  store: Pick<EventStore, 'append' | 'readStream'>
  decider: Decider<Command, State, Event>
  streamId: string
  command: Command
  /** Its command id is what makes a second call the same command. */
  meta: Meta
}

export type Handled<Event extends Fact> = {
  events: readonly Event[]
  /** Of the stream, after this command. */
  version: number
  /** Where the last of the facts stands in its log; null when the command changed nothing. */
  position: number | null
}

const ATTEMPTS_MAX = 2

export async function handleCommand<Command extends object, State, Event extends Fact>(
  handling: Handling<Command, State, Event>,
): Promise<Handled<Event>> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    const handled = await tryCommand(handling)
    if (handled !== undefined) return handled
  }
  throw new Rejection('edit_conflict', 'Somebody else has just changed this. Look again.')
}

/** Undefined when somebody else wrote between the read and the append. */
async function tryCommand<Command extends object, State, Event extends Fact>({
  store,
  decider,
  streamId,
  command,
  meta,
}: Handling<Command, State, Event>): Promise<Handled<Event> | undefined> {
  const recorded = await store.readStream<Event>(streamId)
  const before = recorded.filter((fact) => fact.meta.commandId === meta.commandId)
  const events = before.length > 0 ? eventsOf(before) : decide(decider, command, recorded)
  if (events.length === 0) return { events, version: recorded.length, position: null }

  const answer = await store.append({
    streamId,
    expectedVersion: recorded.length,
    commandId: meta.commandId,
    requestHash: requestHash(command),
    facts: events,
    meta,
  })
  if (answer.kind === 'conflict') return undefined
  // Sent twice at once: ours was the second, and what it decided is not what was recorded.
  if (answer.kind === 'duplicate' && before.length === 0) return undefined
  return { events, ...placeOf(answer) }
}

function decide<Command, State, Event extends Fact>(
  decider: Decider<Command, State, Event>,
  command: Command,
  recorded: readonly Recorded<Event>[],
): Event[] {
  return decider.decide(command, fold(decider, eventsOf(recorded)))
}

const eventsOf = <Event extends Fact>(recorded: readonly Recorded<Event>[]): Event[] =>
  recorded.map(({ event }) => event)

function placeOf(answer: AppendAnswer): { version: number; position: number } {
  assert(answer.kind !== 'conflict', 'a conflict has no place')
  return { version: answer.version, position: answer.position }
}

/** Who sends a command again sends it later, and it is still the same: time is no part of it. */
export function requestHash(command: object): string {
  const body: unknown = JSON.parse(JSON.stringify({ ...command, now: null }))
  return hash('sha256', canonicalJson(body), 'hex')
}
