// A draw put off, or annulled. Both need two people; late, or after a result, the representative
// too, by key where one is on record and on paper where there is none.
import { annulMessage, postponeMessage } from '#events/draw/representative.ts'
import { checkpointBody } from '#events/ledger/checkpoint.ts'
import type { AnnulReason, PostponeReason } from '#events/raffle/reasons.ts'

import { latestWitnessed } from '../ledger/checkpoints.ts'
import { countersigned } from './countersigned.ts'
import type { Countersigned } from './countersigned.ts'
import {
  command,
  cosignedAt,
  requireTwo,
  sealTree,
  showWitnesses,
  type Acting,
} from './draw-acts.ts'
import { readDraw, requireCurrent, type DrawNow } from './draw-facts.ts'
import type { DrawNeeds } from './draw-needs.ts'
import { clearSignOffs } from './draw-rows.ts'

export async function postponeDraw(
  needs: DrawNeeds,
  acting: Acting,
  { cause, ...given }: { cause: PostponeReason } & Countersigned,
): Promise<void> {
  const now = await readDraw(needs, acting.raffleId)
  if (now.draws.at(-1)?.stop?.kind === 'postponed') return showWitnesses(needs, acting.raffleId)
  const current = requireCurrent(now)
  const { drawId } = current
  const seal = await sealTree(needs, now, current)
  const lastCheckpoint = await lastWitnessedBody(needs, now)
  const isLate = current.seal.mode === 'beacon' && needs.now().toISOString() >= current.seal.roundAt
  const message = postponeMessage({
    drawId,
    sealBody: seal.body,
    cause,
    lastCheckpoint: isLate ? lastCheckpoint : null,
  })
  const countersignature = await countersigned(needs, { drawId, message, given })
  await requireTwo(needs, acting, { drawId, act: 'postpone' })
  await command(needs, acting, {
    type: 'PostponeDraw',
    now: needs.now().toISOString(),
    drawId,
    cause,
    countersignature,
    inputsCosignedAt: await cosignedAt(needs, now, current.seed),
    lastCheckpoint,
  })
  await clearSignOffs(needs.database, drawId, 'postpone')
  await showWitnesses(needs, acting.raffleId)
}

/** Three lines; empty where the witnesses have never signed anything of this log. */
export async function lastWitnessedBody(
  { database }: DrawNeeds,
  { logId, published }: DrawNow,
): Promise<string> {
  const { quorum } = published.policy
  const checkpoint = await latestWitnessed(database, logId, { index: 0, quorum })
  if (checkpoint === null) return ''
  return checkpointBody({ ...checkpoint, origin: published.origin })
}

export async function annulDraw(
  needs: DrawNeeds,
  acting: Acting,
  { cause, ...given }: { cause: AnnulReason } & Countersigned,
): Promise<void> {
  const now = await readDraw(needs, acting.raffleId)
  if (now.draws.at(-1)?.stop?.kind === 'annulled') return showWitnesses(needs, acting.raffleId)
  const current = requireCurrent(now)
  const { drawId } = current
  const seal = await sealTree(needs, now, current)
  const message = annulMessage({ drawId, sealBody: seal.body, cause })
  const countersignature = await countersigned(needs, { drawId, message, given })
  await requireTwo(needs, acting, { drawId, act: 'annul' })
  const at = needs.now().toISOString()
  await command(needs, acting, { type: 'AnnulDraw', now: at, drawId, cause, countersignature })
  await clearSignOffs(needs.database, drawId, 'annul')
  await showWitnesses(needs, acting.raffleId)
}
