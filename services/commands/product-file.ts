// The file of products as staff write it: one line for each variant, or for each product without
// variants. An empty cell leaves a product that is known as it is. Read here into what is wished
// for, with every error at its line and column; nothing is known of the shop yet. Pure.
import { unguardFormula } from '#events/kernel/formula-guard.ts'
import { unitPriceCentsMax } from '#events/kernel/money.ts'
import { skuKey } from '#events/product/decide.ts'
import { piecesMax } from '#events/product/stock.ts'

import type { ImportError, ImportErrorCode } from '../contract/product-import.ts'
import { importColumns, IMPORT_LINES_MAX } from '../contract/product-import.ts'
import type { ImportColumn } from '../contract/product-import.ts'
import { readCsv, unreadable } from './read-csv.ts'
import type { CsvRow } from './read-csv.ts'

/** Undefined: the cell is empty, so it stays as it is or takes its default. */
export type ProductWish = {
  /** Where it is named first. */
  line: number
  name: string
  description: string | undefined
  priceCents: number | undefined
  tickets: number | undefined
  totalTickets: number | undefined
  /** As it was written: a number, a name or an id; null: linked to none. */
  raffle: string | null | undefined
  isActive: boolean | undefined
  isWithoutEntry: boolean | undefined
  variants: VariantWish[]
}

export type VariantWish = {
  line: number
  sku: string
  name: string | undefined
  adjustmentCents: number | undefined
  /** Null: not counted any more. */
  stock: number | null | undefined
  lowAt: number | undefined
}

export type ProductFile = { products: ProductWish[]; errors: ImportError[]; lines: number }

/** The word for "no raffle" and "not counted": an empty cell already means "as it is". */
const NONE = /^(none|-|لا شيء|aucun|aucune)$/i

export function readProductFile(text: string): ProductFile {
  const [header, ...rows] = readCsv(text)
  if (header === undefined) throw unreadable(1, 'the file is empty')
  if (rows.length > IMPORT_LINES_MAX)
    throw unreadable(rows.length, `a file has at most ${IMPORT_LINES_MAX} lines`)
  const places = placesOf(header)
  const errors: ImportError[] = []
  const byName = new Map<string, ProductWish>()
  const skus = new Map<string, number>()
  for (const row of rows)
    readLine({ row, places, errors, byName, skus, width: header.cells.length })
  return { products: [...byName.values()], errors, lines: rows.length }
}

type Places = ReadonlyMap<ImportColumn, number>

function placesOf({ line, cells }: CsvRow): Places {
  const places = new Map<ImportColumn, number>()
  for (const [place, cell] of cells.entries()) {
    const name = cell.trim().toLowerCase().replaceAll(/[ _-]/g, '')
    if (name === '') continue
    const column = importColumns.find((known) => known.toLowerCase() === name)
    if (column === undefined)
      throw unreadable(line, `there is no column “${cell.trim().slice(0, 40)}”`)
    if (places.has(column)) throw unreadable(line, `the column ${column} is there twice`)
    places.set(column, place)
  }
  if (!places.has('product')) throw unreadable(line, 'the column product is missing')
  return places
}

type Reading = {
  row: CsvRow
  width: number
  places: Places
  errors: ImportError[]
  byName: Map<string, ProductWish>
  skus: Map<string, number>
}

function readLine(reading: Reading): void {
  const { row, width, errors, byName } = reading
  const { line } = row
  if (row.cells.slice(width).some((cell) => cell.trim() !== ''))
    errors.push({ line, column: null, code: 'too_many_cells', value: '' })
  const cell = cellReader(reading)
  const name = cell.words('product', 200)
  const wish: ProductWish = {
    line,
    name: name ?? '',
    description: cell.words('description', 10_000),
    priceCents: cell.money('price'),
    tickets: cell.count('tickets', 1_000),
    totalTickets: cell.count('totalTickets', 10_000_000),
    raffle: cell.isNone('raffle') ? null : cell.words('raffle', 200),
    isActive: cell.flag('active'),
    isWithoutEntry: cell.flag('withoutEntry'),
    variants: [],
  }
  const variant = readVariant(reading, cell)
  if (name === undefined) return cell.fail('product', 'required')
  const key = name.toLowerCase()
  const known = byName.get(key)
  if (known === undefined) byName.set(key, { ...wish, variants: variant === null ? [] : [variant] })
  else join({ known, wish, variant, fail: cell.fail })
}

type Join = {
  known: ProductWish
  wish: ProductWish
  variant: VariantWish | null
  fail: (column: ImportColumn, code: ImportErrorCode) => void
}

