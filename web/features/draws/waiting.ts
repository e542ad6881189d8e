// What the plate of a draw says while there is no result. Pure.
import type { LiveDraw } from '#services/contract/draws.ts'

export type Waiting =
  { kind: 'cancelled' } | { kind: 'no_time' } | { kind: 'announced'; at: string }

export function waitingOf({
  raffle,
  stage,
  round,
  drawAt,
}: Pick<LiveDraw, 'raffle' | 'stage' | 'round' | 'drawAt'>): Waiting {
  if (isCancelled({ raffle })) return { kind: 'cancelled' }
  const at = round?.at ?? drawAt
  if (stage === 'postponed' || stage === 'annulled' || at === null) return { kind: 'no_time' }
  return { kind: 'announced', at }
}

/** Its seal stays in the log, and nothing follows it. */
export const isCancelled = ({ raffle }: Pick<LiveDraw, 'raffle'>): boolean =>
  raffle.phase === 'cancelled'
