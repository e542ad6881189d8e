/** The same table with every sentence in ⟦ ⟧: what is seen outside of them was never translated. */
export function bracketed<Table>(table: Table): Table {
  return bracket(table) as Table // the shape is kept, string for string and function for function
}

function bracket(entry: unknown): unknown {
  if (typeof entry === 'string') return `⟦${entry}⟧`
  if (typeof entry === 'function') return (...values: unknown[]) => bracket(entry(...values))
  if (Array.isArray(entry)) return entry.map(bracket)
  if (typeof entry === 'object' && entry !== null)
    return Object.fromEntries(Object.entries(entry).map(([key, value]) => [key, bracket(value)]))
  return entry
}
