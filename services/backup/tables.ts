// Which tables are the ground of everything, and how their rows travel: one JSON object a line.
// Read models are left out, for they are made of the logs; the job queue too, for a job is a hint.
import type { Queryable } from '../io/database.ts'
import type { LogHead } from '../ledger/heads.ts'

export type GroundTable = { name: string; columns: string[] }

/** Of `public`, in the order of their names; generated columns make themselves. */
export async function groundTables(on: Queryable): Promise<GroundTable[]> {
  const { rows } = await on.query<GroundTable>(`
    select relation.relname as name,
           array_agg(attribute.attname::text order by attribute.attnum) as columns
      from pg_class as relation
      join pg_attribute as attribute on attribute.attrelid = relation.oid
     where relation.relnamespace = 'public'::regnamespace
       and relation.relkind = 'r'
       and attribute.attnum > 0
       and not attribute.attisdropped
       and attribute.attgenerated = ''
       and relation.relname <> all (array['migrations', 'projections', 'projection_builds'])
       and not exists (
             select from projection_builds as builds
              where relation.relname = any (builds.tables)
           )
     group by relation.relname
     order by relation.relname`)
  return rows
}

/** A row needs the rows it points to: tables that others refer to come before them. */
export async function parentsFirst<Table extends { name: string }>(
  on: Queryable,
  tables: readonly Table[],
): Promise<Table[]> {
  const { rows } = await on.query<{ child: string; parent: string }>(`
    select child.relname as child, parent.relname as parent
      from pg_constraint as reference
      join pg_class as child on child.oid = reference.conrelid
      join pg_class as parent on parent.oid = reference.confrelid
     where reference.contype = 'f' and child.oid <> parent.oid`)
  const byName = new Map(tables.map((table) => [table.name, table]))
  const ordered = new Set<Table>()
  const begun = new Set<string>()
  function add(name: string): void {
    const table = byName.get(name)
    if (table === undefined || begun.has(name)) return
    begun.add(name)
    for (const { child, parent } of rows) if (child === name) add(parent)
    ordered.add(table)
  }
  for (const { name } of tables) add(name)
  return [...ordered]
}

export async function sequences(on: Queryable) {
  const { rows } = await on.query<{ name: string; last_value: string | null }>(`
    select sequencename::text as name, last_value::text
      from pg_sequences
     where schemaname = 'public'
     order by sequencename`)
  return rows.flatMap(({ name, last_value }) =>
    last_value === null ? [] : [{ name, lastValue: last_value }],
  )
}

export async function appliedMigrations(on: Queryable): Promise<string[]> {
  const { rows } = await on.query<{ name: string }>('select name from migrations order by name')
  return rows.map(({ name }) => name)
}

export async function logHeads(on: Queryable): Promise<LogHead[]> {
  const { rows } = await on.query<{ log_id: string; head: number; leaf: string | null }>(`
    select logs.log_id, logs.head, encode(events.leaf, 'hex') as leaf
      from logs
      left join events on events.log_id = logs.log_id and events.position = logs.head
     order by logs.log_id`)
  return rows.map(({ log_id: logId, head, leaf }) => ({ logId, head, leaf }))
}

const ROWS_PER_FETCH = 5_000

/** Pages of lines, read through a cursor inside the caller's frozen view. */
export async function* linesOf(tx: Queryable, table: GroundTable): AsyncGenerator<string[]> {
  const columns = table.columns.map(quoted).join(', ')
  await tx.query(
    `declare backup_rows no scroll cursor for
      select row_to_json(rows)::text as line from (select ${columns} from ${table.name}) as rows`,
  )
  for (;;) {
    const { rows } = await tx.query<{ line: string }>(`fetch ${ROWS_PER_FETCH} from backup_rows`)
    if (rows.length > 0) yield rows.map(({ line }) => line)
    if (rows.length < ROWS_PER_FETCH) break
  }
  await tx.query('close backup_rows')
}

/** Puts lines back as they were. */
export async function putLines(
  on: Queryable,
  table: GroundTable,
  lines: readonly string[],
): Promise<void> {
  const columns = table.columns.map(quoted).join(', ')
  await on.query(
    `insert into ${table.name} (${columns})
     select ${columns} from json_populate_recordset(null::${table.name}, $1::json)`,
    [`[${lines.join(',')}]`],
  )
}

const quoted = (column: string) => `"${column}"`
