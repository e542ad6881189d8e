// A witness (C2SP `tlog-witness`): keeps for each log the last checkpoint it has cosigned, and
// cosigns another only with a proof that it grew from that one. Whoever tries to show two histories
// finds no witness for the second. The same code answers over HTTP and reads files on a laptop.
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { join } from 'node:path'

import { hexOf, isSameBytes } from '#events/kernel/bytes.ts'
import { parseCheckpointBody } from '#events/ledger/checkpoint.ts'
import type { Checkpoint } from '#events/ledger/checkpoint.ts'
import { cosignatureLine, cosignatureMessage } from '#events/ledger/cosignature.ts'
import { checkConsistency, emptyFrontier, rootOf } from '#events/ledger/merkle.ts'
import {
  cosignatureType,
  formatNote,
  keyIdOf,
  parseNote,
  verifierKeyOf,
} from '#events/ledger/note.ts'
import type { Note, NoteKey } from '#events/ledger/note.ts'
import { parseWitnessRequest } from '#events/ledger/witness-request.ts'

import { makeFolder, readText, writeOnce } from '../io/files.ts'
import type { Guard } from './guard.ts'
import { rawPublicKey, sha256, verifyEd25519 } from './keys.ts'

export type WitnessKey = { key: NoteKey; privateKey: KeyObject }

export type WitnessNeeds = {
  witness: WitnessKey
  guard: Guard
  /** Keys that may sign for this log; none: a log this witness does not know. */
  logKeys: (origin: string) => readonly NoteKey[] | Promise<readonly NoteKey[]>
  now: () => Date
}

export type WitnessAnswer = {
  status: 200 | 400 | 403 | 404 | 409 | 422
  contentType: 'text/plain; charset=utf-8' | 'text/x.tlog.size'
  body: string
}

export type Witness = {
  verifierKey: string
  /** `body` of `POST /add-checkpoint`, or the file of an offline request. */
  addCheckpoint: (body: string) => Promise<WitnessAnswer>
  /** The last checkpoint of a log with this witness's cosignature; null before the first. */
  lastOf: (origin: string) => Promise<string | null>
  /** The same for the SHA-256 of an origin, in hex: what monitors ask for. */
  lastByHash: (hash: string) => Promise<string | null>
}

export function openWitness(needs: WitnessNeeds): Witness {
  return {
    verifierKey: verifierKeyOf(needs.witness.key, sha256),
    addCheckpoint: (body) => addCheckpoint(needs, body),
    lastOf: async (origin) => (await needs.guard.read(origin)).text,
    lastByHash: async (hash) => (await needs.guard.readByHash(hash)).text,
  }
}

/** The order of the checks is the specification's: each status means what it says there. */
async function addCheckpoint(needs: WitnessNeeds, body: string): Promise<WitnessAnswer> {
  const request = parseWitnessRequest(body)
  const note = request === null ? null : parseNote(request.checkpoint)
  const checkpoint = note === null ? null : parseCheckpointBody(note.body)
  if (request === null || note === null || checkpoint === null)
    return said(400, 'this is no add-checkpoint request')

  const keys = await needs.logKeys(checkpoint.origin)
  if (keys.length === 0) return said(404, 'this log is not known here')
  const signatures = logSignatures(note, keys)
  if (signatures === null || signatures.length === 0)
    return said(403, 'the checkpoint is not signed by a key of this log')
  if (request.oldSize > checkpoint.size)
    return said(400, 'the old size is above the size of the checkpoint')

  const step = await needs.guard.read(checkpoint.origin)
  const last = lastCheckpoint(step.text)
  if (request.oldSize !== (last?.size ?? 0)) return conflict(last?.size ?? 0)
  const fault = faultOf({ last, checkpoint, proof: request.proof })
  if (fault !== null) return said(422, fault)

  const cosigned = cosign(needs, { body: note.body, signatures })
  if (!(await needs.guard.advance(checkpoint.origin, step, formatNote(cosigned.kept))))
    return conflict((await lastSize(needs, checkpoint.origin)) ?? 0)
  return { status: 200, contentType: 'text/plain; charset=utf-8', body: cosigned.lines }
}

