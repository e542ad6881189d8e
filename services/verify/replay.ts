// Folds every projection anew, in memory, up to the checkpoint its tables stand at, and compares
// row by row (I11); then once more with the logs in another order and other pages (I12).
import { createHash } from 'node:crypto'

import { canonicalJson } from '#events/ledger/canonical-json.ts'
import { allProjections } from '#projections/all.ts'
import { logKind, rowKey } from '#projections/projection.ts'
import type { Part, Projection, Recorded, Row, Table } from '#projections/projection.ts'

import { recordedOf } from '../event-store/codec.ts'
import type { EventRow } from '../event-store/codec.ts'

import { pages } from './audit.ts'
import type { Audit } from './audit.ts'

type Mark = { logId: string; position: number }

export async function checkReadModels(
  audit: Audit,
  projections: readonly Projection[] = allProjections,
): Promise<void> {
  for (const projection of projections) await checkProjection(audit, projection)
}

async function checkProjection(audit: Audit, projection: Projection): Promise<void> {
  const marks = await checkpoints(audit, projection)
  const once = await replay(audit, projection, { marks, pageFacts: 500 })
  const again = await replay(audit, projection, { marks: marks.toReversed(), pageFacts: 171 })
  for (const table of projection.tables) {
    const first = rowsOf(once, table)
    audit.examined('I12', first.size)
    if (digest(first) !== digest(rowsOf(again, table)))
      audit.violated('I12', `${table.name}: two replays of the same log differ`)
    await compare(audit, table, first)
  }
}

async function checkpoints(audit: Audit, { name }: Projection): Promise<Mark[]> {
  const { rows } = await audit.tx.query<{ log_id: string; position: number }>(
    `select projections.log_id, least(projections.position, logs.head) as position
       from projections
       join logs using (log_id)
       join projection_builds as build using (name, version, generation)
      where projections.name = $1 and build.status = 'live'
      order by log_id`,
    [name],
  )
  return rows.map(({ log_id, position }) => ({ logId: log_id, position }))
}

/** Table name → key → row. */
type Memory = Map<string, Map<string, Row>>

const rowsOf = (memory: Memory, table: Table) => memory.get(table.name) ?? new Map<string, Row>()

async function replay(
  audit: Audit,
  projection: Projection,
  { marks, pageFacts }: { marks: readonly Mark[]; pageFacts: number },
): Promise<Memory> {
  const memory: Memory = new Map()
  const previous = (table: Table, ...key: readonly (string | number)[]) =>
    rowsOf(memory, table).get(rowKey(key))
  for (const { logId, position } of marks) {
    const types = projection.reads[logKind(logId)] ?? []
    if (types.length === 0) continue
    const statement = {
      name: 'verify_replay',
      text: `select log_id, position, stream_id, stream_version, event_id, type, schema_version,
                    payload, meta, recorded_at
               from events
              where log_id = $1 and position > $2 and position <= $3 and type = any($4)
              order by position limit $5`,
    }
    const next = (row: EventRow) => [logId, row.position, position, types]
    for await (const rows of pages<EventRow>(audit, statement, [logId, 0, position, types], next))
      for (let start = 0; start < rows.length; start += pageFacts) {
        const page = rows.slice(start, start + pageFacts).map(asFolded)
        for (const part of projection.fold(page, previous)) merge(memory, part)
      }
  }
  return memory
}

// A projection names the facts it reads; the catalogue has proved their shapes.
const asFolded = (row: EventRow) => recordedOf(row) as Recorded

function merge(memory: Memory, { table, columns, rows }: Part): void {
  const all = [...table.key, ...columns]
  const stored = rowsOf(memory, table)
  memory.set(table.name, stored)
  for (const values of rows) {
    const key = rowKey(table.key.map((_name, index) => values[index]))
    const row: Record<string, unknown> = { ...stored.get(key) }
    for (const [index, column] of all.entries()) row[column] = values[index] ?? null
    stored.set(key, row)
  }
}

async function compare(audit: Audit, table: Table, expected: Map<string, Row>): Promise<void> {
  const missing = new Map(expected)
  const key = table.key.join(', ')
  const names = Object.keys(table.columns)
  const after = table.key.map((column, index) => `$${index + 1}::${table.columns[column]}`)
  const statement = {
    name: `verify ${table.name}`,
    text: `select ${names.join(', ')} from ${table.name}
            where (${key}) > (${after.join(', ')}) order by ${key} limit $${after.length + 1}`,
  }
  const start = table.key.map((column) => lowest(table.columns[column] ?? 'text'))
  const next = (row: Row) => table.key.map((column) => row[column])
  for await (const rows of pages<Row>(audit, statement, start, next))
    for (const row of rows) {
      audit.examined('I11')
      const name = rowKey(table.key.map((column) => plain(row[column])))
      const wanted = missing.get(name)
      missing.delete(name)
      const blame = `${table.name} ${name}`
      if (wanted === undefined)
        audit.violated('I11', `${blame}: a row that no fact has made`, blame)
      else if (textOf(table, row) !== textOf(table, wanted))
        audit.violated('I11', `${blame}: differs from its replay`, blame)
    }
  for (const name of missing.keys())
    audit.violated('I11', `${table.name} ${name}: is missing`, `${table.name} ${name}`)
}

const lowest = (type: string) => {
  if (type === 'uuid') return '00000000-0000-0000-0000-000000000000'
  if (type === 'integer' || type === 'bigint') return -1
  return type === 'timestamptz' || type === 'date' ? '-infinity' : ''
}

const plain = (value: unknown) => (value instanceof Date ? value.toISOString() : value)

/** One row as text, whether it comes from a fold or from the database. */
function textOf(table: Table, row: Row): string {
  const values = Object.keys(table.columns).map((column) => {
    const value = plain(row[column] ?? null)
    return typeof value === 'object' && value !== null ? canonicalJson(dated(value)) : value
  })
  return canonicalJson(values)
}

/** As JSON would store it: instants as text, nothing undefined. */
const dated = (value: object): unknown => JSON.parse(JSON.stringify(value))

function digest(rows: Map<string, Row>): string {
  const hash = createHash('sha256')
  for (const name of [...rows.keys()].toSorted())
    hash.update(name).update(JSON.stringify(dated(sorted(rows.get(name) ?? {}))))
  return hash.digest('hex')
}

const sorted = (row: Row) =>
  Object.fromEntries(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))
