// Pages of a list that others sell into and work on meanwhile. Pure.

type Page<Row> = { data: readonly Row[]; pagination: { total: number } }

/** What new rows above have pushed into the next page comes once, as it was read last. */
export function rowsOf<Row>(pages: readonly Page<Row>[], keyOf: (row: Row) => string): Row[] {
  const rows = pages.flatMap(({ data }) => data)
  return onceEach(rows, keyOf)
}

/** Each where it stood first, as it was read last. */
export const onceEach = <Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] => [
  ...new Map(rows.map((row) => [keyOf(row), row])).values(),
]

/** Rows have left: as many were passed over between the last two pages. */
export function isPassedOver(pages: readonly Page<unknown>[]): boolean {
  const [before, last] = pages.slice(-2)
  return last !== undefined && last.pagination.total < before!.pagination.total
}
