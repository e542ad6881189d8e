// What the plate of a draw says while there is no result. Pure.
import { unreachable } from '#events/kernel/assert.ts'
import type { DrawBoard, LiveDraw } from '#services/contract/draws.ts'

export type Waiting =
  | { kind: 'cancelled' }
  | { kind: 'no_time' }
  | { kind: 'announced'; at: string }

/** Of a draw that was put off or annulled, `drawAt` is the time of the next one. */
export function waitingOf({
  raffle,
  round,
  drawAt,
}: Pick<LiveDraw, 'raffle' | 'round' | 'drawAt'>): Waiting {
  if (isCancelled({ raffle })) return { kind: 'cancelled' }
  const at = round?.at ?? drawAt
  return at === null ? { kind: 'no_time' } : { kind: 'announced', at }
}

/** Its seal stays in the log, and nothing follows it. */
export const isCancelled = ({ raffle }: Pick<LiveDraw, 'raffle'>): boolean =>
  raffle.phase === 'cancelled'

export type Awaited = 'draw' | 'inputs' | 'beacon' | 'result'

/** What has to come next; after a draw that was put off or annulled, the whole of the next one. */
export function awaitedOf({ mode, stage }: Pick<LiveDraw, 'mode' | 'stage'>): Awaited {
  switch (stage) {
    case 'announced':
    case 'postponed':
    case 'annulled':
      return 'draw'
    case 'sealed':
      return 'inputs'
    case 'diced':
      return mode === 'physical' ? 'result' : 'inputs'
    case 'revealed':
      return mode === 'beacon' ? 'beacon' : 'result'
    case 'beacon':
    case 'drawn':
      return 'result'
    default:
      return unreachable(stage)
  }
}

/** A round follows from the seal alone; before it, and without a beacon, a draw begins. */
export const runsTo = (draw: Pick<LiveDraw, 'mode' | 'stage'>): 'beacon' | 'draw' =>
  draw.mode === 'beacon' && awaitedOf(draw) !== 'draw' ? 'beacon' : 'draw'

type OnBoard = Pick<DrawBoard['draws'][number], 'stage' | 'drawAt' | 'roundAt'>

/** Still to come, and when; one that was put off or annulled is drawn again. */
export const isAhead = ({ stage, drawAt, roundAt }: OnBoard): boolean =>
  stage !== 'drawn' && (roundAt ?? drawAt) !== null
