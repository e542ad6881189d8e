// The group committer of one shop log. Whatever queues up while batches are in flight is the next
// one. There is no timer: a lone caller waits for nobody, and batches grow by themselves under
// load, so a commit to disk is shared by all who would have waited for it anyway. At most two
// batches are in flight: the second is encoded, sent and parsed while the first still holds the
// log's lock.
import { randomUUID } from 'node:crypto'

import { assert } from '#events/kernel/assert.ts'
import { isPlanted } from '#events/kernel/planted.ts'

import { isOutage, NoConnection, sqlState, type Queryable } from '../io/database.ts'
import { noteBatch } from '../io/figures.ts'
import { endOfTurn } from '../io/timers.ts'
import { apart, currentTraceparent, inSpanAfter, type Traceparent } from '../io/tracing.ts'
import { joined, literal } from './lists.ts'
import { ATTEMPTS_MAX, busy, isWorthRetrying, noteAttempt, pauseAfter, reused } from './outage.ts'
import type { AppendAnswer, LogId } from './types.ts'

export const ITEMS_PER_BATCH_MAX = 200
const CHARACTERS_PER_BATCH_MAX = 2_000_000
export const QUEUE_MAX = 20_000
const BATCHES_IN_FLIGHT_MAX = 2
/** Fewer are not worth a batch of their own: each costs PostgreSQL about as much as five items. */
const ITEMS_TO_SPLIT_MIN = 24

/** A command's facts, encoded: what one item of `append_shop` is made of. */
export type ShopItem = {
  streamId: string
  expectedVersion: number
  commandId: string
  /** Hex. */
  requestHash: string
  types: readonly string[]
  schemaVersions: readonly number[]
  payloads: readonly string[]
  /** One text, the same for each of the facts. */
  meta: string
}

type Needs = {
  database: Queryable
  logId: LogId
  grew: (logId: LogId, head: number) => void
}

type Waiting = {
  item: ShopItem
  characters: number
  traceparent: Traceparent | undefined
  answer: (answer: AppendAnswer) => void
  fail: (error: unknown) => void
}

export class ShopLog {
  readonly #needs: Needs
  #queue: Waiting[] = []
  /** Streams and commands of the batches in flight: what names one of them waits behind it. */
  readonly #inFlight = new Set<string>()
  #batches = 0
  #pumping: Promise<void> | undefined
  #isOpen = false

  constructor(needs: Needs) {
    this.#needs = needs
  }

  append(item: ShopItem): Promise<AppendAnswer> {
    if (this.#queue.length >= QUEUE_MAX) return Promise.reject(busy())
    return new Promise((answer, fail) => {
      const traceparent = currentTraceparent()
      this.#queue.push({ item, characters: charactersOf(item), traceparent, answer, fail })
      this.#pumping ??= apart(() => this.#pump())
    })
  }

  /** Resolves when everything that was taken has been answered. */
  async drained(): Promise<void> {
    await this.#pumping
  }

  async #pump(): Promise<void> {
    // Everybody who asks in this turn of the event loop shares the first batch.
    await endOfTurn()
    const flights = new Set<Promise<void>>()
    while (this.#queue.length > 0 || flights.size > 0) {
      const batch = this.#next()
      if (batch.length === 0) {
        await Promise.race(flights)
        continue
      }
      const flight = this.#fly(batch).finally(() => flights.delete(flight))
      flights.add(flight)
    }
    this.#pumping = undefined
  }

  /** Empty while nothing waits, or nothing that may go beside what is in flight. */
  #next(): Waiting[] {
    const queued = this.#queue.length
    const isSecond = this.#batches > 0
    if (this.#batches >= BATCHES_IN_FLIGHT_MAX) return []
    if (isSecond && queued < ITEMS_TO_SPLIT_MIN / 2) return []
    // Half of a crowd goes first, so that the other half is on its way when it comes back.
    const itemsMax = !isSecond && queued >= ITEMS_TO_SPLIT_MIN ? Math.ceil(queued / 2) : queued
    const { batch, rest } = takeBatch(this.#queue, { itemsMax, inFlight: this.#inFlight })
    this.#queue = rest
    return batch
  }

  async #fly(batch: readonly Waiting[]): Promise<void> {
    const names = batch.flatMap(({ item }) => [item.streamId, item.commandId])
    for (const name of names) this.#inFlight.add(name)
    this.#batches++
    try {
      await commitInSpan(batch, () => this.#commit(batch))
    } catch (error) {
      // A fault of ours. It ends their wait, not the pump: those behind them are asked as ever.
      for (const waiting of batch) waiting.fail(error)
    } finally {
      this.#batches--
      for (const name of names) this.#inFlight.delete(name)
    }
  }

  /** Answers with what was wrong with the server, if anything was; each of them has been told. */
  async #commit(batch: readonly Waiting[]): Promise<unknown> {
    const sentMs = performance.now()
    try {
      this.#answer(batch, sentMs, await this.#send(batch.map(({ item }) => item)))
      return undefined
    } catch (error) {
      const state = sqlState(error)
      const misused = state === 'EV422' ? misusedOf(error, batch) : none
      if (misused.size > 0) return this.#commitWithout(misused, batch)
      // Where the server is not well, one by one they would only wait longer.
      const isRefused = state !== undefined && !isOutage(error)
      if (isRefused && batch.length > 1) return this.#commitOneByOne(batch)
      // Who is queued behind a connection that nobody gets would wait for it as long again.
      const behind = error instanceof NoConnection ? this.#queue.splice(0) : []
      for (const waiting of [...batch, ...behind]) waiting.fail(error)
      return isOutage(error) ? error : undefined
    }
  }

