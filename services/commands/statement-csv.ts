// A provider's settlement statement as CSV. Neither Whish nor MontyPay documents its file, so the
// columns are found by their names, in any order, each under the names their own interfaces use.
// Pure.
import { instantAt } from '#events/kernel/beirut-clock.ts'
import { Rejection } from '#events/kernel/rejection.ts'

import { readCsv, separatorOf } from './read-csv.ts'
import type { CsvRow } from './read-csv.ts'

export type StatementLine = {
  /** In the file, from 1. */
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
/**
 * What one amount stays below, and what all of a file add up to: pounds have many digits. The wire
 * has thirteen of them before the point (`money`), and cents of so much are still exact numbers.
 */
const CENTS_END = 10 ** 15

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
  const [names, ...rows] = readCsv(text)
  if (names === undefined) throw bad(1, 'The file is empty.')
  if (rows.length > STATEMENT_LINES_MAX)
    throw bad(rows.length, `A statement has at most ${STATEMENT_LINES_MAX} lines.`)
  const form = { places: placesOf(names), hasCommaDecimals: separatorOf(text) === ';' }
  const lines = rows.flatMap((row) => lineOf(row, form) ?? [])
  requireSum(lines)
  return lines
}

/** Sales, refunds and fees are summed and subtracted from each other: no such sum is larger. */
function requireSum(lines: readonly StatementLine[]): void {
  let cents = 0
  for (const { line, amountCents, feeCents } of lines) {
    cents += amountCents + feeCents
    if (cents >= CENTS_END)
      throw bad(line, 'Up to here the amounts add up to more than one file can have.')
  }
}

type Places = Readonly<Record<Column, number>>
type Form = { places: Places; hasCommaDecimals: boolean }

function placesOf({ line, cells }: CsvRow): Places {
  const known = cells.map((name) => name.trim().toLowerCase().replaceAll(' ', '_'))
  const places = Object.fromEntries(
    Object.entries(columnNames).map(([column, aliases]) => [
      column,
      known.findIndex((name) => (aliases as readonly string[]).includes(name)),
    ]),
  ) as Places // the entries of a record of every column
  for (const column of ['attemptRef', 'amount', 'date'] as const)
    if (places[column] === -1)
      throw bad(line, `The file has no column ${columnNames[column].join(' or ')}.`)
  return places
}

/** Null: a line about a payment that did not happen. */
function lineOf({ line, cells }: CsvRow, form: Form): StatementLine | null {
  const cell = (column: Column) => cells[form.places[column]]?.trim() ?? ''
  const cents = (column: Column) => {
    const signed = centsIn(cell(column), form)
    if (signed !== null) return signed
    throw bad(line, `“${cell(column).slice(0, 40)}” is not an amount like 12.50.`)
  }
  const kind = kindOf({
    kind: cell('kind'),
    status: cell('status'),
    isBelowZero: cell('amount').startsWith('-'),
  })
  if (kind === null) return null
  const amountCents = cents('amount')
  return {
    line,
    kind,
    attemptRef: cell('attemptRef').slice(0, 100) || null,
    providerRef: cell('providerRef').slice(0, 200) || null,
    amountCents: Math.abs(amountCents),
    feeCents: cell('fee') === '' ? 0 : Math.abs(cents('fee')),
    currency: (cell('currency') || 'USD').slice(0, 8).toUpperCase(),
    happenedAt: instantIn(cell('date'), line),
  }
}

const wentBack = /refund|revers|charge-?back/i
const cameToNothing =
  /fail|declin|cancel|pending|void|prepare|redirect|3ds|\binit(iated)?\b|wait|expired|reject/i
/** Of a refund: what was paid stands. */
const wasRefused = /fail|declin|cancel|reject/i

type Said = { kind: string; status: string; isBelowZero: boolean }

/**
 * Providers say of a payment that went back, or came to nothing, in either cell. The status is what
 * became of it, and goes first: a refund that was declined is none, and the sale it was asked of
 * stands, as does one of which a part went back, which has a line of its own. What is below zero
 * has moved, however its kind is called. Null: a payment, or a refund, that did not happen.
 */
function kindOf({ kind, status, isBelowZero }: Said): StatementLine['kind'] | null {
  const isOfRefund = wentBack.test(kind) || isBelowZero
  if (wentBack.test(status)) {
    if (wasRefused.test(status)) return isOfRefund ? null : 'sale'
    return isOfRefund || !/part/i.test(status) ? 'refund' : 'sale'
  }
  if (cameToNothing.test(status)) return null
  if (isOfRefund) return 'refund'
  return cameToNothing.test(kind) ? null : 'sale'
}

const plain = /^\d+(\.\d{1,2})?$/
const withCommas = /^\d{1,3}(,\d{3})+(\.\d{1,2})?$/
const withDecimalComma = /^(\d+|\d{1,3}(\.\d{3})+),\d{1,2}$/

/**
 * Null: no amount, or one that can be read in two ways. Files that part their cells by semicolons
 * do so because a comma may be the decimal sign: there, 1,234 says too little of itself.
 */
function centsIn(text: string, { hasCommaDecimals }: Form): number | null {
  const [, sign, digits = ''] = /^(-?)\$?([\d.,]+)$/.exec(text) ?? []
  const isUnsure = hasCommaDecimals && /^\d{1,3},\d{3}$/.test(digits)
  const isEnglish = (plain.test(digits) || withCommas.test(digits)) && !isUnsure
  if (!isEnglish && !(hasCommaDecimals && withDecimalComma.test(digits))) return null
  const decimals = isEnglish ? '.' : ','
  const [whole = '', part = ''] = digits.split(decimals)
  const units = whole.replace(/[.,]/g, '')
  const cents = Number(units) * 100 + Number(part.padEnd(2, '0'))
  if (cents >= CENTS_END) return null
  return sign === '-' ? -cents : cents
}

const clock = /(?:[ T]((?:[01]\d|2[0-3]):[0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?)?/
const moment = new RegExp(`^(\\d{4}-\\d\\d-\\d\\d)${clock.source}(Z|[+-]\\d\\d:?\\d\\d)?$`)

/** A time without a zone is what the clocks of Beirut show; a day alone is noon there. */
function instantIn(text: string, line: number): Date {
  const told = moment.exec(text)
  if (told === null) throw bad(line, `“${text.slice(0, 40)}” is not a date like 2026-11-21.`)
  const [, day = '', time = '12:00', seconds = '00', zone] = told
  if (!isDay(day)) throw bad(line, `“${text}” is not a day of the calendar.`)
  const minute = `${day}T${time}`
  const zoned = `${minute}:00${zone?.replace(/(\d\d)(\d\d)$/, '$1:$2')}`
  const at = Date.parse(zone === undefined ? (instantAt(minute) ?? '') : zoned)
  if (Number.isNaN(at)) throw bad(line, `“${text}” is not a time of any zone.`)
  return new Date(at + Number(seconds) * 1_000)
}

function isDay(text: string): boolean {
  const midnight = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text)
}

const bad = (line: number, words: string) =>
  new Rejection('invalid_request', `Line ${line}: ${words}`, {
    fields: [{ path: 'file', message: `Line ${line}: ${words}` }],
  })
