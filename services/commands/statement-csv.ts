// A provider's settlement statement as CSV. Neither Whish nor MontyPay documents its file, so the
// columns are found by their names, in any order, each under the names their own interfaces use.
// Pure.
import { Rejection } from '#events/kernel/rejection.ts'

export type StatementLine = {
  /** In the file, the line of names being 1. */
  line: number
  kind: 'sale' | 'refund'
  /** Our number for the payment attempt. */
  attemptRef: string | null
  providerRef: string | null
  /** Never below zero; a refund is one by its kind. */
  amountCents: number
  feeCents: number
  currency: string
  happenedAt: Date
}

export const STATEMENT_LINES_MAX = 50_000

const columnNames = {
  attemptRef: ['externalid', 'external_id', 'order_number', 'ordernumber', 'order_id', 'reference'],
  providerRef: ['transactionid', 'transaction_id', 'payment_id', 'paymentid', 'id'],
  amount: ['amount', 'gross', 'gross_amount', 'order_amount'],
  fee: ['fee', 'fees', 'commission'],
  currency: ['currency', 'order_currency'],
  date: ['date', 'created_at', 'datetime', 'transaction_date', 'time'],
  kind: ['type', 'kind', 'transaction_type', 'operation'],
  status: ['status', 'order_status'],
} as const
type Column = keyof typeof columnNames

export function readStatement(text: string): StatementLine[] {
  const [names, ...rows] = parseCsv(text.replace(/^\uFEFF/, ''))
  if (names === undefined) throw bad(1, 'The file is empty.')
  if (rows.length > STATEMENT_LINES_MAX)
    throw bad(rows.length, `A statement has at most ${STATEMENT_LINES_MAX} lines.`)
  const places = placesOf(names)
  return rows.flatMap((cells, index) => lineOf(cells, places, index + 2) ?? [])
}

type Places = Readonly<Record<Column, number>>

function placesOf(names: readonly string[]): Places {
  const known = names.map((name) => name.trim().toLowerCase().replaceAll(' ', '_'))
  const places = Object.fromEntries(
    Object.entries(columnNames).map(([column, aliases]) => [
      column,
      known.findIndex((name) => (aliases as readonly string[]).includes(name)),
    ]),
  ) as Places // the entries of a record of every column
  for (const column of ['attemptRef', 'amount', 'date'] as const)
    if (places[column] === -1)
      throw bad(1, `The file has no column ${columnNames[column].join(' or ')}.`)
  return places
}

/** Null: a line about a payment that did not happen. */
function lineOf(cells: readonly string[], places: Places, line: number): StatementLine | null {
  const cell = (column: Column) => cells[places[column]]?.trim() ?? ''
  if (/^(fail|declin|cancel|pending|void)/i.test(cell('status'))) return null
  const amountCents = centsIn(cell('amount'), line)
  const isRefund = amountCents < 0 || /refund|reversal|chargeback/i.test(cell('kind'))
  return {
    line,
    kind: isRefund ? 'refund' : 'sale',
    attemptRef: cell('attemptRef').slice(0, 100) || null,
    providerRef: cell('providerRef').slice(0, 200) || null,
    amountCents: Math.abs(amountCents),
    feeCents: cell('fee') === '' ? 0 : Math.abs(centsIn(cell('fee'), line)),
    currency: (cell('currency') || 'USD').slice(0, 8).toUpperCase(),
    happenedAt: instantIn(cell('date'), line),
  }
}

function centsIn(text: string, line: number): number {
  const match = /^(-?)\$?(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.replaceAll(',', ''))
  if (match === null) throw bad(line, `“${text.slice(0, 40)}” is not an amount like 12.50.`)
  const [, sign, whole = '0', part = ''] = match
  const cents = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return sign === '-' ? -cents : cents
}

/** A day alone is noon in Beirut, whatever its clocks: that day for every reader. */
function instantIn(text: string, line: number): Date {
  const local =
    /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?)?(Z|[+-]\d\d:?\d\d)?$/.exec(text)
  if (local === null) throw bad(line, `“${text.slice(0, 40)}” is not a date like 2026-11-21.`)
  const [, day = '', time = '12:00', zone = '+02:00'] = local
  const at = new Date(`${day}T${time}:00${zone.length === 5 ? zone.replace(/..$/, ':$&') : zone}`)
  if (Number.isNaN(at.getTime())) throw bad(line, `“${text}” is not a day of the calendar.`)
  return at
}

const bad = (line: number, words: string) =>
  new Rejection('invalid_request', `Line ${line}: ${words}`, {
    fields: [{ path: 'file', message: `Line ${line}: ${words}` }],
  })

/** RFC 4180, with commas, semicolons or tabs, as the first line has them. */
export function parseCsv(text: string): string[][] {
  const separator = separatorOf(text)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endRow = () => {
    row.push(cell)
    if (row.length > 1 || cell.trim() !== '') rows.push(row)
    row = []
    cell = ''
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text.charAt(at + 1) === '"') cell += text.charAt(++at)
      else isQuoted = false
    } else if (sign === '"' && cell === '') isQuoted = true
    else if (sign === separator) {
      row.push(cell)
      cell = ''
    } else if (sign === '\n') endRow()
    else if (sign !== '\r') cell += sign
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}

function separatorOf(text: string): string {
  const [first = ''] = text.split('\n', 1)
  return [';', '\t'].find((sign) => first.split(sign).length > first.split(',').length) ?? ','
}
