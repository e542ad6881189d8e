// A database of its own, in memory: statements by name, transactions that are all or nothing, locks
// that are skipped, commits that the disk has and commits that it does not have yet.
import { assert } from '#events/kernel/assert.ts'

import type { Statement } from '../../io/database.ts'
import { ConnectionLost } from './network.ts'
import type { Answer, Obey, Obeyed, Session, Values } from './statement.ts'
import { logStatements } from './statements-logs.ts'
import { paymentStatements } from './statements-payments.ts'
import { purchaseStatements } from './statements-purchases.ts'
import { raffleStatements } from './statements-raffles.ts'
import { modelStatement, workerStatements } from './statements-workers.ts'
import { openTables } from './tables.ts'
import type { Journal, Tables } from './tables.ts'

export type MemoryServer = {
  tables: Tables
  /** One statement, at once; `later` when it must wait for another one. */
  obey: (statement: Statement, tx?: OpenTransaction) => Obeyed
  begin: () => OpenTransaction
  commit: (tx: OpenTransaction) => void
  rollback: (tx: OpenTransaction) => void
  /** The power fails: what was committed without waiting for the disk is gone, nothing else. */
  losePower: () => void
}

export type OpenTransaction = {
  writes: (() => void)[]
  locks: Set<string>
  isWaitingForDisk: boolean
  isOpen: boolean
  /** COMMIT was sent: who dies now leaves nobody knowing. */
  isCommitting: boolean
}

/** A statement outside of transactions, and what was answered or refused. */
export type Heard = { statement: Statement; nowMs: number; answer: Obeyed | Error }

export type ServerNeeds = {
  now: () => number
  newId: () => string
  from?: Tables
  heard?: (heard: Heard) => void
}

const statements = {
  ...logStatements,
  ...raffleStatements,
  ...purchaseStatements,
  ...paymentStatements,
  ...workerStatements,
}

const FIRST_WORDS = 41

/** Statements that have no name are known by how they begin. */
export function nameOf({ name, text }: Statement): string {
  if (name !== undefined) return name
  const words = text.trim().replace(/\s+/g, ' ')
  const known = Object.keys(statements).find((start) => words.startsWith(start))
  return known ?? words.slice(0, FIRST_WORDS)
}

export function openServer({ now, newId, from, heard }: ServerNeeds): MemoryServer {
  const journal: Journal = { undo: [] }
  const tables = openTables(journal, from)
  const locks = new Set<string>()
  let unflushed: (() => void)[] = []
  journal.undo = []

  /** All of it or nothing; what the disk is waited for takes everything before it along. */
  function atOnce<Result>(isWaitingForDisk: boolean, act: () => Result): Result {
    journal.undo = []
    try {
      const result = act()
      if (journal.undo.length === 0) return result
      if (isWaitingForDisk) unflushed = []
      else unflushed.push(...journal.undo)
      return result
    } catch (error) {
      takeBack(journal.undo)
      throw error
    }
  }

  function session(statement: Statement, tx: OpenTransaction | undefined): Session {
    return {
      tables,
      now: new Date(now()),
      text: statement.text,
      write: (act) => void (tx === undefined ? act() : tx.writes.push(act)),
      lock(name) {
        if (locks.has(name)) return tx?.locks.has(name) ?? false
        if (tx !== undefined) {
          locks.add(name)
          tx.locks.add(name)
        }
        return true
      },
      newId,
    }
  }

  function overheard(statement: Statement, act: () => Obeyed): Obeyed {
    const nowMs = now()
    try {
      const answer = act()
      heard?.({ statement, nowMs, answer })
      return answer
    } catch (error) {
      heard?.({ statement, nowMs, answer: error as Error })
      throw error
    }
  }

  function end(tx: OpenTransaction): void {
    tx.isOpen = false
    for (const name of tx.locks) locks.delete(name)
  }

  function commit(tx: OpenTransaction): void {
    assert(tx.isOpen, 'a transaction ends once')
    const writes = tx.writes.splice(0)
    atOnce(tx.isWaitingForDisk, () => writes.forEach((write) => write()))
  }

  return {
    tables,
    obey(statement, tx) {
      if (tx?.isOpen === false) throw new ConnectionLost('a statement of a session that is gone')
      // What a planted bug sends in the middle of a transaction.
      if (statement.text === 'commit' && tx !== undefined) return (commit(tx), nothing)
      if (statement.text === 'begin') return nothing
      const isWaiting = !statement.text.includes('synchronous_commit')
      if (tx !== undefined && !isWaiting) tx.isWaitingForDisk = false
      const act = () => atOnce(isWaiting, () => run(session(statement, tx), statement))
      return tx === undefined && heard !== undefined ? overheard(statement, act) : act()
    },
    begin: () => ({
      writes: [],
      locks: new Set(),
      isWaitingForDisk: true,
      isOpen: true,
      isCommitting: false,
    }),
    commit(tx) {
      commit(tx)
      end(tx)
    },
    rollback: (tx) => end(tx),
    losePower() {
      takeBack(unflushed)
      unflushed = []
    },
  }
}

const nothing: Answer = { rows: [], rowCount: 0 }

function takeBack(undo: readonly (() => void)[]): void {
  for (const back of undo.toReversed()) back()
}

function run(session: Session, statement: Statement): Obeyed {
  const name = nameOf(statement)
  const values = statement.values ?? []
  if (name.startsWith('put ') || name.startsWith('get '))
    return modelStatement(session, name, values)
  const obey = (statements as Record<string, Obey>)[name]
  if (obey === undefined) throw new Error(`nobody has said here what this statement does: ${name}`)
  // Each statement reads its own parameters, as the product sends them.
  return obey(session, values as unknown as Values)
}
