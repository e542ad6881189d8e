// Checkpoints, read models and the marks of reactors: `workers/{checkpoints,apply-page,reactor}.ts`
// and the statements of `projections/sql.ts`. Builds are never made anew here: each projection has
// the one generation it was born with.
import { allProjections } from '#projections/all.ts'
import { logKind, rowKey } from '#projections/projection.ts'
import type { SqlType, Table } from '#projections/projection.ts'

import { changed, rows } from './statement.ts'
import type { Answer, Session, Statements, Values } from './statement.ts'
import { where } from './tables.ts'
import type { CheckpointRow, ModelRow } from './tables.ts'

const GENERATION = 1
const checkpointKey = (logId: string, name: string) => `${logId} ${name}`

export const workerStatements: Statements = {
  'discover logs': ({ tables, write }, [names, versions, kinds]) => {
    for (const [logId, { head }] of tables.logs.entries())
      for (const [index, name] of (names as string[]).entries()) {
        const key = checkpointKey(logId, name)
        if (head === 0 || logKind(logId) !== kinds[index]) continue
        if (tables.checkpoints.get(key) !== undefined) continue
        const fresh = { position: 0, status: 'running' as const, error: null }
        const version = (versions as number[])[index]!
        write(() => tables.checkpoints.set(key, { log_id: logId, name, version, ...fresh }))
      }
    return changed(0)
  },

  'logs behind': ({ tables }) => {
    const behind = new Set<string>()
    for (const { log_id, position, status } of tables.checkpoints.values())
      if (status === 'running' && (tables.logs.get(log_id)?.head ?? 0) > position)
        behind.add(log_id)
    return rows([...behind].map((log_id) => ({ log_id })))
  },

  'lock checkpoints': ({ tables, lock }, [logId, names]) =>
    rows(
      [...where(tables.checkpoints, (row) => row.log_id === logId && row.status === 'running')]
        .filter(({ name }) => (names as string[]).includes(name))
        .filter(({ name }) => lock(`checkpoint ${logId} ${name}`))
        .map(({ name, position }) => ({ name, generation: GENERATION, position })),
    ),

  'move checkpoints': (session, [logId, to, names, , , positions]) =>
    moveCheckpoints(session, { logId, to, names, positions }),

  "update projections set status = 'stopped'": ({ tables, write }, values) => {
    const [logId, name, , , error] = values as unknown as string[]
    const key = checkpointKey(logId!, name!)
    const row = tables.checkpoints.get(key)
    if (row === undefined) return changed(0)
    write(() => tables.checkpoints.set(key, { ...row, status: 'stopped', error: error! }))
    return changed(1)
  },

  'with first as ( insert into reactors': ({ tables, write }, [name, registered, kinds]) => {
    const key = `${registered} ${name}`
    if (tables.reactors.get(key) !== undefined) return changed(0)
    const heads = [...tables.logs.entries()].filter(([logId]) =>
      (kinds as string[]).includes(logKind(logId)),
    )
    write(() => {
      tables.reactors.set(key, { log_id: registered, name, position: 0, error: null })
      for (const [log_id, { head }] of heads)
        tables.reactors.set(`${log_id} ${name}`, { log_id, name, position: head, error: null })
    })
    return changed(heads.length)
  },

  'logs above mark': ({ tables }, [name, kinds]) =>
    rows(
      [...tables.logs.entries()]
        .filter(([logId]) => (kinds as string[]).includes(logKind(logId)))
        .filter(
          ([logId, { head }]) => head > (tables.reactors.get(`${logId} ${name}`)?.position ?? 0),
        )
        .map(([log_id]) => ({ log_id })),
    ),

  'set local synchronous_commit = off': () => changed(0),

  // The row alone is no secret: it says 0 until somebody has acted. So it is there at once.
  'insert into reactors (log_id, name) value': ({ tables }, [log_id, name]) => {
    const key = `${log_id} ${name}`
    if (tables.reactors.get(key) !== undefined) return changed(0)
    tables.reactors.set(key, { log_id, name, position: 0, error: null })
    return changed(1)
  },

  'select position from reactors where log_i': ({ tables, lock }, [logId, name]) => {
    const row = tables.reactors.get(`${logId} ${name}`)
    if (row === undefined || !lock(`reactor ${logId} ${name}`)) return rows([])
    return rows([{ position: row.position }])
  },

  'move mark': (session, values) => moveMark(session, values),
  'move mark without waiting': (session, values) => moveMark(session, values),

  'update reactors set last_error = $3, upda': ({ tables, write }, [logId, name, error]) => {
    const key = `${logId} ${name}`
    const row = tables.reactors.get(key)
    if (row === undefined) return changed(0)
    write(() => tables.reactors.set(key, { ...row, error }))
    return changed(1)
  },
}

