// The representative's word under an act that is not the shop's alone: by key where one is on
// record for the draw, and on paper where there is none.
import { Rejection } from '#events/kernel/rejection.ts'

import { representativeOf, requireSignature } from './draw-acts.ts'
import type { DrawNeeds } from './draw-needs.ts'

export type Countersigned = { signature: string | null; paperSha256: string | null }

type Given = { drawId: string; message: Uint8Array; given: Countersigned }

/** Paper does not stand in for a key that is on record. */
export async function countersigned(
  { database }: Pick<DrawNeeds, 'database'>,
  { drawId, message, given }: Given,
): Promise<Countersigned> {
  const representative = await representativeOf(database, drawId)
  requireSignature(representative, message, given.signature)
  if (representative.key !== null && given.signature === null && given.paperSha256 !== null)
    throw new Rejection('countersignature_required', 'The representative signs with their key')
  return { signature: given.signature, paperSha256: given.paperSha256 }
}
