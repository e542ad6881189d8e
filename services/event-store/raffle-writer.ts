// The writer of one raffle. Everybody wants the raffle at once, so it is decided in one place:
// state in memory, every queued item decided in its order, one statement for all of them, which the
// database takes only if nobody has written since (`append_raffle`, the fence). So thousands of
// buyers collide with nobody, no lock is held over a round trip, and nothing needs failing over: a
// second process is simply somebody who has written since.
//
// Two batches may be in flight: the second is decided on what the first will leave and fenced by
// that very batch: another process may reach the same revision and head with other facts. When a
// batch does not go through, what is in memory is worthless; it is thrown away, everything in
// flight comes back to the queue, and the state is read again.
//
// A refusal is an answer about the state too. It is given only when the batch it was decided in has
// passed the fence, and to somebody who may have been served before only after looking that up.
import { AssertionFailure } from '#events/kernel/assert.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import type { Clock } from '../clock.ts'
import { isOutage, NoConnection, sqlState, type Queryable, type Statement } from '../io/database.ts'
import { fencesLost, holdsExpired, noteBatch, ticketsIssued } from '../io/figures.ts'
import { endOfTurn } from '../io/timers.ts'
import { apart, currentTraceparent, inSpanAfter } from '../io/tracing.ts'
import { ATTEMPTS_MAX, busy, isWorthRetrying, noteAttempt, pauseAfter } from './outage.ts'
import { batchStatement, beginBatch, type RaffleBatch } from './raffle-batch.ts'
import { decideItem, dropExpired, type Deciding, type RaffleItem } from './raffle-decide.ts'
import { loadHolds } from './raffle-holds.ts'
import { loadPersons, loadRaffle, lookUp, type RaffleMemory } from './raffle-memory.ts'
import {
  isRepeatable,
  knownOf,
  linesOf,
  namesOf,
  personsOf,
  putBack,
  QUEUE_MAX,
  takeBatch,
  type Outcome,
  type Waiting,
} from './raffle-queue.ts'
import type { LogId } from './types.ts'

const IN_FLIGHT_MAX = 2
/** Losing the fence is no fault, only bad luck; but no loop here is without an end. */
const LOST_FENCES_MAX = 200
const PERSONS_MAX = 10_000
/** In memory; of a raffle with more, only those that a batch is about are read. */
const HOLDS_MAX = 20_000
/** So many batches through the fence in a row: whoever sold the raffle as well does so no more. */
const ALONE_AFTER = 100

export type RaffleLineNeeds = {
  database: Queryable
  clock: Pick<Clock, 'now' | 'sync'>
  logId: LogId
  /** How long after the end a hold may still become tickets. */
  settlementSeconds: number
  /** Tests only: how many holds are kept in memory. */
  holdsMax?: number | undefined
  grew: (logId: LogId, head: number) => void
  /** A broken rule: this raffle is read-only from now on, and somebody is called. */
  halt: (logId: LogId, error: Error) => void
}

/** A batch on its way, with what to say to everybody in it once it has committed. */
type Flight = {
  waitings: readonly Waiting[]
  batch: RaffleBatch
  answers: Map<Waiting, Outcome>
  refusals: Map<Waiting, Rejection>
}

/** Tickets of persons with a limit that count for another from now on, or for nobody. */
const isRecounted = (item: RaffleItem, { raffle }: RaffleMemory): boolean =>
  item.kind === 'person' ||
  (item.kind === 'command' &&
    item.command.type === 'VoidTickets' &&
    raffle.status !== 'unpublished' &&
    raffle.terms.ticketsPerPersonMax > 0)

export class RaffleLine {
  readonly #needs: RaffleLineNeeds
  readonly #queue: Waiting[] = []
  /** Ends when the batch has been answered or put back. In order, the oldest first. */
  readonly #flights: Promise<void>[] = []
  #memory: RaffleMemory | undefined
  #pumping: Promise<void> | undefined
  #isHalted = false
  /** Until then nobody looks again whether the mark of another process still stands. */
  #markedUntilMs = 0
  #arrivals = 0
  /** Batches of ours since somebody else has written; Infinity: nobody does. */
  #sinceOthers = Infinity
  /** More is held than is kept in memory. */
  #isCrowded = false

  constructor(needs: RaffleLineNeeds) {
    this.#needs = needs
  }

