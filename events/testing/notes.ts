// Keys, checkpoints and cosignatures for tests of the log's proofs.
import { ed25519 } from '@noble/curves/ed25519.js'

import type { VerifyEd25519 } from '../kernel/hash.ts'
import { checkpointBody } from '../ledger/checkpoint.ts'
import { cosignatureLine, cosignatureMessage } from '../ledger/cosignature.ts'
import type { Hash } from '../ledger/merkle.ts'
import { cosignatureType, ed25519Type, formatNote, keyIdOf, verifierKeyOf } from '../ledger/note.ts'
import type { NoteKey, NoteSignature } from '../ledger/note.ts'
import { utf8 } from '../kernel/bytes.ts'
import { sha256 } from './hashes.ts'

export const verify: VerifyEd25519 = (signature, message, publicKey) =>
  ed25519.verify(signature, message, publicKey)
export const tools = { sha256, verify }

export type TestKey = { key: NoteKey; secret: Uint8Array; verifierKey: string }

const testKey = (name: string, type: number): TestKey => {
  const secret = sha256(utf8(`the secret of ${name}`))
  const key = { name, type, publicKey: ed25519.getPublicKey(secret) }
  return { key, secret, verifierKey: verifierKeyOf(key, sha256) }
}

export const logKey = (name: string): TestKey => testKey(name, ed25519Type)
export const witnessKey = (name: string): TestKey => testKey(name, cosignatureType)

export const lineBy = ({ key, secret }: TestKey, body: string): NoteSignature => ({
  name: key.name,
  keyId: keyIdOf(key, sha256),
  signature: ed25519.sign(utf8(body), secret),
})

export function cosignedBy({ key, secret }: TestKey, body: string, time: number): NoteSignature {
  const signature = ed25519.sign(cosignatureMessage({ body, time }), secret)
  return cosignatureLine({ key, time, signature }, sha256)
}

/** A checkpoint of this log, cosigned by these witnesses at these times. */
export function checkpointBy(
  log: TestKey,
  { size, root }: { size: number; root: Hash },
  witnesses: readonly (readonly [TestKey, number])[] = [],
): string {
  const body = checkpointBody({ origin: log.key.name, size, root })
  const cosignatures = witnesses.map(([witness, time]) => cosignedBy(witness, body, time))
  return formatNote({ body, signatures: [lineBy(log, body), ...cosignatures] })
}
