// Every CSV file the shop gives out is written here: with a byte order mark, so that spreadsheets
// read its letters; with CRLF (RFC 4180); and guarded, so that no cell a stranger has typed runs as
// a formula where the file is opened. Rows are read page by page while the caller takes them: a
// slow one makes the reading wait, and a million rows need no more memory than one page.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { stringify } from 'csv-stringify/sync'
import type { Response } from 'express'

import { guardFormula } from '#events/kernel/formula-guard.ts'
import { decimalOf } from '#events/kernel/money.ts'

import type { Slots } from '../io/slots.ts'

/**
 * Null is an empty cell. Dates and ticket numbers come as the text they are shown as; so does
 * money, where it cannot be negative.
 */
export type Cell = string | number | Amount | null
/** Written with its two decimals; its minus is no formula. */
export type Amount = { readonly cents: number }
export type Row = readonly Cell[]

export type CsvFile = {
  /** See `csvFileName`. */
  fileName: string
  header: readonly string[]
  /**
   * As `pagesOf` reads them, or any other source; each page holds some thousand rows at most. A
   * page that is text has its lines already, made of `csvCells`.
   */
  pages: AsyncIterable<Page> | Iterable<Page>
}

type Page = readonly Row[] | string

type Written = string | number | null

export function guarded(cell: Cell): Written {
  if (cell !== null && typeof cell === 'object') return decimalOf(cell.cents)
  return typeof cell === 'string' ? guardFormula(cell) : cell
}

/** The lines of some rows, each with its end. */
export function csvLines(rows: readonly Row[]): string {
  let lines = ''
  for (const row of rows) lines += csvCells(row) + LINE_END
  return lines
}

/**
 * A line without its end, or a part of one that many lines share. csv-stringify writes whatever has
 * something to quote; the rest (nearly all) is its cells with commas between them, ten times as
 * fast.
 */
export function csvCells(row: Row): string {
  const cells = row.map(guarded)
  if (!cells.some(needsQuotes)) return cells.join(',')
  return quotedLine(cells).slice(0, -LINE_END.length)
}

export const LINE_END = '\r\n'

const needsQuotes = (cell: Written) => typeof cell === 'string' && /[",\r\n]/.test(cell)

/** Also what stands in lines of its own inside a cell is quoted, whatever ends a line here. */
export const quotedLine = (cells: readonly Written[]): string =>
  stringify([[...cells]], { record_delimiter: LINE_END, quote_record_delimiter: true })

const BYTE_ORDER_MARK = '\uFEFF'

/** The file as a stream of text; what is read ahead of the caller is one page. */
export async function* csvText({ header, pages }: CsvFile): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLines([header])
  for await (const page of pages)
    if (page.length > 0) yield typeof page === 'string' ? page : csvLines(page)
}

/**
 * Answers with the file. The first page is read before anything is sent, so that a failure is still
 * an answer in words; a later one breaks the connection off, which no browser takes for a whole
 * file. A caller who leaves ends the reading.
 */
export async function sendCsv(response: Response, file: CsvFile): Promise<void> {
  const text = csvText(file)
  const head = [await text.next(), await text.next()].map(({ value }) => value ?? '').join('')
  response.set({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': attachment(file.fileName),
    'Cache-Control': 'no-store',
  })
  const body = Readable.from(after(head, text), { objectMode: true, highWaterMark: 1 })
  try {
    await pipeline(body, response)
  } catch (error) {
    if (!hasLeft(error)) throw error
  }
}

async function* after(head: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield head
  yield* rest
}

const hasLeft = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'

/**
 * Pages one after the other, the next already asked for while the last is being sent. `read` is
 * given the last row before, null at first, and answers no row when there are no more.
 */
export async function* pagesOf<Found>(
  read: (last: Found | null) => Promise<readonly Found[]>,
): AsyncGenerator<readonly Found[]> {
  let coming = read(null)
  for (;;) {
    const page = await coming
    const last = page.at(-1)
    if (last === undefined) return
    coming = read(last)
    coming.catch(() => {}) // heard above, unless nobody reads on
    yield page
  }
}

export type Ahead = {
  /** Pages of one file that are read, or wait for a slot, while one is sent. */
  pages: number
  /** Shared by all such files: each read takes a connection and a processor from who buys. */
  slots: Pick<Slots, 'run'>
}

/** Pages whose places are known beforehand, in their order. */
export async function* pagesAhead<Found>(
  reads: Iterable<() => Promise<Found>>,
  { pages: ahead, slots }: Ahead,
): AsyncGenerator<Found> {
  const coming: Promise<Found>[] = []
  for (const read of reads) {
    const page = slots.run(read)
    page.catch(() => {}) // heard when its turn comes, unless nobody reads on
    coming.push(page)
    const [first] = coming
    if (first === undefined || coming.length <= ahead) continue
    coming.shift()
    yield await first
  }
  for (const page of coming) yield await page
}

const NAME_PART_MAX = 80

/**
 * `raffle_entries_Apple_Watch_2026-11-21_23-45-00.csv`: what a file system or a header could
 * misread in a part becomes `_`. `at` is shown as the time in Beirut.
 */
export function csvFileName(parts: readonly string[], at: Date): string {
  const safe = parts.map((part) =>
    part
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N}-]+/gu, '_')
      .slice(0, NAME_PART_MAX),
  )
  return `${[...safe, beirutStamp(at)].join('_')}.csv`
}

const beirut = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Beirut',
  dateStyle: 'short',
  timeStyle: 'medium',
})
const beirutStamp = (at: Date) => beirut.format(at).replace(' ', '_').replaceAll(':', '-')

/** RFC 6266: the plain name for old readers, the extended one with every letter. */
function attachment(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]/g, '_')
  const extended = encodeURIComponent(fileName).replace(/['()*]/g, percent)
  return `attachment; filename="${plain}"; filename*=UTF-8''${extended}`
}

const percent = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
