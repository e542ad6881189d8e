// Ticket numbers as runs: `000004, 000005, 000006` is one, from 4 to 6. Pure.
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

/** `000 711`: groups of three, easier to read aloud. */
export const groupedNumber = (number: string): string => number.replace(/\B(?=(\d{3})+$)/g, ' ')
