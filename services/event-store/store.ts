// The event store: facts in, facts out, one group committer per shop log and one writer per raffle.
import { hash } from 'node:crypto'

import { assert } from '#events/kernel/assert.ts'
import type { Fact } from '#events/kernel/decider.ts'
import { uuidPattern } from '#events/kernel/ids.ts'

import type { Clock } from '../clock.ts'
import type { Queryable } from '../io/database.ts'
import { inChildSpan, isTracing } from '../io/tracing.ts'
import { ShopLog, type ShopItem } from './append.ts'
import { encodeFact, encodeMeta, tracedMeta } from './codec.ts'
import { busy } from './outage.ts'
import type { RaffleItem } from './raffle-decide.ts'
import { raffleWriter } from './raffle-handle.ts'
import { RaffleLine } from './raffle-writer.ts'
import { readHead, readLog, readLogs } from './read.ts'
import { openStreamReads } from './stream-reads.ts'
import type { AppendAnswer, AppendItem, EventStore, HaltedLog, LogId, Recorded } from './types.ts'

/** Writers beyond this number are forgotten when they are idle, the longest unused first. */
const LINES_MAX = 256

export type EventStoreNeeds = {
  /**
   * A pool of its own is best: a shop log uses one connection at a time, a raffle that sells up to
   * two, and who waits for one of these should not stand behind ordinary reads.
   */
  database: Queryable
  clock: Pick<Clock, 'now' | 'sync'>
  /** `installation.shop_logs`: fixed for ever when the database was made. */
  shopLogs?: number
  /** SETTLEMENT_SECONDS: how long after a raffle's end its holds may still become tickets. */
  settlementSeconds?: number
  /** Tests only: how many holds of a raffle are kept in memory. */
  holdsMax?: number
  /** Someone is to be called: a raffle's writer has met a broken rule and has stopped. */
  onHalt?: (halted: HaltedLog) => void
}

