// The simulated database of `services/testing/simulation`, which answers as PostgreSQL does, behind
// the store's own door: tests see every statement, and lose or hold back any of them.
import { randomUUID } from 'node:crypto'

import { assert } from '#events/kernel/assert.ts'

import type { Queryable, Statement } from '../../io/database.ts'
import { nameOf, openServer } from '../../testing/simulation/server.ts'
import { refusal } from '../../testing/simulation/statement.ts'
import { openEventStore, type EventStoreNeeds } from '../store.ts'
import type { EventStore } from '../types.ts'

/** What happens to one statement; without any of them it is obeyed and answered. */
export type Accident = {
  /** Awaited before the server hears of it; whoever throws here loses the request. */
  before?: () => Promise<void> | void
  /** Obeyed, and then this is thrown: the answer is lost. */
  lost?: Error
  /** Not obeyed; these rows are answered. */
  instead?: object[]
}

type Plan = (name: string, values: readonly unknown[]) => Accident | undefined

export type MemoryDatabase = {
  database: Queryable
  tables: ReturnType<typeof openServer>['tables']
  /** Every statement that was asked, by name, in order. */
  asked: { name: string; values: readonly unknown[] }[]
  /** Asked before each statement. */
  plan: (accident: Plan) => void
  clock: { now: () => Date; sync: () => Promise<void>; syncs: () => number }
  /** So many milliseconds later. */
  pass: (ms: number) => void
}

/** In the middle of the sale of every raffle of the fixtures. */
const startMs = Date.parse('2026-11-21T08:00:00.000Z')

export function memoryDatabase(): MemoryDatabase {
  let nowMs = startMs
  let syncs = 0
  let accident: Plan = () => undefined
  const server = openServer({ now: () => nowMs, newId: randomUUID })
  const asked: MemoryDatabase['asked'] = []

  async function query(given: string | Statement, values?: readonly unknown[]) {
    const statement = typeof given === 'string' ? { text: given } : given
    const whole = values === undefined ? statement : { ...statement, values }
    const name = nameOf(whole)
    asked.push({ name, values: whole.values ?? [] })
    const { before, lost, instead } = accident(name, whole.values ?? []) ?? {}
    await before?.()
    if (instead !== undefined) return { rows: instead, rowCount: instead.length }
    const answer = await obeyed(whole)
    if (lost !== undefined) throw lost
    return answer
  }

  /** A statement that came before its turn waits on the server, and not for ever. */
  async function obeyed(statement: Statement) {
    for (let turn = 0; turn < 100; turn += 1) {
      const answer = server.obey(statement)
      if (answer !== 'later') return answer
      await new Promise((resolve) => setImmediate(resolve))
    }
    return { rows: [{ is_written: false }], rowCount: 1 }
  }

  return {
    database: { query: query as Queryable['query'] }, // rows are what the statement's lines say
    tables: server.tables,
    asked,
    plan: (next) => void (accident = next),
    clock: {
      now: () => new Date(nowMs),
      sync: async () => void (syncs += 1),
      syncs: () => syncs,
    },
    pass: (ms) => void (nowMs += ms),
  }
}

export const storeInMemory = (
  { database, clock }: MemoryDatabase,
  options: Partial<EventStoreNeeds> = {},
): EventStore => openEventStore({ database, clock, ...options })

/** How a connection dies, in the words of the network. */
export const reset = (): Error =>
  Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })

/** PostgreSQL's own refusal, before it did anything. */
export const refusing = (code: string): Accident => ({
  before: () => {
    throw refusal(code, `refused with ${code}`)
  },
})

export const failing = (error: Error): Accident => ({ before: () => Promise.reject(error) })

/** The next statement of this name has this accident; those after it have none. */
export function once(memory: MemoryDatabase, name: string, accident: Accident): void {
  let isDone = false
  memory.plan((asked) => {
    if (isDone || asked !== name) return undefined
    isDone = true
    return accident
  })
}

/** A door that somebody opens. */
export function gate(): { open: () => void; passed: Promise<void> } {
  let open: (() => void) | undefined
  const passed = new Promise<void>((resolve) => (open = resolve))
  assert(open !== undefined, 'a promise begins at once')
  return { open, passed }
}

/** Everything that can go on without the outside has gone on. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
