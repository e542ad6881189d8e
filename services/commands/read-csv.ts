// A CSV file as people make them: UTF-8 with or without its mark, commas, semicolons or tabs as the
// first line has them, any end of line (RFC 4180 otherwise). Strict where a guess would put a cell
// into a neighbour's column: a quote that is never closed or stands inside a bare cell is refused
// with its line. Pure.
import { Rejection } from '#events/kernel/rejection.ts'

export type CsvRow = {
  /** Where the row begins in the file, from 1; a cell may hold lines of its own. */
  line: number
  cells: readonly string[]
}

/** Rows of nothing but empty cells are left out. */
export function readCsv(text: string): CsvRow[] {
  const source = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(text)
  const rows: CsvRow[] = []
  let at = 0
  let line = 1
  while (at < source.length) {
    const row = readRow(source, { at, line, separator })
    if (row.cells.some((cell) => cell.trim() !== '')) rows.push({ line, cells: row.cells })
    at = row.at
    line = row.line
  }
  return rows
}

type Place = { at: number; line: number }

function readRow(
  source: string,
  { separator, ...from }: Place & { separator: string },
): Place & { cells: string[] } {
  const cells: string[] = []
  let place = from
  for (;;) {
    const cell =
      source.charAt(place.at) === '"'
        ? readQuoted(source, place)
        : readBare(source, place, separator)
    cells.push(cell.value)
    place = cell
    const sign = source.charAt(place.at)
    if (sign === separator) place = { ...place, at: place.at + 1 }
    else if (sign === '' || sign === '\n' || sign === '\r') break
    else throw unreadable(place.line, 'text stands behind a closing quote')
  }
  const isPair = source.startsWith('\r\n', place.at)
  return { cells, at: place.at + (isPair ? 2 : 1), line: place.line + 1 }
}

type Cell = Place & { value: string }

function readQuoted(source: string, { at, line }: Place): Cell {
  const begun = line
  let value = ''
  for (let next = at + 1; next < source.length; next++) {
    const sign = source.charAt(next)
    if (sign === '"') {
      if (source.charAt(next + 1) !== '"') return { value, at: next + 1, line }
      next++
    }
    if (sign === '\n' || (sign === '\r' && source.charAt(next + 1) !== '\n')) line++
    value += sign
  }
  throw unreadable(begun, 'a quote is opened and never closed')
}

function readBare(source: string, { at, line }: Place, separator: string): Cell {
  let end = at
  while (end < source.length && !isEnd(source.charAt(end), separator)) end++
  const value = source.slice(at, end)
  if (value.includes('"')) throw unreadable(line, 'a quote stands inside a cell without quotes')
  return { value, at: end, line }
}

const isEnd = (sign: string, separator: string) =>
  sign === separator || sign === '\n' || sign === '\r'

/** The sign that parts most cells of the first line: names of columns hold none of them. */
export function separatorOf(text: string): string {
  const [first = ''] = text.replace(/^\uFEFF?[\r\n]*/, '').split(/[\r\n]/, 1)
  const parts = (sign: string) => first.split(sign).length
  return [';', '\t'].find((sign) => parts(sign) > parts(',')) ?? ','
}

export const unreadable = (line: number, words: string) =>
  new Rejection('unreadable_file', `Line ${line}: ${words}.`, {
    fields: [{ path: 'file', message: `Line ${line}: ${words}.` }],
    line,
  })