type Move = { logId: string; to: number; names: string[]; positions: number[] }

function moveCheckpoints(session: Session, { logId, to, names, positions }: Move): Answer {
  const { tables, write, text } = session
  const moved: [string, CheckpointRow][] = []
  for (const [index, name] of names.entries()) {
    const key = checkpointKey(logId, name)
    const row = tables.checkpoints.get(key)
    if (row !== undefined && row.position === positions[index]) moved.push([key, row])
  }
  // A planted bug reads the head of the log instead of counting what was read.
  const head = text.includes('greatest') ? (tables.logs.get(logId)?.head ?? 0) : 0
  const position = Math.max(to, head)
  write(() => {
    for (const [key, row] of moved) tables.checkpoints.set(key, { ...row, position })
  })
  return changed(moved.length)
}

function moveMark({ tables, write }: Session, [logId, name, to]: Values): Answer {
  const key = `${String(logId)} ${String(name)}`
  const row = tables.reactors.get(key)
  if (row === undefined) return changed(0)
  const position = Math.max(row.position, to)
  write(() => tables.reactors.set(key, { ...row, position, error: null }))
  return changed(1)
}

const modelTables: ReadonlyMap<string, Table> = new Map(
  allProjections.flatMap(({ version, tables }) =>
    tables.map((table) => [`${table.name}_v${version}_${GENERATION}`, table] as const),
  ),
)

/** `put order_status_v1_1 123`, `get order_status_v1_1 0`: their columns are named by number. */
export function modelStatement(
  { tables, write }: Session,
  name: string,
  values: readonly unknown[],
): Answer {
  const [verb, physical, numbers] = name.split(' ') as [string, string, string]
  const table = modelTables.get(physical)
  if (table === undefined) throw new Error(`no read model is called ${physical}`)
  const known = Object.keys(table.columns)
  const columns = [...numbers].map((digit) => known[Number.parseInt(digit, 36)]!)
  const model = tables.models.get(physical) ?? new Map<string, ModelRow>()
  if (verb === 'get') {
    const wanted = new Set((values[0] as unknown[]).map(String))
    return rows([...model.values()].filter((row) => wanted.has(String(row[columns[0]!]))))
  }
  const given = unpacked(table, [...table.key, ...columns], values)
  write(() => {
    const next = new Map(tables.models.get(physical))
    for (const row of given) {
      const key = rowKey(table.key.map((column) => row[column]))
      next.set(key, { ...(next.get(key) ?? emptyRow(table)), ...row })
    }
    tables.models.set(physical, next)
  })
  return changed(given.length)
}

const emptyRow = (table: Table): ModelRow =>
  Object.fromEntries(Object.keys(table.columns).map((column) => [column, null]))

/** A column is one text or list; `projections/sql.ts` packs it. */
function unpacked(table: Table, columns: readonly string[], values: readonly unknown[]) {
  const lists = columns.map((column, index) => listOf(table.columns[column]!, values[index]))
  return (lists[0] ?? []).map((_, row) =>
    Object.fromEntries(columns.map((column, index) => [column, lists[index]![row]])),
  )
}

function listOf(type: SqlType, value: unknown): unknown[] {
  if (type === 'text') return value as unknown[]
  const text = value as string
  if (type === 'json') return text.split('\n').map((item) => JSON.parse(item) as unknown)
  if (text === '{}') return []
  return text
    .slice(1, -1)
    .split(',')
    .map((item) => (item === 'null' ? null : valueOf(type, item)))
}

function valueOf(type: SqlType, text: string): unknown {
  switch (type) {
    case 'bigint':
    case 'integer':
      return Number(text)
    case 'boolean':
      return text === 'true'
    case 'timestamptz':
      return new Date(text)
    default:
      return text
  }
}
