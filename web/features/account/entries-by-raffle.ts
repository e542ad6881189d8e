// A customer's entries as tickets of a raffle: what was bought in several orders is one stub. Pure.
import type { RaffleEntry } from '#services/contract/entries.ts'

/** Raffles in the order in which they come first; their numbers from the lowest on. */
export function entriesByRaffle(entries: readonly RaffleEntry[]): RaffleEntry[] {
  const byRaffle = new Map<string, RaffleEntry>()
  for (const entry of entries) {
    const known = byRaffle.get(entry.raffleId)
    byRaffle.set(entry.raffleId, known ? joined(known, entry) : entry)
  }
  return [...byRaffle.values()]
}

const joined = (one: RaffleEntry, other: RaffleEntry): RaffleEntry => ({
  ...one,
  tickets: one.tickets + other.tickets,
  ticketNumbers: sorted([...one.ticketNumbers, ...other.ticketNumbers]),
  voidNumbers: sorted([...one.voidNumbers, ...other.voidNumbers]),
})

const sorted = (numbers: string[]) => numbers.toSorted((a, b) => Number(a) - Number(b))
