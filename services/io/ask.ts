// Puts a question of the read models to the database.
import type { Query } from '#projections/sql.ts'

import type { Queryable } from './database.ts'

export async function ask<Answer>(
  database: Queryable,
  { parse, ...statement }: Query<Answer>,
): Promise<Answer[]> {
  const { rows } = await database.query(statement)
  return rows.map(parse)
}

/** For questions that have exactly one answer, such as a count; undefined when there is none. */
export async function askOne<Answer>(
  database: Queryable,
  query: Query<Answer>,
): Promise<Answer | undefined> {
  return (await ask(database, query))[0]
}
