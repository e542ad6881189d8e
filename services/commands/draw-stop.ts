// A draw put off, or annulled. Both need two people; late, or after a result, the representative
// too, by key where one is on record and on paper where there is none.
import { annulMessage, postponeMessage } from '#events/draw/representative.ts'
import { checkpointBody } from '#events/ledger/checkpoint.ts'
import type { DrawCommand } from '#events/raffle/draw.ts'
import { inputsDeadline } from '#events/raffle/draw-times.ts'
import type { AnnulReason, PostponeReason } from '#events/raffle/reasons.ts'

import { latestWitnessed } from '../ledger/checkpoints.ts'
import { countersigned } from './countersigned.ts'
import type { Countersigned } from './countersigned.ts'
import { command, cosignedAt, requireShown, sealTree, showWitnesses } from './draw-acts.ts'
import type { Acting, Shown } from './draw-acts.ts'
import { agreedTo, requireTwo, whileAgreed, type Agreement } from './draw-agreements.ts'
import { readDraw, requireCurrent, type DrawNow } from './draw-facts.ts'
import type { DrawNeeds } from './draw-needs.ts'
import { clearSignOffs } from './draw-rows.ts'

/** `note`: in words, beside the log and never in it. */
type Stopping<Reason> = { cause: Reason; note?: string | null } & Countersigned &
  Pick<Shown, 'drawId'>

export async function postponeDraw(
  needs: DrawNeeds,
  acting: Acting,
  { cause, note = null, drawId: shown, ...given }: Stopping<PostponeReason>,
): Promise<void> {
  const now = await readDraw(needs, acting.raffleId)
  await requireShown(needs, now, { drawId: shown })
  if (now.draws.at(-1)?.stop?.kind === 'postponed') return showWitnesses(needs, acting.raffleId)
  const { drawId, seed } = requireCurrent(now)
  const { lastCheckpoint, countersignature } = await forPostponing(needs, now, { cause, given })
  const agreement = toStop(now, { act: 'postpone', cause, countersignature })
  await requireTwo(needs, acting, agreement)
  const postponement: DrawCommand = {
    type: 'PostponeDraw',
    now: needs.now().toISOString(),
    drawId,
    cause,
    countersignature,
    inputsCosignedAt: await cosignedAt(needs, now, seed),
    lastCheckpoint,
  }
  await whileAgreed(needs, agreement, () => command(needs, { ...acting, note }, postponement))
  await clearSignOffs(needs.database, agreement)
  await showWitnesses(needs, acting.raffleId)
}

type Signing<Reason> = { cause: Reason; given: Countersigned }

/** Checked when the first of two agrees, and when it is done. */
async function forPostponing(
  needs: DrawNeeds,
  now: DrawNow,
  { cause, given }: Signing<PostponeReason>,
): Promise<{ lastCheckpoint: string; countersignature: Countersigned }> {
  const current = requireCurrent(now)
  const { drawId } = current
  const { body: sealBody } = await sealTree(needs, now, current)
  const isLate = current.seal.mode === 'beacon' && needs.now().toISOString() >= current.seal.roundAt
  const lastCheckpoint = await lastWitnessedBody(needs, now)
  const message = postponeMessage({
    drawId,
    sealBody,
    cause,
    lastCheckpoint: isLate ? lastCheckpoint : null,
  })
  const countersignature = await countersigned(needs, { drawId, message, given })
  return { lastCheckpoint, countersignature }
}

async function forAnnulling(
  needs: DrawNeeds,
  now: DrawNow,
  { cause, given }: Signing<AnnulReason>,
): Promise<Countersigned> {
  const current = requireCurrent(now)
  const { drawId } = current
  const { body: sealBody } = await sealTree(needs, now, current)
  const message = annulMessage({ drawId, sealBody, cause })
  return countersigned(needs, { drawId, message, given })
}

type Stop = Pick<StopForm, 'act' | 'cause'> & { countersignature: Countersigned }

const toStop = (
  { drawId }: Pick<DrawNow, 'drawId'>,
  { act, cause, countersignature }: Stop,
): Agreement => ({ drawId, act, to: agreedTo({ cause, ...countersignature }) })

export type StopForm =
  | ({ act: 'postpone' } & Stopping<PostponeReason>)
  | ({ act: 'annul' } & Stopping<AnnulReason>)

/** For the first of two; the representative's word is checked as it will be when it is done. */
export async function agreementToStop(
  needs: DrawNeeds,
  now: DrawNow,
  { signature, paperSha256, ...form }: StopForm,
): Promise<Agreement> {
  await requireShown(needs, now, { drawId: form.drawId })
  const given = { signature, paperSha256 }
  if (form.act === 'annul') {
    const countersignature = await forAnnulling(needs, now, { cause: form.cause, given })
    return toStop(now, { ...form, countersignature })
  }
  const { countersignature } = await forPostponing(needs, now, { cause: form.cause, given })
  return toStop(now, { ...form, countersignature })
}

/**
 * Of the last tree that witnesses had seen when dice and seed had to be in place: whatever they
 * have seen since proves nothing. Three lines; empty where they had signed none of this log.
 */
export async function lastWitnessedBody(
  { database }: DrawNeeds,
  { logId, published, current }: DrawNow,
): Promise<string> {
  const { quorum } = published.policy
  const until = current === null ? null : inputsDeadline(current.seal)
  const checkpoint = await latestWitnessed(database, logId, { index: 0, quorum, until })
  if (checkpoint === null) return ''
  return checkpointBody({ ...checkpoint, origin: published.origin })
}

export async function annulDraw(
  needs: DrawNeeds,
  acting: Acting,
  { cause, note = null, drawId: shown, ...given }: Stopping<AnnulReason>,
): Promise<void> {
  const now = await readDraw(needs, acting.raffleId)
  await requireShown(needs, now, { drawId: shown })
  if (now.draws.at(-1)?.stop?.kind === 'annulled') return showWitnesses(needs, acting.raffleId)
  const { drawId } = requireCurrent(now)
  const countersignature = await forAnnulling(needs, now, { cause, given })
  const agreement = toStop(now, { act: 'annul', cause, countersignature })
  await requireTwo(needs, acting, agreement)
  const at = needs.now().toISOString()
  const annulment: DrawCommand = { type: 'AnnulDraw', now: at, drawId, cause, countersignature }
  await whileAgreed(needs, agreement, () => command(needs, { ...acting, note }, annulment))
  await clearSignOffs(needs.database, agreement)
  await showWitnesses(needs, acting.raffleId)
}
