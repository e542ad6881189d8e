// What is offered for a raffle where it stands now: nothing that the shop would refuse.
import type { RafflePhase } from '#events/raffle/phase.ts'

export const isCancellable = (phase: RafflePhase): boolean =>
  phase !== 'cancelled' && phase !== 'drawn'

/** Until its end: by the clock, or by its last ticket, which closes it (decision 52). */
export const isExtendable = (phase: RafflePhase): boolean =>
  phase === 'scheduled' || phase === 'open'
