// Reasons in facts are codes from a published list; what staff write beside them is a note and
// stands in the erasable audit details.
import { raffleReasons } from '#events/raffle/reasons.ts'

/** Free words become `other`; the words themselves are kept as the note of the act. */
export function reasonOf(given: string | undefined): string | null {
  if (given === undefined || given.trim() === '') return null
  return raffleReasons.find((code) => code === given.trim()) ?? 'other'
}
