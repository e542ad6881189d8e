// What the page of a raffle says to who cannot enter it now.
import type { Raffle } from '#services/contract/raffles.ts'

import { offerOf } from './offer.ts'

/** `opens` and `tickets`: he may ask to be told of it. */
export type RaffleNotice = 'cancelled' | 'draw' | 'opens' | 'tickets'

const overPhases: ReadonlySet<Raffle['phase']> = new Set([
  'sold_out',
  'closing',
  'frozen',
  'drawn',
  'cancelled',
])

/**
 * Whatever the clock says: all of its tickets are issued, it is sealed, or cancelled. Numbers of
 * void tickets stay used, so none of them ever becomes free.
 */
export const isOver = ({ phase }: Pick<Raffle, 'phase'>): boolean => overPhases.has(phase)

export function noticeOf(raffle: Raffle, nowMs: number): RaffleNotice | null {
  if (raffle.phase === 'cancelled') return 'cancelled'
  if (isOver(raffle)) return 'draw'
  const { kind } = offerOf(raffle, nowMs)
  if (kind === 'scheduled') return 'opens'
  return kind === 'sold_out' || kind === 'reserved' ? 'tickets' : null
}
