// What the draws of its raffles mean for an order that is to be cancelled. From the seal on no
// ticket becomes void (invariant I20), so the order that its tickets came with stays as well, until
// the draw is over. After it tickets stay valid and only the money goes back (docs/raffle-rules.md,
// rule 4), but not of the order that holds the prize: who wins and gives back the goods loses the
// prize first.
import type { RaffleId } from '../kernel/ids.ts'
import { Rejection } from '../kernel/rejection.ts'
import { isSealed, type RaffleDraw } from '../raffle/draw-state.ts'

import type { Grant } from './events.ts'

/** The first that is true of any of its tickets counts; `drawn`: they are never void any more. */
export const drawStandings = ['order_in_draw', 'order_holds_prize', 'drawn'] as const
export type DrawStanding = (typeof drawStandings)[number]

/** `drawOf`: the newest draw of a raffle. Null: no ticket of the order stands in a register. */
export function drawStandingOf(
  grants: readonly Grant[],
  drawOf: (raffleId: RaffleId) => RaffleDraw | null,
): DrawStanding | null {
  const standings = new Set(grants.map((grant) => standingOf(grant, drawOf(grant.raffleId))))
  return drawStandings.find((standing) => standings.has(standing)) ?? null
}

function standingOf({ first, last }: Grant, draw: RaffleDraw | null): DrawStanding | null {
  if (draw === null || !isSealed(draw)) return null
  if (draw.stage !== 'drawn') return 'order_in_draw'
  const { holder } = draw
  const isHolder =
    holder !== null &&
    holder.state !== 'forfeited' &&
    holder.number >= first &&
    holder.number <= last
  return isHolder ? 'order_holds_prize' : 'drawn'
}

export function requireOutOfDraw(standing: DrawStanding | null): void {
  if (standing === 'order_in_draw')
    throw new Rejection(
      standing,
      'The register with the tickets of this order is sealed. ' +
        'It can be cancelled when the draw is over.',
    )
  if (standing === 'order_holds_prize')
    throw new Rejection(
      standing,
      'A ticket of this order holds the prize. It can be cancelled when the prize is forfeited.',
    )
}
