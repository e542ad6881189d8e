// From tables and parts to statements. Nothing here runs them.
import { assert } from '#events/kernel/assert.ts'

import {
  rowKey,
  type Load,
  type Part,
  type Projection,
  type SqlType,
  type Table,
} from './projection.ts'

export type Statement = { text: string; values?: readonly unknown[]; name?: string }

/** A question to the read models and how a row of the answer becomes an object. */
export type Query<Answer> = Statement & { parse: (row: Record<string, unknown>) => Answer }

/** One physical set of tables of one version; blue/green rebuilds count it up. */
export type Build = { version: number; generation: number }

export const physicalName = (table: Table, { version, generation }: Build) =>
  `${table.name}_v${version}_${generation}`

/**
 * `isBulk`: rows that are written once are filled in without a key; it is made afterwards. Until
 * then autovacuum stays away: an index would wait a second for it to give way, and `finishTable`
 * analyzes by itself.
 */
export function createTables(
  projection: Projection,
  { build, isBulk }: { build: Build; isBulk: boolean },
): string[] {
  return projection.tables.map((table) => {
    const isKeyless = isBulk && table.isWrittenOnce === true
    const columns = Object.entries(table.columns).map(
      ([column, type]) => `  ${column} ${type}${table.key.includes(column) ? ' not null' : ''}`,
    )
    const lines = isKeyless ? columns : [...columns, `  ${primaryKey(table)}`]
    const options = isBulk ? ' with (autovacuum_enabled = false)' : ''
    return `create table ${physicalName(table, build)} (\n${lines.join(',\n')}\n)${options}`
  })
}

const primaryKey = (table: Table) => `primary key (${table.key.join(', ')})`

/** What a rebuild leaves for when the rows are there: the key, the indexes, the statistics. */
export function finishTable(table: Table, build: Build): string[] {
  const target = physicalName(table, build)
  // Nothing asks for documents by their content, and reading samples of them takes long.
  const asked = Object.keys(table.columns).filter((column) => table.columns[column] !== 'json')
  return [
    ...(table.isWrittenOnce === true ? [`alter table ${target} add ${primaryKey(table)}`] : []),
    ...indexesOf(table, build),
    `analyze ${target} (${asked.join(', ')})`,
    `alter table ${target} reset (autovacuum_enabled)`,
  ]
}

export function createIndexes(projection: Projection, build: Build): string[] {
  return projection.tables.flatMap((table) => indexesOf(table, build))
}

const indexesOf = (table: Table, build: Build) =>
  table.indexes.map((list) => `create index on ${physicalName(table, build)} ${list}`)

/** The views are dropped first: a new version may have other columns. */
export function createViews(projection: Projection, build: Build): string[] {
  return projection.tables.flatMap((table) => [
    `drop view if exists ${table.name}`,
    `create view ${table.name} as\n  select ${Object.keys(table.columns).join(', ')}\n` +
      `    from ${physicalName(table, build)}`,
  ])
}

export function grants(projection: Projection, build: Build, role: string): string[] {
  return projection.tables.flatMap((table) => [
    `grant select, insert, update, delete on ${physicalName(table, build)} to ${role}`,
  ])
}

export const viewGrants = (projection: Projection, role: string) =>
  projection.tables.map((table) => `grant select on ${table.name} to ${role}`)

/**
 * One statement for all rows of a part. Rows are written in the order of their keys, so that two
 * writers of different parts cannot lock each other out.
 */
export function put({ table, columns, rows }: Part, build: Build): Statement {
  const all = [...table.key, ...columns]
  const types = all.map((column) => typeOf(table, column))
  const text = `insert into ${physicalName(table, build)} (${all.join(', ')})
select ${all.map((column, index) => castBack(column, types[index])).join(', ')}
  from rows from (${types.map(unpack).join(', ')}) as given (${all.join(', ')})
 order by ${table.key.join(', ')}
    on conflict (${table.key.join(', ')}) do update
       set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`
  const values = types.map((type, index) => pack(type, rows, index))
  return { name: statementName('put', table, build, columns), text, values }
}

const castBack = (column: string, type: SqlType | undefined) =>
  type === 'json' ? `${column}::json` : column

// A column travels as one text: JSON documents a line each, because quoting them into an array and
// out again costs more than all the rest; numbers, ids and instants as an array that needs no
// quotes.
const unpack = (type: SqlType, index: number) =>
  type === 'json'
    ? `string_to_table($${index + 1}, E'\\n', 'null')`
    : `unnest($${index + 1}::${type}[])`

function pack(type: SqlType, rows: Part['rows'], index: number): unknown {
  // JSON.stringify never breaks a line, and writes null as `null`.
  if (type === 'json') return rows.map((row) => JSON.stringify(row[index] ?? null)).join('\n')
  if (type === 'text') return rows.map((row) => row[index] ?? null)
  return `{${rows.map((row) => unquoted(row[index])).join(',')}}`
}

function unquoted(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  const text = value instanceof Date ? value.toISOString() : String(value)
  assert(!/[{},"\\]/.test(text), `not a number, id, boolean or instant: ${text}`)
  return text
}

/**
 * Rows of one table of which several parts are set become one row each: a row that is placed and
 * granted in the same page is written once. A column that two parts set has the later one's value.
 */
export function mergeParts(parts: readonly Part[]): Part[] {
  const byTable = Map.groupBy(parts, ({ table }) => table)
  return [...byTable].flatMap(([table, own]) => (own.length < 2 ? own : merge(table, own)))
}

function merge(table: Table, parts: readonly Part[]): Part[] {
  const width = table.key.length
  const rows = new Map<string, { columns: string[]; values: unknown[] }>()
  for (const { columns, rows: given } of parts)
    for (const row of given) {
      const key = rowKey(row.slice(0, width))
      const known = rows.get(key)
      if (known === undefined) rows.set(key, { columns: [...columns], values: [...row] })
      else
        for (const [nth, column] of columns.entries()) {
          const at = known.columns.indexOf(column)
          if (at === -1) known.columns.push(column)
          known.values[width + (at === -1 ? known.columns.length - 1 : at)] = row[width + nth]
        }
    }
  const bySet = Map.groupBy(rows.values(), ({ columns }) => columns.join(' '))
  return [...bySet.values()].map((own) => ({
    table,
    columns: own[0]?.columns ?? [],
    rows: own.map(({ values }) => values),
  }))
}

export function select({ table, column, values }: Load, build: Build): Statement {
  const target = physicalName(table, build)
  return {
    name: statementName('get', table, build, [column]),
    text: `select ${Object.keys(table.columns).join(', ')}
  from ${target}
 where ${column} = any($1::${typeOf(table, column)}[])`,
    values: [[...new Set(values)]],
  }
}

/**
 * PostgreSQL knows 63 bytes of a statement's name. Columns are named by their numbers: parts may be
 * merged in any combination.
 */
function statementName(
  verb: string,
  table: Table,
  build: Build,
  columns: readonly string[],
): string {
  const known = Object.keys(table.columns)
  const numbers = columns.map((column) => known.indexOf(column).toString(36)).join('')
  const name = `${verb} ${physicalName(table, build)} ${numbers}`
  assert(name.length <= 63, `statement name too long: ${name}`)
  return name
}

function typeOf(table: Table, column: string): SqlType {
  const type = table.columns[column]
  assert(type !== undefined, `${table.name} has no column ${column}`)
  return type
}
