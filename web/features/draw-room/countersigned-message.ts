// What the representative's key signs under a postponement or an annulment, made from what stands
// on this screen. Pure.
import { annulMessage, postponeMessage } from '#events/draw/representative.ts'
import { hexOf } from '#events/kernel/bytes.ts'
import type { DrawRoom } from '#services/contract/admin-draws.ts'

type Stop = { isAnnul: boolean; cause: string }

/** Hex; empty before the seal. */
export function countersignedMessage(
  { seal, lastWitnessed: lastCheckpoint }: Pick<DrawRoom, 'seal' | 'lastWitnessed'>,
  { isAnnul, cause }: Stop,
): string {
  if (seal === null) return ''
  const { drawId, body: sealBody } = seal
  return hexOf(
    isAnnul
      ? annulMessage({ drawId, sealBody, cause })
      : postponeMessage({ drawId, sealBody, cause, lastCheckpoint }),
  )
}
