// Cosignatures of witnesses (C2SP `tlog-cosignature`, Ed25519): a witness says that, at a time,
// this was the largest tree it had seen of a log, and that it grew from all it had seen before.
//   message   = "cosignature/v1\n" || "time <unix seconds>\n" || the checkpoint's body
//   signature = u64be(time) || ed25519(message), in a note signature line of type 0x04
import { assert } from '../kernel/assert.ts'
import { concat, isSameBytes, readU64be, u64be, utf8 } from '../kernel/bytes.ts'
import type { Sha256, VerifyEd25519 } from '../kernel/hash.ts'

import { cosignatureType, keyIdOf } from './note.ts'
import type { Note, NoteKey, NoteSignature } from './note.ts'

/** What the witness's Ed25519 key signs. `time` is in whole seconds since 1970. */
export function cosignatureMessage({ body, time }: { body: string; time: number }): Uint8Array {
  assert(Number.isSafeInteger(time) && time > 0, 'a cosignature has its time in whole seconds')
  assert(body.endsWith('\n'), 'a checkpoint body ends with a newline')
  return utf8(`cosignature/v1\ntime ${time}\n${body}`)
}

/** `signature`: 64 bytes over `cosignatureMessage`. */
export function cosignatureLine(
  { key, time, signature }: { key: NoteKey; time: number; signature: Uint8Array },
  sha256: Sha256,
): NoteSignature {
  assert(key.type === cosignatureType, 'a witness signs with a key of type 4')
  assert(signature.length === 64, 'an Ed25519 signature has 64 bytes')
  return {
    name: key.name,
    keyId: keyIdOf(key, sha256),
    signature: concat(u64be(time), signature),
  }
}

export type Cosignature = {
  readonly key: NoteKey
  /** Unix seconds, by the witness's clock. */
  readonly time: number
  readonly line: NoteSignature
}

/**
 * The cosignatures of these witnesses on a checkpoint, one for each key. Lines of strangers are
 * passed over. Null: a line that names one of these keys does not verify, so the note is to be
 * refused as a whole (C2SP `signed-note`).
 */
export function cosignaturesOf(
  note: Note,
  witnesses: readonly NoteKey[],
  { sha256, verify }: { sha256: Sha256; verify: VerifyEd25519 },
): Cosignature[] | null {
  const found: Cosignature[] = []
  for (const key of witnesses) {
    if (key.type !== cosignatureType) continue
    const keyId = keyIdOf(key, sha256)
    const lines = note.signatures.filter(
      ({ name, keyId: other }) => name === key.name && isSameBytes(other, keyId),
    )
    for (const line of lines) {
      const time = line.signature.length === 72 ? readU64be(line.signature) : null
      if (time === null || time === 0) return null
      const message = cosignatureMessage({ body: note.body, time })
      if (!verify(line.signature.slice(8), message, key.publicKey)) return null
      if (!found.some((other) => other.key === key)) found.push({ key, time, line })
    }
  }
  return found
}