const said = (status: WitnessAnswer['status'], sentence: string): WitnessAnswer => ({
  status,
  contentType: 'text/plain; charset=utf-8',
  body: `${sentence}\n`,
})

const conflict = (size: number): WitnessAnswer => ({
  status: 409,
  contentType: 'text/x.tlog.size',
  body: `${size}\n`,
})

/** The lines of known keys; null when one of them does not verify: such a note is malformed. */
function logSignatures(note: Note, keys: readonly NoteKey[]): Note['signatures'] | null {
  const found: Note['signatures'][number][] = []
  for (const key of keys) {
    const keyId = keyIdOf(key, sha256)
    for (const line of note.signatures) {
      if (line.name !== key.name || !isSameBytes(line.keyId, keyId)) continue
      const message = Buffer.from(note.body, 'utf8')
      const isTrue =
        line.signature.length === 64 && verifyEd25519(line.signature, message, key.publicKey)
      if (!isTrue) return null
      found.push(line)
    }
  }
  return found
}

function lastCheckpoint(text: string | null): Checkpoint | null {
  if (text === null) return null
  const checkpoint = parseCheckpointBody(parseNote(text)?.body ?? '')
  if (checkpoint === null) throw new Error('the record of the last checkpoint is damaged')
  return checkpoint
}

async function lastSize({ guard }: WitnessNeeds, origin: string): Promise<number | null> {
  return lastCheckpoint((await guard.read(origin)).text)?.size ?? null
}

type Step = { last: Checkpoint | null; checkpoint: Checkpoint; proof: readonly Uint8Array[] }

function faultOf({ last, checkpoint, proof }: Step): string | null {
  const empty = rootOf(emptyFrontier, sha256)
  if (checkpoint.size === 0 && !isSameBytes(checkpoint.root, empty))
    return 'an empty tree has the root of the empty tree'
  const claim = {
    from: last?.size ?? 0,
    to: checkpoint.size,
    fromRoot: last?.root ?? empty,
    toRoot: checkpoint.root,
    proof,
  }
  return checkConsistency(claim, sha256) ? null : 'the consistency proof does not hold'
}

/** `kept`: what the witness shows to monitors; `lines`: what it answers. */
function cosign({ witness, now }: WitnessNeeds, { body, signatures }: Note) {
  const time = Math.floor(now().getTime() / 1_000)
  const signature = sign(null, cosignatureMessage({ body, time }), witness.privateKey)
  const line = cosignatureLine({ key: witness.key, time, signature }, sha256)
  const note = formatNote({ body, signatures: [line] })
  return {
    kept: { body, signatures: [...signatures, line] },
    lines: note.slice(body.length + 1),
  }
}

/** Made once, private; `name` is a schema-less URL. */
export async function keepWitnessKey(folder: string, name: string): Promise<WitnessKey> {
  await makeFolder(folder, { mode: 0o700 })
  const path = join(folder, 'witness-key.pem')
  await writeOnce(path, newKey(), { mode: 0o600 })
  const pem = await readText(path)
  if (pem === null) throw new Error(`${path} went away`)
  return witnessKeyOf(name, createPrivateKey(pem))
}

export function witnessKeyOf(name: string, privateKey: KeyObject): WitnessKey {
  return {
    privateKey,
    key: { name, type: cosignatureType, publicKey: rawPublicKey(privateKey) },
  }
}

const newKey = () =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** RFC 8410: an Ed25519 key from its 32 secret bytes. For keys that everybody may know. */
export function privateKeyFrom(secret: Uint8Array): KeyObject {
  const der = Buffer.from(`302e020100300506032b657004220420${hexOf(secret)}`, 'hex')
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
}
