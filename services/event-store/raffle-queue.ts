// What waits for a raffle's writer: a bounded queue whose order survives a batch that did not go
// through.
import type { CommandId, LineId } from '#events/kernel/ids.ts'

import type { Traceparent } from '../io/tracing.ts'
import type { RaffleItem, Written } from './raffle-decide.ts'
import type { Known, KnownCommand, KnownIssue } from './raffle-memory.ts'
import type { Issued } from './types.ts'

export type Outcome = Issued | Written | undefined

export type Waiting = {
  /** Place in the order of arrival. */
  readonly arrival: number
  readonly item: RaffleItem
  readonly answer: (outcome: Outcome) => void
  readonly fail: (error: unknown) => void
  readonly traceparent: Traceparent | undefined
  /** How often it was sent and refused, or nobody knows what became of it. */
  attempts: number
  /** How often somebody else wrote before it, which is nothing wrong with it. */
  fencesLost: number
  /**
   * It may have been obeyed before, so its line or command must be looked up before it is decided.
   */
  isUncertain: boolean
  /** What the look-up found; an empty answer is an answer too. */
  known: Known | undefined
  /**
   * A batch with it was refused by the database: it goes alone, so that it harms nobody else. So
   * does what is counted over all that was issued.
   */
  isAlone: boolean
}

export const ITEMS_PER_BATCH_MAX = 200
export const QUEUE_MAX = 20_000

/** From the front: at most a batch, and an item that goes alone by itself. */
export function takeBatch(queue: Waiting[]): Waiting[] {
  if (queue[0]?.isAlone) return queue.splice(0, 1)
  const alone = queue.findIndex(({ isAlone }, index) => isAlone && index < ITEMS_PER_BATCH_MAX)
  return queue.splice(0, alone === -1 ? ITEMS_PER_BATCH_MAX : alone)
}

/** Back to where they were. */
export function putBack(queue: Waiting[], batch: readonly Waiting[]): void {
  queue.unshift(...batch)
  queue.sort((a, b) => a.arrival - b.arrival)
}

/** Whoever asks again must hear what he was told, not what would be true of a new request. */
export const isRepeatable = ({ item }: Waiting): boolean =>
  item.kind === 'issue' || item.kind === 'command'

/** The business keys under which these may have been obeyed before. */
export function namesOf(waitings: readonly Waiting[]): { lines: LineId[]; commands: CommandId[] } {
  const lines: LineId[] = []
  const commands: CommandId[] = []
  for (const { item } of waitings) {
    if (item.kind === 'issue') lines.push(item.issue.orderLineId)
    if (item.kind === 'hold') lines.push(item.hold.orderLineId)
    if (item.kind === 'command') commands.push(item.meta.commandId)
    if (item.kind === 'person') lines.push(...item.orderLineIds)
  }
  return { lines, commands }
}

/** Whose holds these are about. */
export function linesOf(waitings: readonly Waiting[]): LineId[] {
  const lines = new Set<LineId>()
  for (const { item } of waitings) {
    if (item.kind === 'issue') lines.add(item.issue.orderLineId)
    if (item.kind === 'hold') lines.add(item.hold.orderLineId)
    if (item.kind === 'release' || item.kind === 'extend') lines.add(item.orderLineId)
    if (item.kind === 'person') for (const line of item.orderLineIds) lines.add(line)
  }
  return [...lines]
}

export function knownOf(waitings: readonly Waiting[]): Known {
  const issues = new Map<LineId, KnownIssue>()
  const commands = new Map<CommandId, KnownCommand>()
  for (const known of new Set(waitings.map((waiting) => waiting.known))) {
    for (const [lineId, issue] of known?.issues ?? []) issues.set(lineId, issue)
    for (const [commandId, command] of known?.commands ?? []) commands.set(commandId, command)
  }
  return { issues, commands }
}

export function personsOf(waitings: readonly Waiting[]): string[] {
  const personKeys = new Set<string>()
  for (const { item } of waitings) {
    if (item.kind === 'issue') personKeys.add(item.issue.personKey)
    if (item.kind === 'hold') personKeys.add(item.hold.personKey)
    if (item.kind === 'person') personKeys.add(item.personKey)
  }
  return [...personKeys]
}