export function openEventStore(needs: EventStoreNeeds): EventStore {
  const { database, shopLogs = 1, onHalt = () => {} } = needs
  const listeners = new Set<(logId: LogId, head: number) => void>()
  const halted: HaltedLog[] = []
  let isClosed = false

  const grew = (logId: LogId, head: number) => {
    for (const listen of listeners) listen(logId, head)
  }
  const logs = Array.from(
    { length: shopLogs },
    (_, k) => new ShopLog({ database, logId: `shop/${k}`, grew }),
  )
  const streams = logs.map((_, k) => openStreamReads(database, `shop/${k}`))
  const lines = openLines({
    ...needs,
    grew,
    onHalt: (halt) => {
      halted.push(halt)
      onHalt(halt)
    },
  })

  return {
    append(item) {
      if (isClosed) return Promise.reject(busy())
      const log = logs[shopLogOf(item.streamId, shopLogs)]!
      return isTracing() ? appendInSpan(log, item) : log.append(encodeItem(item))
    },
    // A stream holds the facts of one kind; whoever asks for it by its prefix knows which.
    readStream: <Event extends Fact>(streamId: string) =>
      streams[shopLogOf(streamId, shopLogs)]!(streamId) as Promise<Recorded<Event>[]>,
    logOf: (streamId) => `shop/${shopLogOf(streamId, shopLogs)}`,
    readLog: (logId, after, limit) => readLog(database, { logId, after, limit }),
    head: (logId) => readHead(database, logId),
    logs: () => readLogs(database),
    raffle: (raffleId) =>
      raffleWriter({ database, clock: needs.clock, raffleId }, async (logId, item) => {
        if (isClosed) throw busy()
        const line = lines.line(logId)
        return isTracing() ? submitInSpan(line, item) : line.submit(item)
      }),
    onGrowth(listen) {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    halted: () => halted,
    async close() {
      isClosed = true
      await Promise.all([...logs.map((log) => log.drained()), lines.drained()])
    },
  }
}

const APPEND = { name: 'append shop', kind: 'producer', words: { 'qura.log': 'shop' } } as const

const RAFFLE = { kind: 'producer', words: { 'qura.log': 'raffle' } } as const
const SUBMIT = {
  hold: { ...RAFFLE, name: 'raffle hold' },
  release: { ...RAFFLE, name: 'raffle release' },
  extend: { ...RAFFLE, name: 'raffle extend' },
  issue: { ...RAFFLE, name: 'raffle issue' },
  command: { ...RAFFLE, name: 'raffle command' },
  allot: { ...RAFFLE, name: 'raffle allot' },
  person: { ...RAFFLE, name: 'raffle person' },
} as const

function appendInSpan(log: ShopLog, item: AppendItem): Promise<AppendAnswer> {
  return inChildSpan(APPEND, async ({ say }) => {
    const answer = await log.append(encodeItem(item))
    say({ 'qura.facts': item.facts.length, 'qura.outcome': answer.kind })
    return answer
  })
}

const submitInSpan = (line: RaffleLine, item: RaffleItem) =>
  inChildSpan(SUBMIT[item.kind], () => line.submit(traced(item)))

/** The writer decides for many callers at once: who asked is noted while it is he who runs. */
function traced(item: RaffleItem): RaffleItem {
  if (item.kind === 'command') return { ...item, meta: tracedMeta(item.meta) }
  if (item.kind !== 'issue') return item
  return { ...item, issue: { ...item.issue, meta: tracedMeta(item.issue.meta) } }
}

/** The same stream is always in the same log: SHA-256 of its id, modulo the number of shop logs. */
export function shopLogOf(streamId: string, shopLogs: number): number {
  if (shopLogs === 1) return 0
  return Number.parseInt(hash('sha256', streamId, 'hex').slice(0, 8), 16) % shopLogs
}

/** Checked here, in the caller's own turn: what is malformed must not meet other people's batch. */
function encodeItem({ facts, meta, ...item }: AppendItem): ShopItem {
  assert(facts.length > 0, 'an append has at least one fact')
  assert(item.expectedVersion >= 0, 'an expected version is at least 0')
  assert(uuidPattern.test(item.commandId), 'a command id is a UUID')
  assert(/^[0-9a-f]{64}$/.test(item.requestHash), 'a request hash is 32 bytes of hex')
  assert(/^[a-z-]+\/[\w.:-]{1,100}$/.test(item.streamId), `${item.streamId} is no stream id`)
  const encoded = facts.map(encodeFact)
  return {
    ...item,
    types: encoded.map(({ type }) => type),
    schemaVersions: encoded.map(({ schemaVersion }) => schemaVersion),
    payloads: encoded.map(({ payload }) => payload),
    meta: encodeMeta(tracedMeta({ ...meta, commandId: item.commandId })),
  }
}

type LineNeeds = EventStoreNeeds & {
  grew: (logId: LogId, head: number) => void
  onHalt: (halted: HaltedLog) => void
}

function openLines({ settlementSeconds = 1_800, onHalt, ...needs }: LineNeeds) {
  const { clock } = needs
  // A Map remembers the order of insertion, so its first entry is the one unused for longest.
  const lines = new Map<LogId, RaffleLine>()
  const halt = (logId: LogId, error: Error) => onHalt({ logId, error, since: clock.now() })

  function forgetIdle() {
    for (const [logId, line] of lines) {
      if (lines.size <= LINES_MAX) return
      if (line.isForgettable) lines.delete(logId)
    }
  }

  return {
    line(logId: LogId): RaffleLine {
      const known = lines.get(logId)
      const line = known ?? new RaffleLine({ ...needs, logId, settlementSeconds, halt })
      lines.delete(logId)
      lines.set(logId, line)
      if (known === undefined) forgetIdle()
      return line
    },
    async drained() {
      await Promise.all([...lines.values()].map((line) => line.drained()))
    },
  }
}
