// The content of read models as SHA-256 per table: rows in the order of their keys, each row's text
// hashed, the hashes hashed. Two builds with the same digests are the same.
import type { Projection } from '#projections/projection.ts'
import { physicalName, type Build } from '#projections/sql.ts'

import type { Queryable } from '../io/database.ts'

/** Of the live builds, or of one given build. Keys are the tables' stable names. */
export async function digestReadModels(
  database: Queryable,
  projections: readonly Projection[],
  build?: Build,
): Promise<Record<string, string>> {
  const digests: Record<string, string> = {}
  for (const table of projections.flatMap((projection) => projection.tables)) {
    const { rows } = await database.query<{ digest: string }>(`
      select encode(sha256(coalesce(
               string_agg(sha256(content.*::text::bytea), ''::bytea
                          order by ${table.key.map((key) => `content.${key}`).join(', ')}),
               ''::bytea)), 'hex') as digest
        from ${build === undefined ? table.name : physicalName(table, build)} as content`)
    digests[table.name] = rows[0]?.digest ?? ''
  }
  return digests
}
