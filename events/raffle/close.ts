// How a raffle ends by the clock: it closes, or the rule for an under-sold raffle is carried out
// exactly as it was published.
import { unreachable } from '../kernel/assert.ts'
import { beirutDayEnd, beirutDayOf } from '../kernel/beirut-day.ts'

import type { RaffleEvent } from './events.ts'
import type { PublishedRaffle } from './evolve.ts'

/** An under-sold raffle is extended at most this often, by this many days each time. */
export const extensionsMax = 2
export const extensionDays = 30

/** By the clock, though nobody has written it down yet. What follows is the published rule's. */
export const hasEnded = ({ status, terms }: PublishedRaffle, now: string): boolean =>
  status === 'open' && now >= terms.closesAt

/** No facts while nothing is due. A full house of reservations is no close. */
export function decideClosing(
  raffle: PublishedRaffle,
  { now, held }: { now: string; held: number },
): RaffleEvent[] {
  if (raffle.status !== 'open') return []
  const close = (cause: 'ended' | 'soldOut'): RaffleEvent => ({
    type: 'RaffleClosed',
    data: { cause, issuedCount: raffle.issued },
  })
  if (raffle.issued >= raffle.terms.ticketsMax) return [close('soldOut')]
  if (now < raffle.terms.closesAt) return []

  const ticketsMissing = raffle.terms.ticketsMin - (raffle.issued - raffle.voided)
  if (ticketsMissing <= 0) return [close('ended')]
  // Reservations that could still reach the minimum are waited for: each of them ends by itself.
  if (held >= ticketsMissing) return []

  switch (raffle.terms.underSold) {
    case 'extend': // and after the last extension the raffle is drawn with what it sold
      return raffle.extensions < extensionsMax ? [extendedByRule(raffle)] : [close('ended')]
    case 'draw':
      return [close('ended')]
    case 'refund':
      return [close('ended'), { type: 'RaffleCancelled', data: { cause: 'under_sold' } }]
    default:
      return unreachable(raffle.terms.underSold)
  }
}

function extendedByRule({ terms: { closesAt } }: PublishedRaffle): RaffleEvent {
  return { type: 'RaffleExtended', data: { closesAt: daysLater(closesAt), cause: 'underSold' } }
}

/** The end of a day in Beirut stays one, though its clocks are changed meanwhile. */
function daysLater(closesAt: string): string {
  const later = new Date(Date.parse(closesAt) + extensionDays * 86_400_000).toISOString()
  const day = beirutDayOf(closesAt)
  if (closesAt !== beirutDayEnd(day)) return later
  const last = new Date(Date.parse(`${day}T00:00:00.000Z`) + extensionDays * 86_400_000)
  return beirutDayEnd(last.toISOString().slice(0, 'yyyy-MM-dd'.length))
}
