// What needs nobody: a draw whose witnesses or inputs came too late is put off in time, and a draw
// that is bound gets its beacon and its result as soon as the round is there, whether or not the
// room still has power. Safe to run in several processes and at any moment.
import type { RaffleId } from '#events/kernel/ids.ts'
import { Rejection } from '#events/kernel/rejection.ts'
import { isBinding } from '#events/raffle/draw-stop.ts'
import { inputsDeadline, quorumDeadline } from '#events/raffle/draw-times.ts'
import type { PostponeReason } from '#events/raffle/reasons.ts'

import { cosignedAt, type Doer } from './draw-acts.ts'
import { readDraw, type DrawFacts, type DrawNow } from './draw-facts.ts'
import type { DrawNeeds } from './draw-needs.ts'
import { completeDraw, publishDraw, recordBeacon } from './draw-result.ts'
import { readSession } from './draw-rows.ts'
import { nobody } from './draw-session.ts'
import { postponeDraw } from './draw-stop.ts'

const keeper: Doer = { kind: 'system', name: 'draw-keeper' }

/** A relay that is silent now is asked again by the next run; anything else is a failure. */
const waits = new Set(['beacon_unavailable', 'round_not_yet', 'inputs_not_cosigned', 'not_sealed'])

export async function keepDraw(needs: DrawNeeds, raffleId: RaffleId): Promise<void> {
  try {
    await goOn(needs, await readDraw(needs, raffleId))
  } catch (error) {
    if (!(error instanceof Rejection) || !waits.has(error.code)) throw error
  }
}

async function goOn(needs: DrawNeeds, now: DrawNow): Promise<void> {
  const { current, raffleId } = now
  if (current === null || now.raffle.status === 'cancelled') return
  const acting = { raffleId, doer: keeper }
  if (current.seal.mode === 'beacon' && current.beacon === null) {
    const cause = await lateness(needs, now, current)
    if (cause !== null) return postponeDraw(needs, acting, { cause, ...nobodySigned })
    if (current.seed === null || needs.now().toISOString() < current.seal.roundAt) return
    await recordBeacon(needs, acting, null)
  }
  const isReady = current.seal.mode === 'beacon' || current.seed !== null
  if (!isReady) return
  if (current.result === null) await completeDraw(needs, acting)
  await publishOwn(needs, now)
}

const nobodySigned = { signature: null, paperSha256: null }

/** Null: in time, or so late that a person has to act. */
async function lateness(
  needs: DrawNeeds,
  now: DrawNow,
  { seal, seed }: DrawFacts,
): Promise<PostponeReason | null> {
  const at = needs.now().toISOString()
  const { draw } = now.raffle
  if (draw === null || at >= seal.roundAt) return null
  const quorumBy = quorumDeadline(seal)
  if (quorumBy !== null && at > quorumBy) {
    const sealedBy = await cosignedAt(needs, now, seal)
    if (sealedBy === null || sealedBy > quorumBy) return 'quorum_late'
  }
  const inputsBy = inputsDeadline(seal)
  if (inputsBy === null || at <= inputsBy) return null
  return isBinding(draw, await cosignedAt(needs, now, seed)) ? null : 'inputs_late'
}

/** A ceremony that nobody runs, as in the demo, also announces itself. */
async function publishOwn(needs: DrawNeeds, { raffleId, drawId }: DrawNow): Promise<void> {
  const session = await readSession(needs.database, drawId)
  if (session?.recordedBy === nobody) await publishDraw(needs, { raffleId, doer: keeper })
}
