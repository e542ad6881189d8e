// One line of the entries export a ticket: answers 124.
import type { HolderRow } from '#projections/ticket-register/queries.ts'

import type { Row } from './csv.ts'

export const entriesHeader = [
  'Ticket number',
  'Status',
  'Order reference',
  'Name',
  'Phone',
  'E-mail',
  'Channel',
  'Issued at (Beirut)',
] as const

/** So many tickets are made into text at a time, however many an order has bought. */
const ROWS_PER_PAGE = 1_000

export async function* entryRows(
  pages: AsyncIterable<readonly HolderRow[]>,
): AsyncGenerator<readonly Row[]> {
  let rows: Row[] = []
  for await (const ranges of pages)
    for (const range of ranges)
      for (let number = range.first; number <= range.last; number++) {
        rows.push(rowOf(range, number))
        if (rows.length < ROWS_PER_PAGE) continue
        yield rows
        rows = []
      }
  yield rows
}

const DIGITS = 6

function rowOf(range: HolderRow, number: number): Row {
  const { reference, name, phone, email, channel, issuedAtBeirut } = range
  const status = isVoid(range, number) ? 'void' : 'valid'
  const shown = String(number).padStart(DIGITS, '0')
  return [shown, status, reference, name, phone, email, channel, issuedAtBeirut]
}

const isVoid = ({ voided }: HolderRow, number: number) =>
  voided.some(([first, last]) => first <= number && number <= last)
