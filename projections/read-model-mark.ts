// A text that changes whenever one of these read models has taken in a fact or was built anew: what
// was made of them before is true for as long as it stays the same.
import type { Query } from './sql.ts'

export const readModelMark = (names: readonly string[]): Query<string> => ({
  name: 'read model mark',
  text: `
  select coalesce(sum(position), 0)::text || '/' || coalesce(max(generation), 0) as mark
    from projections
   where name = any($1)`,
  values: [names],
  parse: (row) => row.mark as string,
})
