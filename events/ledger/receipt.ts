// The receipt of an issue: the log's signed promise, given before any checkpoint covers the leaf,
// that this leaf stands at this index. A log that drops or moves the leaf convicts itself.
//   qura receipt/v1 \n <origin> \n <index> \n <base64 leaf hash> \n <at> \n
// as a signed note under the key name `<origin>/receipt`. No origin has a space in it, so no
// receipt is a checkpoint.
import { assert } from '../kernel/assert.ts'
import { base64Of, bytesOfBase64 } from '../kernel/bytes.ts'
import type { Sha256, VerifyEd25519 } from '../kernel/hash.ts'

import { ed25519Type, isSignedBy, parseNote } from './note.ts'
import type { NoteKey } from './note.ts'
import type { Hash } from './merkle.ts'

export type Receipt = {
  readonly origin: string
  /** From 0. */
  readonly index: number
  readonly leaf: Hash
  /** `at` of the leaf. */
  readonly at: string
}

const firstLine = 'qura receipt/v1'
const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** The same public key as the log's, under the name that signs receipts. */
export function receiptKey(log: NoteKey): NoteKey {
  return { name: receiptKeyName(log.name), type: ed25519Type, publicKey: log.publicKey }
}

export const receiptKeyName = (origin: string): string => `${origin}/receipt`

export function receiptBody({ origin, index, leaf, at }: Receipt): string {
  assert(origin !== '' && !/\s/u.test(origin), 'an origin is one word')
  assert(Number.isSafeInteger(index) && index >= 0, 'a leaf index is a whole number from 0')
  assert(leaf.length === 32, 'a leaf hash has 32 bytes')
  assert(instantPattern.test(at), 'a receipt has the UTC instant of its leaf')
  return `${firstLine}\n${origin}\n${index}\n${base64Of(leaf)}\n${at}\n`
}

/** Null for anything that `receiptBody` would not have written. */
export function parseReceiptBody(body: string): Receipt | null {
  const lines = body.split('\n')
  if (lines.length !== 6 || lines[5] !== '') return null
  const [first, origin = '', digits = '', base64 = '', at = ''] = lines
  const leaf = bytesOfBase64(base64)
  if (first !== firstLine || origin === '' || /\s/u.test(origin)) return null
  if (!/^(0|[1-9]\d{0,15})$/.test(digits) || leaf?.length !== 32) return null
  const index = Number(digits)
  if (!Number.isSafeInteger(index) || !instantPattern.test(at)) return null
  return { origin, index, leaf, at }
}

/** What the receipt promises; null where it is not signed with the receipt key of this log. */
export function openReceipt(
  text: string,
  log: NoteKey,
  tools: { sha256: Sha256; verify: VerifyEd25519 },
): Receipt | null {
  const note = parseNote(text)
  const receipt = note === null ? null : parseReceiptBody(note.body)
  if (note === null || receipt === null || receipt.origin !== log.name) return null
  return isSignedBy(note, receiptKey(log), tools) ? receipt : null
}