  submit(item: RaffleItem): Promise<Outcome> {
    const isMarked = performance.now() < this.#markedUntilMs
    if (this.#isHalted || isMarked) return Promise.reject(readOnly())
    if (this.#queue.length >= QUEUE_MAX) return Promise.reject(busy())
    return new Promise((answer, fail) => {
      const isPerson = item.kind === 'person'
      const fresh = {
        attempts: 0,
        fencesLost: 0,
        isUncertain: isPerson,
        known: undefined,
        isAlone: isPerson,
      }
      const traceparent = currentTraceparent()
      this.#queue.push({ ...fresh, arrival: this.#arrivals++, traceparent, item, answer, fail })
      this.#pumping ??= apart(() => this.#pump())
    })
  }

  /** Nothing is waiting or on its way: to forget this line costs a reload and nothing else. */
  get isForgettable(): boolean {
    return this.#pumping === undefined && !this.#isHalted
  }

  /** Resolves when everything that was taken has been answered. */
  async drained(): Promise<void> {
    await this.#pumping
  }

  async #pump(): Promise<void> {
    // Everybody who asks in this turn of the event loop shares the first batch.
    await endOfTurn()
    while (this.#queue.length > 0 || this.#flights.length > 0) {
      const mustWait =
        this.#queue.length === 0 ||
        this.#flights.length >= IN_FLIGHT_MAX ||
        (this.#flights.length > 0 && (this.#memory === undefined || this.#queue[0]?.isAlone))
      if (mustWait) await this.#flights[0]
      else await this.#pumpOnce()
    }
    this.#pumping = undefined
  }

  async #pumpOnce(): Promise<void> {
    const waitings = takeBatch(this.#queue)
    try {
      this.#memory ??= await this.#load()
      const memory = this.#memory
      const isOfOneRevision = await this.#prepare(memory, waitings)
      if (!isOfOneRevision) return this.#lostFence(waitings)
      // A batch that failed meanwhile has taken the memory with it.
      if (this.#memory !== memory) return putBack(this.#queue, waitings)
      this.#send(this.#decide(memory, waitings), memory)
      // Whose tickets are counted has changed, and is read anew once this has landed.
      if (waitings.some(({ item }) => isRecounted(item, memory))) this.#memory = undefined
    } catch (error) {
      await this.#recover(waitings, error)
    }
  }

  async #load(): Promise<RaffleMemory> {
    const { database, logId } = this.#needs
    const isShared = this.#isCrowded || this.#sinceOthers < ALONE_AFTER
    const memory = await loadRaffle(database, logId, isShared)
    if (memory.haltedBy !== null) throw new HaltedElsewhere(memory.haltedBy)
    return memory
  }

  /** Looks up what may have been obeyed before, and counts the tickets of persons with a limit. */
  async #prepare(memory: RaffleMemory, waitings: readonly Waiting[]): Promise<boolean> {
    const { database, logId } = this.#needs
    const uncertain = waitings.filter(({ isUncertain, known }) => isUncertain && !known)
    if (uncertain.length > 0) {
      const known = await lookUp(database, { logId, ...namesOf(uncertain) })
      for (const waiting of uncertain) waiting.known = known
    }

    const personKeys = this.#personsToCount(memory, waitings)
    const wanted = { logId, lines: linesOf(waitings), personKeys, now: this.#needs.clock.now() }
    if (!(await loadHolds(database, memory, wanted))) return false
    if (personKeys.length > 0) await loadPersons(database, { logId, memory, personKeys })
    return true
  }

  #personsToCount({ raffle, persons }: RaffleMemory, waitings: readonly Waiting[]): string[] {
    if (raffle.status === 'unpublished' || raffle.terms.ticketsPerPersonMax === 0) return []
    // Who is in flight is in here, and must stay until it has landed.
    if (persons.size > PERSONS_MAX && this.#flights.length === 0) persons.clear()
    return personsOf(waitings).filter((personKey) => !persons.has(personKey))
  }

  #decide(memory: RaffleMemory, waitings: readonly Waiting[]): Flight {
    const { clock, logId, settlementSeconds } = this.#needs
    const batch = beginBatch(logId, memory, clock.now())
    const deciding: Deciding = { memory, batch, known: knownOf(waitings), settlementSeconds }
    const flight: Flight = { waitings, batch, answers: new Map(), refusals: new Map() }

    dropExpired(deciding)
    for (const waiting of waitings) {
      try {
        flight.answers.set(waiting, decideItem(deciding, waiting.item))
      } catch (error) {
        if (!(error instanceof Rejection)) throw error
        flight.refusals.set(waiting, error)
      }
    }
    if (batch.hasChanged) {
      memory.revision += 1
      memory.batchId = batch.batchId
      memory.partly?.batches.add(batch.batchId)
    }
    if (batch.facts.length > 0) memory.lastAtMs = batch.at.getTime()
    return flight
  }

  /** Starts the statement and lets the pump go on with the next batch. */
  #send(flight: Flight, memory: RaffleMemory): void {
    const sentMs = performance.now()
    // With nothing to write the answers hold if all before them do, and nobody else has written.
    const sent = flight.batch.hasChanged
      ? this.#write(flight.waitings, batchStatement(flight.batch, memory))
      : Promise.all(this.#flights).then(() => this.#isFenceStanding(flight.batch))
    const landed = sent
      .then(
        (isThrough) =>
          isThrough ? this.#answer(flight, sentMs) : this.#lostFence(flight.waitings),
        (error: unknown) => this.#recover(flight.waitings, error),
      )
      // A fault of ours on the way. It ends their wait, not the pump.
      .catch((error: unknown) => this.#giveUp(flight.waitings, error))
      .finally(() => {
        this.#flights.splice(this.#flights.indexOf(landed), 1)
      })
    this.#flights.push(landed)
  }

  #write(waitings: readonly Waiting[], statement: Statement): Promise<boolean> {
    const asked = () => waitings.map(({ traceparent }) => traceparent)
    return inSpanAfter(COMMIT, asked, async ({ say }) => {
      say({ 'qura.batch': waitings.length })
      const { rows } = await this.#needs.database.query<{ is_written: boolean }>(statement)
      return rows[0]?.is_written === true
    })
  }

  /**
   * Throws where the batch was decided by a clock that is ahead: what is too late by it need not
   * be. One that is behind cannot be told from a batch that has waited.
   */
  async #isFenceStanding({ logId, after, clockMs }: RaffleBatch): Promise<boolean> {
    const { rows } = await this.#needs.database.query<Fence>({
      name: 'raffle_fence',
      text: `
        select (select batch_id from logs where log_id = $1) as "batchId",
               $2::timestamptz > clock_now() + interval '2 seconds' as "isAhead"`,
      values: [logId, new Date(clockMs)],
    })
    if (rows[0]?.isAhead === true) throw new ClockAhead()
    return (rows[0]?.batchId ?? null) === after
  }

  #answer({ waitings, batch, answers, refusals }: Flight, sentMs: number): void {
    for (const [waiting, outcome] of answers) waiting.answer(outcome)
    const unsure: Waiting[] = []
    for (const [waiting, refusal] of refusals) {
      if (isRepeatable(waiting) && waiting.known === undefined) unsure.push(waiting)
      else waiting.fail(refusal)
    }
    for (const waiting of unsure) waiting.isUncertain = true
    putBack(this.#queue, unsure)
    if (batch.hasChanged) noteWritten(batch, waitings.length, sentMs)
    this.#passed()
    const { logId, head, facts } = batch
    if (facts.length > 0) this.#needs.grew(logId, head + facts.length)
  }

  /** What is in memory is read anew when there is too much of it, or room for all of it again. */
  #passed(): void {
    this.#sinceOthers += 1
    if (this.#memory === undefined) return
    const { holds, held, partly } = this.#memory
    const { holdsMax = HOLDS_MAX } = this.#needs
    const isFull = (partly?.lines ?? holds).size > holdsMax
    // Each hold is of one ticket at least.
    const isRoomForAll = !this.#isCrowded || held <= holdsMax / 2
    const isAlone = partly !== null && this.#sinceOthers >= ALONE_AFTER
    if (!isFull && !(isAlone && isRoomForAll)) return
    this.#isCrowded = isFull
    this.#memory = undefined
  }

  #lostFence(waitings: readonly Waiting[]): void {
    fencesLost.inc()
    this.#sinceOthers = 0
    this.#tryAgain(waitings, { counted: 'fencesLost', max: LOST_FENCES_MAX, reason: busy() })
  }

  async #recover(waitings: readonly Waiting[], error: unknown): Promise<void> {
    this.#memory = undefined
    const state = sqlState(error) ?? ''
    if (error instanceof HaltedElsewhere) return this.#refuseMarked(waitings)
    if (error instanceof AssertionFailure || broken.has(state)) return this.#halt(waitings, error)

    const isClockOff = state === 'EV408' || error instanceof ClockAhead
    // A clock that cannot be asked now is asked again with the next refusal.
    if (isClockOff) await this.#needs.clock.sync().catch(() => {})
    else if (isWorthRetrying(error)) await this.#pause(waitings, error)
    else if (isOutage(error)) return this.#giveUp(waitings, error)
    else if (!repeated.has(state)) {
      // The database refuses something in it: find out what, and let the others pass.
      const [first] = waitings
      if (waitings.length === 1) return first?.fail(error)
      for (const waiting of waitings) waiting.isAlone = true
    }
    for (const waiting of waitings) waiting.isUncertain = true
    const reason = isClockOff ? busy() : error
    this.#tryAgain(waitings, { counted: 'attempts', max: ATTEMPTS_MAX, reason })
  }

  async #pause(waitings: readonly Waiting[], error: unknown): Promise<void> {
    const attempts = (waitings[0]?.attempts ?? 0) + 1
    if (attempts >= ATTEMPTS_MAX) return
    noteAttempt(error)
    await pauseAfter(attempts)
  }

  /** The server is not well: one by one they would only wait longer. */
  #giveUp(waitings: readonly Waiting[], error: unknown): void {
    this.#memory = undefined
    // Who is queued behind a connection that nobody gets would wait for it as long again.
    const behind = error instanceof NoConnection ? this.#queue.splice(0) : []
    for (const waiting of [...waitings, ...behind]) waiting.fail(error)
  }

  #tryAgain(
    waitings: readonly Waiting[],
    { counted, max, reason }: { counted: 'attempts' | 'fencesLost'; max: number; reason: unknown },
  ): void {
    this.#memory = undefined
    const again: Waiting[] = []
    for (const waiting of waitings) {
      waiting[counted] += 1
      // Somebody else has written, so what was looked up is old.
      waiting.known = undefined
      if (this.#isHalted) waiting.fail(readOnly())
      else if (waiting[counted] >= max) waiting.fail(reason)
      else again.push(waiting)
    }
    putBack(this.#queue, again)
  }

  /**
   * What another process has met, or one before this, is no word against this one: it stays ready,
   * for all other raffles, and sells this one again when the mark is gone (decision 32).
   */
  #refuseMarked(waitings: readonly Waiting[]): void {
    this.#markedUntilMs = performance.now() + MARKED_FOR_MS
    this.#refuseAll(waitings)
  }

  #refuseAll(waitings: readonly Waiting[]): void {
    for (const waiting of [...waitings, ...this.#queue.splice(0)]) waiting.fail(readOnly())
  }

  /** Never goes on after a broken rule (docs/decisions/0032). */
  #halt(waitings: readonly Waiting[], error: unknown): void {
    this.#isHalted = true
    this.#refuseAll(waitings)
    this.#needs.halt(this.#needs.logId, error as Error)
  }
}

function noteWritten(batch: RaffleBatch, items: number, sentMs: number): void {
  noteBatch({ log: 'raffle', items, sentMs, types: batch.facts.map(({ type }) => type) })
  for (const { first, last } of batch.issues.values()) ticketsIssued.inc(last - first + 1)
  if (batch.expired > 0) holdsExpired.inc(batch.expired)
}

const COMMIT = { name: 'commit raffle', words: { 'qura.log': 'raffle' } } as const

/** A CHECK of the database, or numbers out of order: the code above believed something untrue. */
const broken = new Set(['23514', 'EV500'])
/** A line or command that was obeyed before, which the look-up will tell. */
const repeated = new Set(['23505', 'EV409'])

type Fence = { batchId: string | null; isAhead: boolean }

/** As EV408, of a batch with nothing to write. */
class ClockAhead extends Error {}

/** The mark in the database: some process has met a broken rule. */
class HaltedElsewhere extends Error {}
const MARKED_FOR_MS = 1_000

const readOnly = () =>
  new Rejection('raffle_halted', 'This raffle is being checked and takes no orders for the moment.')
