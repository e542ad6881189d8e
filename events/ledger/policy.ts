// Whom to believe about a log (`policy` of RafflePublished): the log's own key, the witnesses, and
// how many of them must have cosigned a checkpoint before it counts.
import { hexOf } from '../kernel/bytes.ts'
import type { Sha256, VerifyEd25519 } from '../kernel/hash.ts'

import { parseCheckpointBody } from './checkpoint.ts'
import type { Checkpoint } from './checkpoint.ts'
import { cosignaturesOf } from './cosignature.ts'
import type { Cosignature } from './cosignature.ts'
import { cosignatureType, ed25519Type, isSignedBy, parseNote, parseVerifierKey } from './note.ts'
import type { NoteKey } from './note.ts'

/** As it stands in the leaf: verifier keys as text. */
export type PolicyText = {
  readonly log: string
  readonly witnesses: readonly string[]
  readonly quorum: number
}

export type Policy = {
  readonly log: NoteKey
  readonly witnesses: readonly NoteKey[]
  readonly quorum: number
}

/**
 * Null where a key is no verifier key or has the wrong type, where one public key stands for two
 * witnesses, or where the quorum is more than there are.
 */
export function parsePolicy({ log, witnesses, quorum }: PolicyText, sha256: Sha256): Policy | null {
  const logKey = parseVerifierKey(log, sha256)
  const keys = witnesses.map((text) => parseVerifierKey(text, sha256))
  if (logKey?.type !== ed25519Type) return null
  const known = keys.filter((key) => key?.type === cosignatureType) as NoteKey[] // none is null
  if (known.length !== witnesses.length) return null
  const distinct = new Set(known.map(({ publicKey }) => hexOf(publicKey)))
  if (distinct.size !== known.length) return null
  if (!Number.isSafeInteger(quorum) || quorum < 0 || quorum > known.length) return null
  return { log: logKey, witnesses: known, quorum }
}

export type WitnessedCheckpoint = {
  readonly checkpoint: Checkpoint
  readonly cosignatures: readonly Cosignature[]
  /** Unix seconds at which the quorum was complete; null: it is not. 0 where none is asked for. */
  readonly quorumTime: number | null
}

/** Reads a checkpoint under a policy. Null: not signed by the log, malformed, or a false line. */
export function openCheckpoint(
  text: string,
  policy: Policy,
  tools: { sha256: Sha256; verify: VerifyEd25519 },
): WitnessedCheckpoint | null {
  const note = parseNote(text)
  const checkpoint = note === null ? null : parseCheckpointBody(note.body)
  if (note === null || checkpoint === null) return null
  if (checkpoint.origin !== policy.log.name || !isSignedBy(note, policy.log, tools)) return null
  const cosignatures = cosignaturesOf(note, policy.witnesses, tools)
  if (cosignatures === null) return null
  return { checkpoint, cosignatures, quorumTime: quorumTime(cosignatures, policy.quorum) }
}

/** When the last of the `quorum` earliest witnesses had cosigned. */
export function quorumTime(
  cosignatures: readonly { readonly time: number }[],
  quorum: number,
): number | null {
  if (quorum === 0) return 0
  const times = cosignatures.map(({ time }) => time).toSorted((a, b) => a - b)
  return times[quorum - 1] ?? null
}
