// Where in the database something is written down: for tests that say it is, or is no longer.
import type { Queryable } from '../../io/database.ts'

/** Tables with a row that holds it, with how many: as text, and in bytes as letters they may be. */
export async function tablesHolding(
  owner: Queryable,
  traces: readonly string[],
): Promise<string[]> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name
       from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss')`,
  )
  const patterns = traces.flatMap((trace) => {
    const letters = trace.toLowerCase()
    return [`%${letters}%`, `%${Buffer.from(letters).toString('hex')}%`]
  })
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await owner.query<{ n: number }>(
      `select count(*) as n from ${name} as kept where lower(kept::text) like any($1::text[])`,
      [patterns],
    )
    if ((rows[0]?.n ?? 0) > 0) found.push(`${name}: ${rows[0]?.n}`)
  }
  return found
}
