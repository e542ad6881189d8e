// Signed notes as C2SP `signed-note` has them: a text that ends with a newline, an empty line, and
// one line for each signature: `— <name> <base64(keyId4 || signature)>` (the dash is U+2014).
//   keyId        = SHA-256(name || 0x0A || type || publicKey)[:4]
//   verifier key = name "+" hex(keyId) "+" base64(type || publicKey)
// What is signed is the text with its last newline, without the empty line.
import { assert } from '../kernel/assert.ts'
import {
  base64Of,
  bytesOfBase64,
  bytesOfHex,
  concat,
  hexOf,
  isSameBytes,
  utf8,
} from '../kernel/bytes.ts'
import type { Sha256, VerifyEd25519 } from '../kernel/hash.ts'

/** Signature types: a log signs with the first, a witness cosigns with the second. */
export const ed25519Type = 0x01
export const cosignatureType = 0x04

export type NoteKey = {
  readonly name: string
  readonly type: number
  /** 32 bytes for both types. */
  readonly publicKey: Uint8Array
}

export type NoteSignature = {
  readonly name: string
  readonly keyId: Uint8Array
  readonly signature: Uint8Array
}

export type Note = { readonly body: string; readonly signatures: readonly NoteSignature[] }

export function keyIdOf({ name, type, publicKey }: NoteKey, sha256: Sha256): Uint8Array {
  assert(isKeyName(name), 'a key name has no spaces and no plus sign')
  return sha256(concat(utf8(name), Uint8Array.of(0x0a, type), publicKey)).slice(0, 4)
}

export function verifierKeyOf(key: NoteKey, sha256: Sha256): string {
  const typed = concat(Uint8Array.of(key.type), key.publicKey)
  return `${key.name}+${hexOf(keyIdOf(key, sha256))}+${base64Of(typed)}`
}

/** Null for a text that is no verifier key, or whose id is not that of its key. */
export function parseVerifierKey(text: string, sha256: Sha256): NoteKey | null {
  const match = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/.exec(text)
  if (match === null) return null
  const [, name = '', keyId = '', base64 = ''] = match
  const typed = bytesOfBase64(base64)
  if (!isKeyName(name) || typed === null || typed.length !== 33) return null
  const key = { name, type: typed[0]!, publicKey: typed.slice(1) }
  return isSameBytes(keyIdOf(key, sha256), bytesOfHex(keyId)) ? key : null
}

/** The bytes an Ed25519 log key signs. */
export function bytesToSign(body: string): Uint8Array {
  assert(isNoteBody(body), 'a note ends with a newline and holds no control characters')
  return utf8(body)
}

export function formatNote({ body, signatures }: Note): string {
  assert(isNoteBody(body), 'a note ends with a newline and holds no control characters')
  assert(signatures.length > 0, 'a signed note has at least one signature')
  return `${body}\n${signatures.map((signature) => `${formatSignature(signature)}\n`).join('')}`
}

/** One signature line, without its newline. */
export function formatSignature({ name, keyId, signature }: NoteSignature): string {
  assert(isKeyName(name), 'a key name has no spaces and no plus sign')
  return `\u2014 ${name} ${base64Of(concat(keyId, signature))}`
}

/** Bounds of what a stranger may send us. */
const noteCharactersMax = 100_000
const signaturesMax = 100

/** Null for anything that is not a signed note. Signatures are read here, not verified. */
export function parseNote(text: string): Note | null {
  if (text.length > noteCharactersMax) return null
  const split = text.lastIndexOf('\n\n')
  if (split < 0 || !text.endsWith('\n')) return null
  const body = text.slice(0, split + 1)
  const lines = text.slice(split + 2, -1).split('\n')
  if (!isNoteBody(body) || lines.length > signaturesMax) return null

  const signatures: NoteSignature[] = []
  for (const line of lines) {
    const signature = parseSignatureLine(line)
    if (signature === null) return null
    signatures.push(signature)
  }
  return { body, signatures }
}

/** True when a line of the note is by this log key over the note's text. */
export function isSignedBy(
  note: Note,
  key: NoteKey,
  { sha256, verify }: { sha256: Sha256; verify: VerifyEd25519 },
): boolean {
  if (key.type !== ed25519Type) return false
  const keyId = keyIdOf(key, sha256)
  const message = utf8(note.body)
  return note.signatures.some(
    (line) =>
      line.name === key.name &&
      isSameBytes(line.keyId, keyId) &&
      line.signature.length === 64 &&
      verify(line.signature, message, key.publicKey),
  )
}

function parseSignatureLine(line: string): NoteSignature | null {
  const match = /^\u2014 (\S+) (\S+)$/.exec(line)
  if (match === null) return null
  const [, name = '', base64 = ''] = match
  const bytes = bytesOfBase64(base64)
  if (!isKeyName(name) || bytes === null || bytes.length < 5) return null
  return { name, keyId: bytes.slice(0, 4), signature: bytes.slice(4) }
}

const isKeyName = (name: string): boolean =>
  name !== '' && !/[\s+]/u.test(name) && name.isWellFormed()

function isNoteBody(body: string): boolean {
  return body.endsWith('\n') && body.isWellFormed() && !controlCharacter.test(body)
}

// Every control character but the newline: C0, DEL and C1.
const controlCharacter = /[^\P{Cc}\n]/u
