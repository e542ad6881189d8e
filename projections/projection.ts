// A projection says what facts do to tables. It is pure: it is given a page of facts and the rows
// that these facts concern, and answers the rows as they now stand. Who reads, writes and keeps the
// checkpoint is `services/workers/projector.ts`.
//
// Rules every projection keeps, and the tests hold it to:
// - It sets, it does not add: the same page applied twice gives the same rows.
// - Each column belongs to one kind of fact (a part); parts of a row may arrive in any order, so
//   logs can be replayed in any interleaving.
// - It reads no clock and no randomness: only the facts and its own earlier rows.
import type { QuraEvent, QuraEventType } from '#events/catalogue.ts'

/** A fact with its place, as the event store hands it out; what no fold needs is left away. */
export type Recorded<Event = QuraEvent> = {
  /** `shop/<k>` or `raffle/<raffleId>`. */
  logId: string
  position: number
  streamId: string
  /** Place in the stream, from 1. */
  version: number
  event: Event
  /** `traceparent`: the trace it was recorded in, while traces are taken; no fold reads it. */
  meta: { orderId?: string; actor?: string; traceparent?: string }
  recordedAt: Date
}

export type SqlType =
  | 'uuid'
  | 'text'
  | 'bigint'
  | 'integer'
  | 'boolean'
  | 'date'
  | 'timestamptz'
  | 'json'

export type Table = {
  /** The stable name, under which a view shows the live build. */
  name: string
  columns: Readonly<Record<string, SqlType>>
  /** Primary key. */
  key: readonly string[]
  /** Every row is set by one fact, as a whole and for ever. */
  isWrittenOnce?: true
  /** Column lists as they stand in `create index`; a rebuild makes them after the rows. */
  indexes: readonly string[]
}

export type Row = Readonly<Record<string, unknown>>

/** Earlier rows that a fold needs: those whose `column` is one of `values`. */
export type Load = { table: Table; column: string; values: readonly string[] }

/** The rows that were loaded. A row that is not there has never been written. */
export type Previous = (table: Table, ...key: readonly (string | number)[]) => Row | undefined

/** Some columns of some rows of one table: they become one upsert. */
export type Part = {
  table: Table
  /** Without the key. */
  columns: readonly string[]
  /** Values in the order of `[...key, ...columns]`; no key twice. */
  rows: readonly (readonly unknown[])[]
}

export type LogKind = 'shop' | 'raffle'

export type Projection = {
  /** As its folder. */
  name: string
  /** Raised with every change of a table or a fold: the read model is then built anew beside. */
  version: number
  tables: readonly Table[]
  /** The types of facts it looks at, per kind of log. All others pass it by unread. */
  reads: Readonly<Partial<Record<LogKind, readonly QuraEventType[]>>>
  /** Absent: it needs no earlier row. */
  loads?: (page: readonly Recorded[]) => Load[]
  /** Earlier rows that only those of `loads` name. */
  loadsMore?: (page: readonly Recorded[], previous: Previous) => Load[]
  fold: (page: readonly Recorded[], previous: Previous) => Part[]
}

export function logKind(logId: string): LogKind {
  return logId.startsWith('raffle/') ? 'raffle' : 'shop'
}

/** `order/<id>` → `<id>`: the part after the first slash of a log or stream name. */
export const idOf = (name: string) => name.slice(name.indexOf('/') + 1)

/** Joins without a list, since it is done for every row. */
export function rowKey(key: readonly unknown[]): string {
  let joined = String(key[0])
  for (let index = 1; index < key.length; index++) joined += ` ${String(key[index])}`
  return joined
}

/** Collects the rows of one part; a row set twice keeps what was set last. */
export function collect(table: Table, columns: readonly string[]) {
  const rows = new Map<string, readonly unknown[]>()
  return {
    set(key: readonly (string | number)[], values: readonly unknown[]) {
      rows.set(rowKey(key), [...key, ...values])
    },
    /** The one part, or none when nothing was set. */
    parts: (): Part[] => (rows.size === 0 ? [] : [{ table, columns, rows: [...rows.values()] }]),
  }
}

/**
 * Rows that are folded from their own earlier state, kept as JSON in the column `state` beside the
 * number of the last fact it has seen. A fact at or below that number has been applied already.
 */
export function states<State>(table: Table, seen: string, previous: Previous) {
  const current = new Map<string, { key: string; state: State | undefined; last: number }>()

  function load(key: string) {
    const known = current.get(key)
    if (known !== undefined) return known
    const row = previous(table, key)
    const loaded = {
      key,
      // This projection wrote the row from a `State`, in this version of it.
      state: row?.state as State | undefined,
      last: (row?.[seen] as number | undefined) ?? 0,
    }
    current.set(key, loaded)
    return loaded
  }

  return {
    /** `evolve` gets undefined for a row that is not there yet; undefined leaves it so. */
    apply(key: string, number: number, evolve: (state: State | undefined) => State | undefined) {
      const row = load(key)
      if (number <= row.last) return
      row.state = evolve(row.state)
      row.last = number
    },
    all: (): { key: string; state: State; last: number }[] =>
      [...current.values()].flatMap(({ key, state, last }) =>
        state === undefined ? [] : [{ key, state, last }],
      ),
  }
}
