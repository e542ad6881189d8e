// Every row of every table, as one line for each table: what must not change while people read.
import type { Queryable } from '../../io/database.ts'

/** What may change in a table all the same. */
export type Unstable = {
  why: string
  /** Columns that are not compared; of the rows, then, all others. */
  columns?: readonly string[]
  /** SQL of the rows that are compared. */
  where?: string
}

/** Table → how many rows of it are compared, and a digest of them. */
export async function allRows(
  owner: Queryable,
  unstable: Readonly<Record<string, Unstable>>,
): Promise<Record<string, string>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`,
  )
  const unknown = Object.keys(unstable).filter(
    (known) => !tables.some(({ name }) => name === known),
  )
  if (unknown.length > 0) throw new Error(`there is no table ${unknown.join(', ')}`)
  const told: Record<string, string> = {}
  for (const { name } of tables) {
    const { columns = [], where = 'true' } = unstable[name] ?? {}
    const { rows } = await owner.query<{ told: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(line, ',' order by line)), '') as told
         from (select (to_jsonb(kept) - $1::text[])::text as line from ${name} as kept
                where ${where}) as lines`,
      [columns],
    )
    told[name] = rows[0]?.told ?? ''
  }
  return told
}
