// What a chart shows, as a file. The same guard as in the files the shop writes: no cell runs as a
// formula where it is opened.
import { guardFormula } from '#events/kernel/formula-guard.ts'

import { fromCents, toCents } from '../../lib/money.ts'

export type CsvCell = string | number | Amount
/** Written with its two decimals; its minus is no formula. */
type Amount = { readonly cents: number }

/** Money as it came in an answer: revenue is below zero where more was paid back than came in. */
export const amountCell = (amount: string): Amount => ({ cents: toCents(amount) })

export type FileColumn<Row> = { header: string; raw: (row: Row) => CsvCell }

export const csvOfRows = <Row>(columns: readonly FileColumn<Row>[], rows: readonly Row[]): string =>
  csvOf(
    columns.map(({ header }) => header),
    rows.map((row) => columns.map(({ raw }) => raw(row))),
  )

const BYTE_ORDER_MARK = '\uFEFF'

export function csvOf(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  const lines = [header, ...rows].map((row) => row.map(cellOf).join(','))
  return `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`
}

function cellOf(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'object') return fromCents(cell.cents)
  const guarded = guardFormula(cell)
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}
