// A customer's entries as tickets of a raffle: what was bought in several orders is one stub. Pure.
import type { RaffleEntry } from '#services/contract/entries.ts'

import { joinByRaffle } from '../../lib/ticket-join.ts'
import type { Joined } from '../../lib/ticket-join.ts'

export type JoinedEntry = Joined<RaffleEntry>

/** A prize that waits for its winner comes first; the others in the order in which they came. */
export function entriesByRaffle(entries: readonly RaffleEntry[]): JoinedEntry[] {
  const joined = joinByRaffle(entries).map((entry) => ({
    ...entry,
    tickets: entry.ticketNumbers.length,
    won: entry.parts.find(({ won }) => won !== null)?.won ?? null,
  }))
  return joined.toSorted((a, b) => Number(isWaiting(b)) - Number(isWaiting(a)))
}

const isWaiting = ({ won }: RaffleEntry) => won !== null && !won.isDelivered
