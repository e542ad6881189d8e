// One batch of a raffle while it is decided: the facts and rows that `append_raffle` will write,
// and the statement made of them. Nothing here decides anything.
import { randomBytes, randomUUID } from 'node:crypto'

import { assert } from '#events/kernel/assert.ts'
import { utf8 } from '#events/kernel/bytes.ts'
import type { CommandId, LineId, ProductId } from '#events/kernel/ids.ts'
import { isPlanted } from '#events/kernel/planted.ts'
import { holderCommit, orderCommit } from '#events/ledger/commitments.ts'
import { bytesMaxOf, leafText } from '#events/ledger/leaf.ts'
import { appendLeaf, frontierBytes, leafHash } from '#events/ledger/merkle.ts'
import type { RaffleEvent } from '#events/raffle/events.ts'
import { evolveRaffle } from '#events/raffle/evolve.ts'

import type { Statement } from '../io/database.ts'
import { encodeFact, encodeMeta, sha256 } from './codec.ts'
import { joined, literal } from './lists.ts'
import type { HeldLine } from './raffle-holds.ts'
import type { RaffleMemory } from './raffle-memory.ts'
import { ticketsIssuedEntry } from './tickets-issued-entry.ts'
import type { Issue, LogId, Meta, StandingSession } from './types.ts'

const SALT_BYTES = 32

type WrittenFact = {
  type: string
  schemaVersion: number
  payload: string
  meta: string
  leaf: Uint8Array
}

export type WrittenIssue = {
  issue: Issue
  position: number
  first: number
  last: number
  personKey: string
  salts: Buffer
}

type WrittenCommand = {
  commandId: CommandId
  version: number
  facts: number
  requestHash: string
}

export type RaffleBatch = {
  readonly logId: LogId
  readonly raffleId: string
  /** The fence: what the log was at when the batch was begun. */
  readonly revision: number
  readonly head: number
  /** Revision and head may be reached by others too; this one batch by nobody else. */
  readonly after: string | null
  readonly batchId: string
  /** Of its facts: after the clock was set back that of the last one, until it has caught up. */
  readonly at: Date
  readonly now: string
  /** The clock as it is: what is reserved lasts by it, however far ahead the facts are. */
  readonly clockMs: number
  readonly facts: WrittenFact[]
  readonly issues: Map<LineId, WrittenIssue>
  readonly commands: Map<CommandId, WrittenCommand>
  readonly holds: Map<LineId, HeldLine>
  readonly dropped: Set<LineId>
  readonly products: Set<ProductId>
  /** Issued lines that count for another person now. */
  readonly persons: Map<LineId, string>
  /** What must still stand when the batch commits: it holds the seal of that draw. */
  session: StandingSession | null
  /** Of those dropped: whose time had run out. */
  expired: number
  /** Two salts for each issue, drawn for many at once. */
  salts: Buffer
  hasChanged: boolean
}

export function beginBatch(logId: LogId, memory: RaffleMemory, clockNow: Date): RaffleBatch {
  const clockMs = clockNow.getTime()
  const at = new Date(Math.max(clockMs, memory.lastAtMs))
  return {
    logId,
    raffleId: logId.slice('raffle/'.length),
    revision: memory.revision,
    head: memory.head,
    after: memory.batchId,
    batchId: randomUUID(),
    at,
    now: at.toISOString(),
    clockMs,
    facts: [],
    issues: new Map(),
    commands: new Map(),
    holds: new Map(),
    dropped: new Set(),
    products: new Set(),
    persons: new Map(),
    session: null,
    expired: 0,
    salts: Buffer.alloc(0),
    hasChanged: false,
  }
}

/** Appends a fact to the batch and to the memory: leaf, frontier, head and state. */
export function writeFact(
  memory: RaffleMemory,
  batch: RaffleBatch,
  { event, meta }: { event: RaffleEvent; meta: Meta },
): void {
  const { schemaVersion, payload } = encodeLeaf(batch, memory.head, event)
  const leaf = leafHash(utf8(payload), sha256)
  batch.facts.push({ type: event.type, schemaVersion, payload, meta: encodeMeta(meta), leaf })
  batch.hasChanged = true
  memory.raffle = evolveRaffle(memory.raffle, event)
  memory.frontier = appendLeaf(memory.frontier, leaf, sha256)
  memory.head += 1
}

function encodeLeaf({ raffleId, now }: RaffleBatch, index: number, event: RaffleEvent) {
  const place = { raffle: raffleId, index, at: now }
  // The hot path: what the writer has just made itself needs no schema, and its text is fixed.
  if (event.type === 'TicketsIssued')
    return { schemaVersion: 1, payload: ticketsIssuedEntry(place, event.data) }
  const { schemaVersion } = encodeFact(event)
  const payload = leafText({ ...place, type: event.type, data: event.data })
  const bytes = Buffer.byteLength(payload)
  const bytesMax = bytesMaxOf(event.type)
  assert(bytes <= bytesMax, `a leaf of ${bytes} bytes, at most ${bytesMax}`)
  return { schemaVersion, payload }
}

