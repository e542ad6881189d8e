type Query = { isPending: boolean; isError: boolean; data: unknown }

/** Which face a list shows. What was read once stays in view when a later page fails. */
export function stateOf(query: Query, length: number): 'loading' | 'failed' | 'empty' | 'filled' {
  if (query.isPending) return 'loading'
  if (query.isError && query.data === undefined) return 'failed'
  return length === 0 ? 'empty' : 'filled'
}
