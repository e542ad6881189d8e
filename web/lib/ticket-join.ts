// Tickets of one raffle that came by several orders, as one. Pure.
type Held = { raffleId: string; ticketNumbers: string[]; voidNumbers: string[] }

/** `parts`: what it was joined from, as it came. */
export type Joined<Entry> = Entry & { parts: readonly Entry[] }

/** Raffles in the order in which they come first; their numbers from the lowest on. */
export function joinByRaffle<Entry extends Held>(entries: readonly Entry[]): Joined<Entry>[] {
  const byRaffle = new Map<string, Joined<Entry>>()
  for (const entry of entries) {
    const known = byRaffle.get(entry.raffleId)
    byRaffle.set(entry.raffleId, known ? joined(known, entry) : { ...entry, parts: [entry] })
  }
  return [...byRaffle.values()]
}

const joined = <Entry extends Held>(one: Joined<Entry>, other: Entry): Joined<Entry> => ({
  ...one,
  parts: [...one.parts, other],
  ticketNumbers: sorted([...one.ticketNumbers, ...other.ticketNumbers]),
  voidNumbers: sorted([...one.voidNumbers, ...other.voidNumbers]),
})

const sorted = (numbers: string[]) => numbers.toSorted((a, b) => Number(a) - Number(b))
