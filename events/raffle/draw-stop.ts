// A draw put off before its outcome can be known, or annulled because its register was wrong; and
// until when a raffle may still be cancelled.
import { Rejection } from '../kernel/rejection.ts'

import { isSealed, type DrawEvent, type RaffleDraw } from './draw-state.ts'
import { inputsDeadline } from './draw-times.ts'
import type { PublishedRaffle } from './evolve.ts'
import type { AnnulReason, PostponeReason } from './reasons.ts'

/** The representative's word: verified by the caller; one of the two, where it is needed. */
export type Countersignature = {
  readonly signature: string | null
  readonly paperSha256: string | null
}

export type PostponeDraw = {
  readonly now: string
  readonly drawId: string
  readonly cause: PostponeReason
  readonly countersignature: Countersignature
  readonly inputsCosignedAt: string | null
  /** Body of the last checkpoint that a quorum has cosigned. */
  readonly lastCheckpoint: string
}

export type AnnulDraw = {
  readonly now: string
  readonly drawId: string
  readonly cause: AnnulReason
  readonly countersignature: Countersignature
}

export function isBinding(draw: RaffleDraw, inputsCosignedAt: string | null): boolean {
  const deadline = inputsDeadline(draw)
  return inputsCosignedAt !== null && (deadline === null || inputsCosignedAt <= deadline)
}

export function postponeDraw(draw: RaffleDraw, command: PostponeDraw): DrawEvent[] {
  const { drawId, cause, countersignature } = command
  if (draw.stage === 'postponed') return []
  const lateness = latenessOf(draw, command)
  if (lateness === 'binding')
    throw new Rejection('draw_is_binding', 'The round binds this draw, however late it arrives')
  if (lateness === 'early')
    return [{ type: 'DrawPostponed', data: { drawId, cause, ...given(countersignature) } }]
  requireCountersigned(countersignature)
  const { lastCheckpoint } = command
  const data = { drawId, cause, ...given(countersignature), lastCheckpoint }
  return [{ type: 'DrawPostponed', data }]
}

/**
 * `early`: the outcome cannot be known yet. `late`: it could be, but nothing that binds it was
 * cosigned in time. Without a beacon the dice already tell the operator the result.
 */
function latenessOf(
  draw: RaffleDraw,
  { now, inputsCosignedAt }: Pick<PostponeDraw, 'now' | 'inputsCosignedAt'>,
): 'early' | 'late' | 'binding' {
  if (draw.stage === 'sealed' && draw.mode !== 'beacon') return 'early'
  const isOpen = draw.stage === 'sealed' || draw.stage === 'diced' || draw.stage === 'revealed'
  if (!isOpen || draw.mode !== 'beacon') return 'binding'
  const deadline = inputsDeadline(draw)
  if (deadline !== null && now < deadline) return 'early'
  if (isBinding(draw, inputsCosignedAt)) return 'binding'
  return now < draw.roundAt ? 'early' : 'late'
}

export function annulDraw(
  draw: RaffleDraw,
  { drawId, cause, countersignature }: AnnulDraw,
): DrawEvent[] {
  if (draw.stage === 'annulled') return []
  if (draw.stage === 'postponed')
    throw new Rejection('not_sealed', 'A draw that was put off has nothing to annul')
  if (draw.holder?.state === 'delivered')
    throw new Rejection('prize_delivered', 'The prize was handed over')
  requireCountersigned(countersignature)
  return [{ type: 'DrawAnnulled', data: { drawId, cause, ...given(countersignature) } }]
}

export function requireCountersigned({ signature, paperSha256 }: Countersignature): void {
  if (signature === null && paperSha256 === null)
    throw new Rejection('countersignature_required', 'The representative must countersign this')
}

/** As a fact has it: what was not given is not there. */
export const given = ({ signature, paperSha256 }: Countersignature) => ({
  ...(signature !== null && { signature }),
  ...(paperSha256 !== null && { paperSha256 }),
})

/** May the raffle still be cancelled? Not once somebody could know who wins. */
export function requireCancellable({ draw }: PublishedRaffle, now: string): void {
  if (draw === null || !isSealed(draw) || draw.stage === 'postponed') return
  const isOpen = draw.stage === 'sealed' || draw.stage === 'diced' || draw.stage === 'revealed'
  const deadline = inputsDeadline(draw)
  const isEarly = deadline === null ? draw.stage === 'sealed' : isOpen && now < deadline
  if (!isEarly) throw new Rejection('draw_is_binding', 'The draw can no longer be stopped')
}
