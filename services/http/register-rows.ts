// One line of the register a ticket, without a word of whose it is: number, what became of it,
// order and the leaves of the raffle's log that say so, as `register.csv` of the evidence has them;
// and the holder's salted hash, which the holder alone can open (decision 38).
import type { RegisterEntry } from '#projections/ticket-register/queries.ts'

import { csvCells, LINE_END } from './csv.ts'
import { beirutTimeOf, ticketCell } from './entry-rows.ts'

export const registerHeader = [
  'Ticket number',
  'Status',
  'Order reference',
  'Channel',
  'Issued at (Beirut)',
  'Issue leaf index',
  'Voided at (Beirut)',
  'Void reason',
  'Void leaf index',
  'Holder commitment',
] as const

/** So many tickets are made into text at a time, however many an order has bought. */
const LINES_PER_PAGE = 1_000

export async function* registerLines(
  pages: AsyncIterable<readonly RegisterEntry[]>,
): AsyncGenerator<string> {
  let lines = ''
  let count = 0
  for await (const ranges of pages)
    for (const range of ranges) {
      const issued = issuedCells(range)
      for (let number = range.first; number <= range.last; number++) {
        lines += lineOf(range, number, issued)
        if (++count < LINES_PER_PAGE) continue
        yield lines
        lines = ''
        count = 0
      }
    }
  yield lines
}

/** What the tickets of a range share is written once. */
function issuedCells({ reference, channel, issuedAtSeconds, leafIndex }: RegisterEntry): string {
  return csvCells([reference, channel, beirutTimeOf(issuedAtSeconds), leafIndex])
}

function lineOf({ voids, holderCommit }: RegisterEntry, number: number, issued: string): string {
  const ended = voids.find(({ first, last }) => first <= number && number <= last)
  const start = `${ticketCell(number)},${ended === undefined ? 'valid' : 'void'},${issued},`
  if (ended === undefined) return `${start},,,${holderCommit}${LINE_END}`
  const { voidedAtSeconds, reason, leafIndex } = ended
  return (
    start + csvCells([beirutTimeOf(voidedAtSeconds), reason, leafIndex, holderCommit]) + LINE_END
  )
}
