// What a log sends to a witness (C2SP `tlog-witness`, the body of `add-checkpoint`; our offline
// witness reads the same text from a file):
//   old <size the witness cosigned last, 0 for none>
//   <base64 hash>              the consistency proof from there, at most 63 lines
//   (empty line)
//   <the checkpoint, a signed note>
import { assert } from '../kernel/assert.ts'
import { base64Of, bytesOfBase64 } from '../kernel/bytes.ts'

import type { Hash } from './merkle.ts'

export type WitnessRequest = {
  readonly oldSize: number
  readonly proof: readonly Hash[]
  /** The signed note, verbatim. */
  readonly checkpoint: string
}

const proofLinesMax = 63
/** A note of our size and 63 hashes are far below. */
export const witnessRequestBytesMax = 128 * 1024

export function formatWitnessRequest({ oldSize, proof, checkpoint }: WitnessRequest): string {
  assert(Number.isSafeInteger(oldSize) && oldSize >= 0, 'a size is a whole number from 0')
  assert(proof.length <= proofLinesMax, 'a consistency proof has at most 63 hashes')
  return `${[`old ${oldSize}`, ...proof.map(base64Of)].join('\n')}\n\n${checkpoint}`
}

/** Null for anything that is not such a text. The checkpoint is not read here. */
export function parseWitnessRequest(text: string): WitnessRequest | null {
  const split = text.indexOf('\n\n')
  if (split < 0 || text.length > witnessRequestBytesMax) return null
  const [first = '', ...lines] = text.slice(0, split).split('\n')
  const digits = /^old (0|[1-9]\d{0,15})$/.exec(first)?.[1]
  const proof = lines.map(bytesOfBase64)
  if (digits === undefined || !Number.isSafeInteger(Number(digits))) return null
  if (proof.length > proofLinesMax || !proof.every((hash) => hash?.length === 32)) return null
  const checkpoint = text.slice(split + 2)
  return { oldSize: Number(digits), proof: proof as Hash[], checkpoint } // each has 32 bytes
}