const shared = {
  description: 'description',
  priceCents: 'price',
  tickets: 'tickets',
  totalTickets: 'totalTickets',
  raffle: 'raffle',
  isActive: 'active',
  isWithoutEntry: 'withoutEntry',
} as const satisfies Partial<Record<keyof ProductWish, ImportColumn>>

/** What a later line says of the same product it says again, or leaves empty. */
function join({ known, wish, variant, fail }: Join): void {
  for (const [field, column] of Object.entries(shared) as [keyof typeof shared, ImportColumn][]) {
    if (wish[field] === undefined || wish[field] === known[field]) continue
    if (known[field] !== undefined) fail(column, 'differs_from_line')
    else Object.assign(known, { [field]: wish[field] })
  }
  if (variant === null) fail('sku', 'product_twice')
  else known.variants.push(variant)
}

function readVariant({ row, skus }: Reading, cell: CellReader): VariantWish | null {
  const { line } = row
  const sku = cell.words('sku', 80)
  const name = cell.words('variant', 200)
  const adjustmentCents = cell.signedMoney('priceAdjustment')
  const stock = cell.isNone('stock') ? null : cell.count('stock', piecesMax)
  const lowAt = cell.count('lowAt', piecesMax)
  if (sku === undefined) {
    const isMeant = [name, adjustmentCents, stock, lowAt].some((value) => value !== undefined)
    if (isMeant) cell.fail('sku', 'required')
    return null
  }
  const before = skus.get(skuKey(sku))
  if (before !== undefined) cell.fail('sku', 'sku_twice')
  skus.set(skuKey(sku), line)
  return { line, sku, name, adjustmentCents, stock, lowAt }
}

/**
 * As spreadsheets of any country write it, where it can be read in one way alone: 12.50, 12,50,
 * 1,299.00 and 1.299,00. What 1,299 is nobody can tell.
 */
const written =
  /\$?(\d{1,8}|\d{1,3}(?:,\d{3}){1,2}(?=\.)|\d{1,3}(?:\.\d{3}){1,2}(?=,))(?:[.,](\d{1,2}))?/
const price = new RegExp(`^()${written.source}$`)
const signedPrice = new RegExp(`^([+-]?)${written.source}$`)

type CellReader = ReturnType<typeof cellReader>

/** Each answers undefined for an empty cell and for one it has complained about. */
function cellReader({ row: { line, cells }, places, errors }: Reading) {
  const textOf = (column: ImportColumn): string => unguarded(cells[places.get(column) ?? -1] ?? '')
  const fail = (column: ImportColumn, code: ImportErrorCode) => {
    errors.push({ line, column, code, value: textOf(column).slice(0, 80) })
  }
  const matched = (column: ImportColumn, pattern: RegExp, code: ImportErrorCode) => {
    const text = textOf(column)
    if (text === '') return undefined
    const match = pattern.exec(text)
    if (match === null) fail(column, code)
    return match ?? undefined
  }
  const cents = (column: ImportColumn, match: RegExpExecArray | undefined) => {
    if (match === undefined) return undefined
    const [, sign = '', whole = '0', part = ''] = match
    const amount = Number(whole.replaceAll(/[.,]/g, '')) * 100 + Number(part.padEnd(2, '0'))
    if (amount > unitPriceCentsMax) return fail(column, 'too_large')
    return sign === '-' && amount !== 0 ? -amount : amount
  }
  return {
    fail,
    isNone: (column: ImportColumn) => NONE.test(textOf(column)),
    words(column: ImportColumn, charactersMax: number): string | undefined {
      const text = textOf(column)
      if (text.length > charactersMax || text.includes('\0')) return void fail(column, 'too_long')
      return text === '' ? undefined : text
    },
    money: (column: ImportColumn) =>
      cents(column, matched(column, price, 'bad_money')) as number | undefined,
    signedMoney: (column: ImportColumn) =>
      cents(column, matched(column, signedPrice, 'bad_money')) as number | undefined,
    count(column: ImportColumn, max: number): number | undefined {
      const match = matched(column, /^\d{1,9}$/, 'bad_number')
      if (match === undefined) return undefined
      const [digits] = match
      if (Number(digits) > max) return void fail(column, 'too_large')
      return Number(digits)
    },
    flag(column: ImportColumn): boolean | undefined {
      const match = matched(column, /^(1|yes|true|active)$|^(0|no|false|inactive)$/i, 'bad_flag')
      return match === undefined ? undefined : match[1] !== undefined
    },
  }
}

/**
 * The text of a cell and nothing more: what begins like a formula is kept as the text it is, and
 * the quote our own exports put before it is taken off again.
 */
const unguarded = (cell: string): string => unguardFormula(cell.trim()).trim()
