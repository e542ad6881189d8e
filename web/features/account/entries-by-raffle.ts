// A customer's entries as tickets of a raffle: what was bought in several orders is one stub. Pure.
import type { RaffleEntry } from '#services/contract/entries.ts'

/** Raffles in the order in which they come first; their numbers from the lowest on. */
export function entriesByRaffle(entries: readonly RaffleEntry[]): JoinedEntry[] {
  const byRaffle = new Map<string, JoinedEntry>()
  for (const entry of entries) {
    const known = byRaffle.get(entry.raffleId)
    byRaffle.set(entry.raffleId, known ? joined(known, entry) : { ...entry, parts: [entry] })
  }
  return [...byRaffle.values()]
}

/** `parts`: the entries it was joined from, as they came. */
export type JoinedEntry = RaffleEntry & { parts: readonly RaffleEntry[] }

const joined = (one: JoinedEntry, other: RaffleEntry): JoinedEntry => ({
  ...one,
  parts: [...one.parts, other],
  tickets: one.tickets + other.tickets,
  ticketNumbers: sorted([...one.ticketNumbers, ...other.ticketNumbers]),
  voidNumbers: sorted([...one.voidNumbers, ...other.voidNumbers]),
})

const sorted = (numbers: string[]) => numbers.toSorted((a, b) => Number(a) - Number(b))
