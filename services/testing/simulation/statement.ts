// How a statement of the product is obeyed without PostgreSQL: by its name, by a few lines that say
// the same as its SQL. `statements.db.test.ts` holds these lines to PostgreSQL.
import { DatabaseError } from 'pg'

import type { Tables } from './tables.ts'

export type Session = {
  tables: Tables
  /** `clock_now()`. */
  now: Date
  /** Of the statement as it was sent: a planted bug may have changed it. */
  text: string
  /** At once, or at the commit of the transaction that is open; nobody sees it before. */
  write: (act: () => void) => void
  /** `for update skip locked`: false when somebody else has it. Held until the transaction ends. */
  lock: (name: string) => boolean
  newId: () => string
}

export type Answer = { rows: object[]; rowCount: number }

/** `later`: the statement waits on the server for somebody who was sent before it. */
export type Obeyed = Answer | 'later'

/** Of any type, since each statement's lines know how the product sends them; ten at most. */
export type Values = readonly [...Five, ...Five]
type Five = [never, never, never, never, never]

export type Obey = (session: Session, values: Values) => Obeyed

export type Statements = Readonly<Record<string, Obey>>

export const rows = (list: readonly object[]): Answer => ({
  rows: list as object[],
  rowCount: list.length,
})

export const changed = (rowCount: number): Answer => ({ rows: [], rowCount })

/** PostgreSQL's own refusal, by its SQLSTATE. */
export function refusal(code: string, message: string, detail?: string): DatabaseError {
  const error = new DatabaseError(message, 0, 'error')
  return Object.assign(error, { code, ...(detail !== undefined && { detail }) })
}

/** `{a,b}` as `literal` in `event-store/lists.ts` writes it; null is the empty list too. */
export function listed(literal: string | null): string[] {
  if (literal === null || literal === '{}') return []
  return literal.slice(1, -1).split(',')
}

/** As `joined` writes it. */
export const split = (joined: string | null): string[] =>
  joined === null ? [] : joined.split('\u001e')
