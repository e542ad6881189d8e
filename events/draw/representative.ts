// What the representative's Ed25519 key signs, where there is one. LP(x) = u32be(length) || x.
//   entropy    LP("raffle-draw/v1/entropy")  || LP(drawId) || LP(seal body) || LP(entropy)
//   postpone   LP("raffle-draw/v1/postpone") || LP(drawId) || LP(seal body) || LP(cause)
//                                            || LP(last cosigned checkpoint body, or nothing)
//   annul      LP("raffle-draw/v1/annul")    || LP(drawId) || LP(seal body) || LP(cause)
//   cancel     LP("raffle-draw/v1/cancel")   || LP(raffleId) || LP(cause)
// The seal body is the three-line body of the checkpoint whose last leaf is the seal.
import { concat, u32be, utf8 } from '../kernel/bytes.ts'

type Seal = { readonly drawId: string; readonly sealBody: string }

export function entropyMessage({ drawId, sealBody, entropy }: Seal & { entropy: string }) {
  return prefixed('raffle-draw/v1/entropy', drawId, sealBody, entropy)
}

export function postponeMessage({
  drawId,
  sealBody,
  cause,
  lastCheckpoint,
}: Seal & { cause: string; lastCheckpoint: string | null }) {
  return prefixed('raffle-draw/v1/postpone', drawId, sealBody, cause, lastCheckpoint ?? '')
}

export function annulMessage({ drawId, sealBody, cause }: Seal & { cause: string }) {
  return prefixed('raffle-draw/v1/annul', drawId, sealBody, cause)
}

/** Of an under-sold raffle, against its published rule: before a seal there is no draw to name. */
export function cancelMessage({ raffleId, cause }: { raffleId: string; cause: string }) {
  return prefixed('raffle-draw/v1/cancel', raffleId, cause)
}

function prefixed(...texts: readonly string[]): Uint8Array {
  return concat(...texts.map(utf8).flatMap((bytes) => [u32be(bytes.length), bytes]))
}
