import type { RaffleEntry } from '#services/contract/entries.ts'

type Held = Pick<RaffleEntry, 'rafflePhase' | 'voidNumbers'>

/** All of them take part, or took part, in a draw: only such tickets are shown around. */
export const areInPlay = ({ rafflePhase, voidNumbers }: Held): boolean =>
  rafflePhase !== 'cancelled' && voidNumbers.length === 0
