// Ticket numbers as people read them, and as runs: `000004, 000005, 000006` is one, from 4 to 6.
// Pure.
export type TicketRange = {
  /** As printed; both ends belong to the run. */
  first: string
  last: string
  count: number
}

/** Numbers come sorted, each once, padded to one width. */
export function ticketRanges(numbers: readonly string[]): TicketRange[] {
  const ranges: TicketRange[] = []
  for (const number of numbers) {
    const run = ranges.at(-1)
    if (run && Number(number) === Number(run.last) + 1) {
      run.last = number
      run.count += 1
    } else ranges.push({ first: number, last: number, count: 1 })
  }
  return ranges
}

/**
 * `#004 711`: a ticket's number wherever somebody reads it, in groups that are easy to say aloud.
 * Its spaces break no line, and keep it one number among words that run from right to left.
 */
export const ticketLabel = (number: string | number): string =>
  `#${String(number)
    .padStart(6, '0')
    .replace(/\B(?=(\d{3})+$)/g, '\u00a0')}`
