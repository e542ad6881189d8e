// The customer's own tickets in the memory of his browser, for when there is no network: numbers
// and names never change, so they are as true then. Prices and counts are not kept.
import * as z from 'zod/mini'

import { readStored, writeStored } from './storage.ts'

const STORED_AS = 'qura.tickets'
const TICKETS_MAX = 200

const keptTicket = z.object({
  /** Of the entry: one order line. */
  id: z.string(),
  raffleId: z.string(),
  raffleName: z.string(),
  raffleEndsAt: z.nullable(z.string()),
  ticketNumbers: z.array(z.string()),
  voidNumbers: z.array(z.string()),
})
const kept = z.object({ atMs: z.number(), tickets: z.array(keptTicket) })
export type KeptTicket = z.infer<typeof keptTicket>
export type KeptTickets = z.infer<typeof kept>
/** What a page shows of it. */
export type SeenTicket = KeptTicket & { rafflePhase: string }

export const readKeptTickets = (): KeptTickets | null =>
  z.safeParse(kept, readStored(STORED_AS)).data ?? null

/** What is seen now is newer than what was kept; other tickets stay. */
export function keepTickets(seen: readonly SeenTicket[], nowMs: number): void {
  if (seen.length === 0) return
  const ids = new Set(seen.map(({ id }) => id))
  const others = (readKeptTickets()?.tickets ?? []).filter(({ id }) => !ids.has(id))
  const tickets = [...seen.map(onlyKept), ...others].slice(0, TICKETS_MAX)
  writeStored(STORED_AS, { atMs: nowMs, tickets })
}

/** The day of a draw is kept of raffles that are open: of others it may not be so. */
const onlyKept = (ticket: SeenTicket): KeptTicket => ({
  id: ticket.id,
  raffleId: ticket.raffleId,
  raffleName: ticket.raffleName,
  raffleEndsAt: ticket.rafflePhase === 'open' ? ticket.raffleEndsAt : null,
  ticketNumbers: ticket.ticketNumbers,
  voidNumbers: ticket.voidNumbers,
})

export const forgetTickets = (): void => writeStored(STORED_AS, null)
