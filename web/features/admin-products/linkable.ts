import type { RafflePhase } from '#events/raffle/phase.ts'

/** A product may be linked to it: it still sells, or will. The last ticket closes a raffle. */
export const isLinkable = (phase: RafflePhase): boolean => phase === 'scheduled' || phase === 'open'
