// What the rest of the house sees of the event store.
import type { Fact } from '#events/kernel/decider.ts'
import type { CommandId, LineId, OrderId, ProductId, RaffleId } from '#events/kernel/ids.ts'
import type { Raffle, RaffleCommand } from '#events/raffle/decide.ts'
import type { RaffleEvent } from '#events/raffle/events.ts'

/** `shop/0` … or `raffle/<raffleId>`. */
export type LogId = string

/** Stored with each fact, never part of a public leaf. */
export type Meta = {
  commandId: CommandId
  correlationId: string
  causationId?: string
  /** `customer:<id>`, `guest:<session>`, `staff:<id>`, `system:<reactor>`. */
  actor: string
  traceparent?: string
  /** The order an issue belongs to (invariant I21). */
  orderId?: OrderId
}

export type Recorded<Event extends Fact = Fact> = {
  logId: LogId
  /** Place in the log, from 1, without gaps. */
  position: number
  streamId: string
  /** Place in the stream, from 1. */
  version: number
  eventId: string
  /** Upcast to the newest schema version on read. */
  event: Event
  meta: Meta
  recordedAt: Date
}

export type AppendItem<Event extends Fact = Fact> = {
  streamId: string
  /** The version that was read; 0 for a stream that must not exist. */
  expectedVersion: number
  commandId: CommandId
  /** SHA-256 of the command as canonical JSON, hex: the same id with another body is refused. */
  requestHash: string
  facts: readonly Event[]
  meta: Meta
}

export type AppendAnswer =
  /** `duplicate`: this command id has been recorded before; nothing was written now. */
  | { kind: 'ok' | 'duplicate'; logId: LogId; position: number; version: number }
  | { kind: 'conflict'; actualVersion: number }

export type Hold = {
  orderLineId: LineId
  orderId: OrderId
  productId: ProductId
  /** Tickets held. */
  n: number
  expiresAt: Date
  /** Keyed hash of the holder's phone, for a raffle with a limit per person. */
  personKey: string
}

export type Issue = {
  /** The deduplication key: one issue for an order line, for ever. */
  orderLineId: LineId
  orderId: OrderId
  productId: ProductId
  quantity: number
  ticketsPerUnit: number
  channel: 'online' | 'manual'
  personKey: string
  /** The openings' canonical texts (docs/draw-protocol.md, 2); the writer makes the salts. */
  orderText: string
  holderText: string
  meta: Meta
  /**
   * `held` is the rule; `room`: no hold is left (late payment), take free room if there is any.
   * A hold that is still there is consumed in both cases.
   */
  capacity: 'held' | 'room'
}

export type Issued = {
  kind: 'ok' | 'duplicate'
  first: number
  last: number
  position: number
}

/** Capacity of one product inside a raffle, in tickets. */
export type Allotment = { productId: ProductId; ticketsMax: number }

/**
 * One writer per raffle. Every method rejects with Rejection where the rules refuse: those of the
 * raffle's decider and of capacity, and `hold_gone`, `already_issued`, `idempotency_key_reused`,
 * `busy`, `raffle_halted`.
 */
export type RaffleWriter = {
  /** What is held already stays held, to `expiresAt` at least. */
  hold: (hold: Hold) => Promise<void>
  /** Idempotent; releasing what is not held does nothing. */
  release: (orderLineId: LineId) => Promise<void>
  /** What is past its end when it is asked; what was extended, or taken anew, stays. */
  dropExpired: (orderLineId: LineId) => Promise<void>
  extendHold: (orderLineId: LineId, expiresAt: Date) => Promise<void>
  issue: (issue: Issue) => Promise<Issued>
  /** Everything else a raffle may do: publish, amend, extend, close, cancel, void. */
  command: (
    command: RaffleCommand,
    meta: Meta,
    session?: StandingSession,
  ) => Promise<Recorded<RaffleEvent>[]>
  allot: (allotment: Allotment) => Promise<void>
  /** Before the seal: held or issued, these count for this person now. Twice is once. */
  changePerson: (orderLineIds: readonly LineId[], personKey: string) => Promise<void>
  /** The state after everything that has committed, at `head`. */
  state: () => Promise<RaffleState>
}

/**
 * Of a seal: the session of its draw as it was read. The facts commit only while it stands; another
 * one is SQLSTATE EV423 (`append_raffle`).
 */
export type StandingSession = { drawId: string; recordedAt: string }

export type RaffleState = {
  raffle: Raffle
  head: number
  /** Tickets held by live holds. */
  held: number
  products: ReadonlyMap<ProductId, { ticketsMax: number; issued: number; held: number }>
}

/** A raffle whose writer met a broken rule: read-only until somebody has looked at it. */
export type HaltedLog = { logId: LogId; error: Error; since: Date }

export type EventStore = {
  append: (item: AppendItem) => Promise<AppendAnswer>
  readStream: <Event extends Fact>(streamId: string) => Promise<Recorded<Event>[]>
  /** Where the facts of an ordinary stream lie. */
  logOf: (streamId: string) => LogId
  /** At most `limit` facts after `after`, in order; a hole throws (an alarm, never a wait). */
  readLog: (logId: LogId, after: number, limit: number) => Promise<Recorded[]>
  head: (logId: LogId) => Promise<number>
  logs: () => Promise<LogId[]>
  raffle: (raffleId: RaffleId) => RaffleWriter
  /** Called after commits, with the logs that grew: workers ring their bells with it. */
  onGrowth: (listen: (logId: LogId, head: number) => void) => () => void
  /** Raffles that have stopped selling by themselves; readiness turns red while there is one. */
  halted: () => readonly HaltedLog[]
  /** Takes nothing more and answers what is queued. The database is its owner's to end. */
  close: () => Promise<void>
}
