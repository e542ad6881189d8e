// Ordinary streams rarely collide: read, decide, append with the version that was read, and decide
// again when somebody was faster. A command that comes twice records its facts once.
import type { Decider, Fact } from '#events/kernel/decider.ts'
import type { CommandId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import type { EventStore, Recorded } from '../event-store/types.ts'
import { hashTexts, newId } from '../ids.ts'

export type StreamChange<Command, State, Event extends Fact> = {
  streamId: string
  decider: Decider<Command, State, Event>
  actor: string
  /** A retry with this id finds what the first time did. */
  commandId?: CommandId
  /** Of an act that is made of many; left out: the command's own id. */
  correlationId?: string | undefined
  /** Asked again with fresher facts when somebody else was faster. Decided one after the other. */
  commands: (state: State, version: number) => readonly Command[] | Promise<readonly Command[]>
  /** The version the caller had read; another one is refused. `lastActor` changed it. */
  ifVersion?: number | undefined
  onConflict?: (lastActor: string) => Promise<Rejection>
}

export type StreamChanged<State, Event extends Fact> = {
  before: State
  state: State
  version: number
  facts: readonly Event[]
  /** Where the last fact stands in its log; null when nothing was recorded. */
  recordedAt: { logId: string; position: number } | null
}

const TRIES_MAX = 6

export async function changeStream<Command, State, Event extends Fact>(
  store: Pick<EventStore, 'append' | 'readStream'>,
  change: StreamChange<Command, State, Event>,
): Promise<StreamChanged<State, Event>> {
  const commandId = change.commandId ?? newId<CommandId>()
  for (let tries = 1; tries <= TRIES_MAX; tries++) {
    const changed = await tryChange(store, { ...change, commandId })
    if (changed !== null) return changed
  }
  throw new Rejection('busy', 'This is being changed by others. Please try again in a moment.', {
    retryAfterSeconds: 1,
  })
}

/** Null: the stream has moved on since it was read. */
async function tryChange<Command, State, Event extends Fact>(
  store: Pick<EventStore, 'append' | 'readStream'>,
  change: StreamChange<Command, State, Event> & { commandId: CommandId },
): Promise<StreamChanged<State, Event> | null> {
  const { streamId, decider, actor, commandId } = change
  const recorded = await store.readStream<Event>(streamId)
  await requireVersion(change, recorded)
  const before = stateOf(decider, recorded)
  let state = before
  const facts: Event[] = []
  for (const command of await change.commands(before, recorded.length))
    for (const fact of decider.decide(command, state)) {
      state = decider.evolve(state, fact)
      facts.push(fact)
    }
  if (facts.length === 0)
    return { before, state, version: recorded.length, facts, recordedAt: null }

  const answer = await store.append({
    streamId,
    expectedVersion: recorded.length,
    commandId,
    requestHash: hashTexts('change', streamId, JSON.stringify(facts)),
    facts,
    meta: { commandId, correlationId: change.correlationId ?? commandId, actor },
  })
  if (answer.kind === 'conflict') return null
  const { logId, position, version } = answer
  return { before, state, version, facts, recordedAt: { logId, position } }
}

async function requireVersion<Command, State, Event extends Fact>(
  { ifVersion, onConflict }: StreamChange<Command, State, Event>,
  recorded: readonly Recorded<Event>[],
): Promise<void> {
  if (ifVersion === undefined || ifVersion === recorded.length) return
  const lastActor = recorded.at(-1)?.meta.actor ?? ''
  if (onConflict !== undefined) throw await onConflict(lastActor)
  throw new Rejection('edit_conflict', 'Somebody else has changed this meanwhile.')
}

export async function readState<Command, State, Event extends Fact>(
  store: Pick<EventStore, 'readStream'>,
  decider: Decider<Command, State, Event>,
  streamId: string,
): Promise<{ state: State; version: number }> {
  const recorded = await store.readStream<Event>(streamId)
  return { state: stateOf(decider, recorded), version: recorded.length }
}

function stateOf<Command, State, Event extends Fact>(
  decider: Decider<Command, State, Event>,
  recorded: readonly Recorded<Event>[],
): State {
  let state = decider.initial
  for (const { event } of recorded) state = decider.evolve(state, event)
  return state
}