export type Opening = { salts: Buffer; orderCommit: string; holderCommit: string }

/** Fresh salts, and the commitments that they and the issue's texts open. */
export function commitTo(batch: RaffleBatch, { orderText, holderText }: Issue): Opening {
  if (batch.salts.length === 0) batch.salts = randomBytes(2 * SALT_BYTES * 64)
  const salts = batch.salts.subarray(0, 2 * SALT_BYTES)
  batch.salts = batch.salts.subarray(2 * SALT_BYTES)
  return {
    salts,
    orderCommit: orderCommit(salts.subarray(0, SALT_BYTES), orderText, sha256),
    holderCommit: holderCommit(salts.subarray(SALT_BYTES), holderText, sha256),
  }
}

const parameters = Array.from({ length: 22 }, (_, n) => `$${n + 1}`)
if (isPlanted('fence_dropped'))
  parameters[21] = `coalesce(
    (select $22::jsonb || jsonb_build_object('after', batch_id) from logs where log_id = $1), $22)`

const APPEND = {
  name: 'append_raffle',
  text: `select append_raffle(${parameters.join()}) as is_written`,
}

export function batchStatement(batch: RaffleBatch, memory: RaffleMemory): Statement {
  return {
    ...APPEND,
    values: [
      batch.logId,
      batch.revision,
      batch.head,
      batch.now,
      frontierBytes(memory.frontier),
      ...factLists(batch.facts),
      ...issueLists([...batch.issues.values()]),
      literal([...batch.dropped]),
      JSON.stringify(restOf(batch, memory)),
    ],
  }
}

function factLists(facts: readonly WrittenFact[]): unknown[] {
  if (facts.length === 0) return [null, null, null, null, null]
  return [
    joined(facts.map(({ type }) => type)),
    literal(facts.map(({ schemaVersion }) => schemaVersion)),
    joined(facts.map(({ payload }) => payload)),
    joined(facts.map(({ meta }) => meta)),
    Buffer.concat(facts.map(({ leaf }) => leaf)),
  ]
}

function issueLists(issues: readonly WrittenIssue[]): unknown[] {
  if (issues.length === 0) return Array.from({ length: 10 }, () => null)
  return [
    literal(issues.map(({ issue }) => issue.orderLineId)),
    literal(issues.map(({ issue }) => issue.orderId)),
    literal(issues.map(({ issue }) => issue.productId)),
    literal(issues.map(({ position }) => position)),
    literal(issues.map(({ first }) => first)),
    literal(issues.map(({ last }) => last)),
    joined(issues.map(({ personKey }) => personKey)),
    Buffer.concat(issues.map(({ salts }) => salts)),
    joined(issues.map(({ issue }) => issue.orderText)),
    joined(issues.map(({ issue }) => issue.holderText)),
  ]
}

/** The jsonb parameter of `append_raffle`; its keys are those of the columns. */
function restOf(batch: RaffleBatch, { raffle, held, products }: RaffleMemory): object {
  return {
    batch: batch.batchId,
    after: batch.after,
    ...(raffle.status !== 'unpublished' && {
      state: { cap: raffle.terms.ticketsMax, issued: raffle.issued, voided: raffle.voided, held },
    }),
    ...(batch.products.size > 0 && {
      products: [...batch.products].map((product_id) => {
        const { ticketsMax, ...counts } = products.get(product_id)!
        return { product_id, tickets_max: ticketsMax, ...counts }
      }),
    }),
    ...(batch.holds.size > 0 && { holds: [...batch.holds.values()].map(holdRow) }),
    ...(batch.persons.size > 0 && {
      persons: [...batch.persons].map(([order_line_id, person_key]) => ({
        order_line_id,
        person_key,
      })),
    }),
    ...(batch.commands.size > 0 && { commands: [...batch.commands.values()].map(commandRow) }),
    ...(batch.session !== null && {
      session: { draw_id: batch.session.drawId, recorded_at: batch.session.recordedAt },
    }),
  }
}

const holdRow = (hold: HeldLine) => ({
  order_line_id: hold.orderLineId,
  order_id: hold.orderId,
  product_id: hold.productId,
  n: hold.n,
  person_key: hold.personKey,
  expires_at: new Date(hold.expiresAtMs).toISOString(),
})

const commandRow = ({ commandId, version, facts, requestHash }: WrittenCommand) => ({
  command_id: commandId,
  version,
  facts,
  request_hash: requestHash,
})
