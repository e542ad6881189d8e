// The entries export has one line a ticket. Made for a million: what the tickets of an order share
// is written once.
import type { HolderRow } from '#projections/ticket-register/queries.ts'

import { csvCells, LINE_END } from './csv.ts'

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
const LINES_PER_PAGE = 1_000

export async function* entryLines(
  pages: AsyncIterable<readonly HolderRow[]>,
): AsyncGenerator<string> {
  let lines = ''
  let count = 0
  for await (const ranges of pages)
    for (const range of ranges) {
      const rest = shared(range)
      for (let number = range.first; number <= range.last; number++) {
        lines += numbered(range, number) + rest
        if (++count < LINES_PER_PAGE) continue
        yield lines
        lines = ''
        count = 0
      }
    }
  yield lines
}

const DIGITS = 6

export const ticketCell = (number: number) => String(number).padStart(DIGITS, '0')

/** Neither a number nor a status has anything to quote. */
function numbered(range: HolderRow, number: number): string {
  const shown = ticketCell(number)
  return isVoid(range, number) ? `${shown},void,` : `${shown},valid,`
}

const isVoid = ({ voided }: HolderRow, number: number) =>
  voided.some(([first, last]) => first <= number && number <= last)

function shared({ reference, name, phone, email, channel, issuedAtSeconds }: HolderRow): string {
  const issuedAt = beirutTimeOf(issuedAtSeconds)
  return csvCells([reference, name, phone, email, channel, issuedAt]) + LINE_END
}

const beirut = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Beirut',
  dateStyle: 'short',
  timeStyle: 'medium',
})

const HOUR_SECONDS = 3_600
const lastHour = { hour: Number.NaN, prefix: '' }

/**
 * `yyyy-MM-dd HH:mm:ss`. Beirut is whole hours ahead, so an hour of UTC is one of its own, and the
 * next ticket was issued in the same one: it is asked for once.
 */
export function beirutTimeOf(seconds: number): string {
  const hour = Math.floor(seconds / HOUR_SECONDS)
  if (hour !== lastHour.hour) {
    lastHour.hour = hour
    lastHour.prefix = beirut.format(hour * HOUR_SECONDS * 1_000).slice(0, -'00:00'.length)
  }
  const rest = seconds - hour * HOUR_SECONDS
  return `${lastHour.prefix}${twoDigits(Math.floor(rest / 60))}:${twoDigits(rest % 60)}`
}

const twoDigits = (n: number) => (n < 10 ? `0${n}` : `${n}`)
