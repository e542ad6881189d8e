// What the facts of a draw mean. One draw at a time: a postponed or annulled one is followed by the
// next (`D2`), and what was before stays readable in the log.
import { assert, unreachable } from '../kernel/assert.ts'

import type { drawEvents, EntropyMode } from './draw-events.ts'
import type { RaffleEvent } from './events.ts'

export type DrawEvent = Extract<RaffleEvent, { type: keyof typeof drawEvents }>

/** `diced`: the entropy is recorded; `beacon`: the round is recorded, the result not yet. */
export type DrawStage =
  | 'sealed'
  | 'diced'
  | 'revealed'
  | 'beacon'
  | 'drawn'
  | 'postponed'
  | 'annulled'

export type PrizeHolder = {
  readonly number: number
  /** In the permutation; 0 drew the prize itself. */
  readonly place: number
  readonly state: 'winner' | 'forfeited' | 'delivered'
}

export type RaffleDraw = {
  readonly drawId: string
  /** The n of `<raffleId>/Dn`. */
  readonly ordinal: number
  readonly stage: DrawStage
  readonly mode: EntropyMode
  readonly round: number
  readonly drawAt: string
  readonly roundAt: string
  readonly validCount: number
  /** As it was sealed: the dice, or the numbers of a drum. */
  readonly entropy: string | null
  /** The prize first, then the reserves; empty until they are drawn. */
  readonly numbers: readonly number[]
  readonly holder: PrizeHolder | null
}

export function isDrawEvent(event: RaffleEvent): event is DrawEvent {
  return drawEventTypes.has(event.type)
}

const drawEventTypes: ReadonlySet<string> = new Set<DrawEvent['type']>([
  'RegisterSealed',
  'EntropySealed',
  'OperatorRevealed',
  'BeaconRecorded',
  'DrawCompleted',
  'PrizeForfeited',
  'PrizePromoted',
  'PrizeDelivered',
  'DrawPostponed',
  'DrawAnnulled',
  'SigningKeyRotated',
])

/** Never refuses: the event is already a fact. */
export function evolveDraw(draw: RaffleDraw | null, { type, data }: DrawEvent): RaffleDraw | null {
  if (type === 'SigningKeyRotated') return draw
  if (type === 'RegisterSealed') return sealed(draw, data)
  assert(draw !== null, `${type} before RegisterSealed`)

  switch (type) {
    case 'EntropySealed':
      return { ...draw, stage: 'diced', entropy: data.entropy }
    case 'OperatorRevealed':
      return { ...draw, stage: 'revealed' }
    case 'BeaconRecorded':
      return { ...draw, stage: 'beacon' }
    case 'DrawCompleted':
      return { ...draw, stage: 'drawn', numbers: data.numbers, holder: firstHolder(data.numbers) }
    case 'PrizeForfeited':
      return { ...draw, holder: { number: data.number, place: data.place, state: 'forfeited' } }
    case 'PrizePromoted':
      return { ...draw, holder: { number: data.number, place: data.place, state: 'winner' } }
    case 'PrizeDelivered':
      return { ...draw, holder: { number: data.number, place: data.place, state: 'delivered' } }
    case 'DrawPostponed':
      return { ...draw, stage: 'postponed' }
    case 'DrawAnnulled':
      return { ...draw, stage: 'annulled' }
    default:
      return unreachable(type)
  }
}

function sealed(
  before: RaffleDraw | null,
  data: Extract<DrawEvent, { type: 'RegisterSealed' }>['data'],
): RaffleDraw {
  const { drawId, mode, round, drawAt, roundAt, validCount } = data
  return {
    drawId,
    ordinal: (before?.ordinal ?? 0) + 1,
    stage: 'sealed',
    mode,
    round,
    drawAt,
    roundAt,
    validCount,
    entropy: null,
    numbers: [],
    holder: null,
  }
}

/** A raffle whose tickets are all void has a draw without a winner. */
function firstHolder([number]: readonly number[]): PrizeHolder | null {
  return number === undefined ? null : { number, place: 0, state: 'winner' }
}

/** Does a seal stand? Then no ticket may be issued or voided. */
export function isSealed(draw: RaffleDraw | null): boolean {
  return draw !== null && draw.stage !== 'annulled'
}