  async #commitWithout(misused: ReadonlySet<Waiting>, batch: readonly Waiting[]): Promise<void> {
    for (const waiting of misused) waiting.fail(reused())
    const others = batch.filter((waiting) => !misused.has(waiting))
    if (others.length > 0) await this.#commit(others)
  }

  /**
   * One of them breaks a rule of the database: the others shall not suffer for it. Once the server
   * is not well, who is left would wait for it one after the other.
   */
  async #commitOneByOne(batch: readonly Waiting[]): Promise<unknown> {
    for (const [index, waiting] of batch.entries()) {
      const outage = await this.#commit([waiting])
      if (outage === undefined) continue
      for (const { fail } of batch.slice(index + 1)) fail(outage)
      return outage
    }
    return undefined
  }

  async #send(items: readonly ShopItem[]): Promise<Outcomes> {
    const { database, logId } = this.#needs
    const statement = appendStatement(logId, items)
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#open()
        const { rows } = await database.query<Outcomes>(statement)
        const [outcomes] = rows
        assert(outcomes?.outcomes.length === items.length, 'one outcome for each item')
        return outcomes
      } catch (error) {
        if (attempt === ATTEMPTS_MAX || !isWorthRetrying(error)) throw error
        noteAttempt(error)
        await pauseAfter(attempt)
      }
    }
  }

  async #open(): Promise<void> {
    if (this.#isOpen) return
    await this.#needs.database.query('select open_log($1)', [this.#needs.logId])
    this.#isOpen = true
  }

  #answer(batch: readonly Waiting[], sentMs: number, outcomes: Outcomes): void {
    const { logId, grew } = this.#needs
    const types: string[] = []
    let head = 0
    for (const [index, waiting] of batch.entries()) {
      const answer = answerOf(logId, index, outcomes)
      waiting.answer(answer)
      if (answer.kind !== 'ok') continue
      head = answer.position
      types.push(...waiting.item.types)
    }
    if (head === 0) return
    noteBatch({ log: 'shop', items: batch.length, sentMs, types })
    grew(logId, head)
  }
}

const COMMIT = { name: 'commit shop', words: { 'qura.log': 'shop' } } as const

const commitInSpan = (batch: readonly Waiting[], commit: () => Promise<unknown>) =>
  inSpanAfter(
    COMMIT,
    () => batch.map(({ traceparent }) => traceparent),
    ({ say }) => {
      say({ 'qura.batch': batch.length })
      return commit()
    },
  )

type Outcomes = { outcomes: string[]; positions: number[]; versions: number[] }

function answerOf(logId: LogId, index: number, told: Outcomes): AppendAnswer {
  const kind = told.outcomes[index]
  const [position, version] = [told.positions[index] ?? 0, told.versions[index] ?? 0]
  if (kind === 'ok' || kind === 'duplicate') return { kind, logId, position, version }
  assert(kind === 'conflict', `append_shop answered ${kind}`)
  return { kind, actualVersion: version }
}

type Room = { itemsMax: number; inFlight: ReadonlySet<string> }

/** From the front, in order; who names a command or stream of a batch waits for a later one. */
function takeBatch(
  queue: readonly Waiting[],
  { itemsMax, inFlight }: Room,
): { batch: Waiting[]; rest: Waiting[] } {
  const batch: Waiting[] = []
  const skipped: Waiting[] = []
  const taken = new Set<string>()
  const most = Math.min(itemsMax, ITEMS_PER_BATCH_MAX)
  let characters = 0
  let next = 0
  for (; next < queue.length && batch.length < most; next++) {
    const waiting = queue[next]!
    const { streamId, commandId } = waiting.item
    if (batch.length > 0 && characters + waiting.characters > CHARACTERS_PER_BATCH_MAX) break
    const isTaken =
      taken.has(streamId) ||
      taken.has(commandId) ||
      inFlight.has(streamId) ||
      inFlight.has(commandId)
    taken.add(streamId).add(commandId)
    if (isTaken) skipped.push(waiting)
    else {
      batch.push(waiting)
      characters += waiting.characters
    }
  }
  return { batch, rest: skipped.concat(queue.slice(next)) }
}

const charactersOf = ({ payloads, meta }: ShopItem) =>
  payloads.reduce((sum, payload) => sum + payload.length + meta.length, 0)

const none: ReadonlySet<Waiting> = new Set()

/**
 * `detail` lists the ordinals, from 1. A refusal that names nobody in a batch of several is looked
 * for one by one, as any other; alone it can only mean the one.
 */
function misusedOf(error: unknown, batch: readonly Waiting[]): ReadonlySet<Waiting> {
  if (batch.length === 1) return new Set(batch)
  const { detail } = error as { detail?: string } // sqlState has known it as the server's
  const ordinals = new Set(detail?.split(',').map(Number))
  return new Set(batch.filter((_, index) => ordinals.has(index + 1)))
}

const APPEND = {
  name: 'append_shop',
  text: 'select * from append_shop($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
}

export function appendStatement(logId: LogId, items: readonly ShopItem[]) {
  return {
    ...APPEND,
    values: [
      logId,
      joined(items.map((item) => item.streamId)),
      literal(items.map((item) => item.expectedVersion)),
      literal(
        items.map((item) => (isPlanted('command_id_ignored') ? randomUUID() : item.commandId)),
      ),
      Buffer.from(items.map((item) => item.requestHash).join(''), 'hex'),
      literal(items.map((item) => item.types.length)),
      joined(items.flatMap((item) => item.types)),
      literal(items.flatMap((item) => item.schemaVersions)),
      joined(items.flatMap((item) => item.payloads)),
      joined(items.flatMap((item) => item.types.map(() => item.meta))),
    ],
  }
}
