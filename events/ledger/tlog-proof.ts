// A proof in one file (C2SP `tlog-proof`): that an entry is in a log, under a checkpoint that the
// log has signed and witnesses have cosigned. Whoever has the entry and the keys checks it offline.
//   c2sp.org/tlog-proof@v1
//   extra <base64>              left out where there is none; carried along, never authenticated
//   index <leaf index>
//   <base64 hash>               the inclusion proof, from the leaf's sibling to the root's child
//   (empty line)
//   <the checkpoint, a signed note, as the log gave it>
import { assert } from '../kernel/assert.ts'
import { base64Of, bytesOfBase64 } from '../kernel/bytes.ts'
import type { Sha256, VerifyEd25519 } from '../kernel/hash.ts'

import { checkInclusion } from './merkle.ts'
import type { Hash } from './merkle.ts'
import { parseNote } from './note.ts'
import { openCheckpoint } from './policy.ts'
import type { Policy, WitnessedCheckpoint } from './policy.ts'

export type TlogProof = {
  readonly extra: Uint8Array | null
  readonly index: number
  readonly proof: readonly Hash[]
  /** The signed note, verbatim. */
  readonly checkpoint: string
}

const firstLine = 'c2sp.org/tlog-proof@v1'
const proofLinesMax = 63
const proofCharactersMax = 200_000

export function formatTlogProof({ extra, index, proof, checkpoint }: TlogProof): string {
  assert(Number.isSafeInteger(index) && index >= 0, 'a leaf index is a whole number from 0')
  assert(proof.length <= proofLinesMax, 'a proof has at most 63 hashes')
  assert(parseNote(checkpoint) !== null, 'a proof ends with a signed checkpoint')
  const lines = [
    firstLine,
    ...(extra === null ? [] : [`extra ${base64Of(extra)}`]),
    `index ${index}`,
    ...proof.map(base64Of),
  ]
  return `${lines.join('\n')}\n\n${checkpoint}`
}

/** Null for anything that `formatTlogProof` would not have written. Nothing is verified here. */
export function parseTlogProof(text: string): TlogProof | null {
  if (text.length > proofCharactersMax) return null
  const split = text.indexOf('\n\n')
  if (split < 0) return null
  const [first, ...lines] = text.slice(0, split).split('\n')
  const checkpoint = text.slice(split + 2)
  if (first !== firstLine || parseNote(checkpoint) === null) return null

  let extra: Uint8Array | null = null
  if (lines[0]?.startsWith('extra ')) {
    extra = bytesOfBase64(lines.shift()!.slice('extra '.length))
    if (extra === null) return null
  }
  const index = /^index (0|[1-9]\d{0,15})$/.exec(lines.shift() ?? '')?.[1]
  if (index === undefined || !Number.isSafeInteger(Number(index))) return null
  const proof = lines.map(bytesOfBase64)
  if (proof.length > proofLinesMax || !proof.every((hash) => hash?.length === 32)) return null
  return { extra, index: Number(index), proof: proof as Hash[], checkpoint } // each has 32 bytes
}

export type ProofFault =
  | 'not a proof'
  | 'checkpoint not signed by the log'
  | 'not cosigned by the quorum'
  | 'entry not in the tree'

/** `leaf`: the hash of the entry, which the checker has computed from the entry itself. */
export function checkTlogProof(
  { text, leaf, policy }: { text: string; leaf: Hash; policy: Policy },
  tools: { sha256: Sha256; verify: VerifyEd25519 },
): { fault: ProofFault } | { fault: null; proof: TlogProof; witnessed: WitnessedCheckpoint } {
  const proof = parseTlogProof(text)
  if (proof === null) return { fault: 'not a proof' }
  const witnessed = openCheckpoint(proof.checkpoint, policy, tools)
  if (witnessed === null) return { fault: 'checkpoint not signed by the log' }
  if (witnessed.quorumTime === null) return { fault: 'not cosigned by the quorum' }
  const { size, root } = witnessed.checkpoint
  const claim = { index: proof.index, size, leaf, proof: proof.proof, root }
  if (!checkInclusion(claim, tools.sha256)) return { fault: 'entry not in the tree' }
  return { fault: null, proof, witnessed }
}
