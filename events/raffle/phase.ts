// Where a raffle stands, as people see it. Derived, never stored: sales close by the clock and by
// the last ticket, whether or not a job has run.
export const rafflePhases = [
  'scheduled',
  'open',
  'sold_out',
  'closing',
  'frozen',
  'drawn',
  'cancelled',
] as const
export type RafflePhase = (typeof rafflePhases)[number]

export type RaffleFigures = {
  /** The admin's word: `completed` once the draw is recorded. */
  readonly status: 'active' | 'completed' | 'cancelled'
  readonly opensAt: string
  readonly closesAt: string
  readonly ticketsMax: number
  readonly issued: number
  /** The register is sealed; nothing may be issued or voided any more. */
  readonly isFrozen?: boolean
}

/** `now` is an ISO instant like the others: UTC instants of one form compare as text. */
export function rafflePhase(raffle: RaffleFigures, now: string): RafflePhase {
  if (raffle.status === 'cancelled') return 'cancelled'
  if (raffle.status === 'completed') return 'drawn'
  if (raffle.isFrozen === true) return 'frozen'
  if (now >= raffle.closesAt) return 'closing'
  if (raffle.issued >= raffle.ticketsMax) return 'sold_out'
  return now < raffle.opensAt ? 'scheduled' : 'open'
}
