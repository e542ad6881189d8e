// Asks witnesses on the network to cosign checkpoints (C2SP `tlog-witness`), and keeps what they
// answer. A witness that fails is left alone for a while; the sweep comes again.
import { cosignaturesOf } from '#events/ledger/cosignature.ts'
import type { Cosignature } from '#events/ledger/cosignature.ts'
import { formatSignature, parseNote } from '#events/ledger/note.ts'
import type { NoteKey } from '#events/ledger/note.ts'
import { formatWitnessRequest } from '#events/ledger/witness-request.ts'

import type { Queryable } from '../io/database.ts'
import { httpRequest } from '../io/http-client.ts'
import type { HttpAnswer } from '../io/http-client.ts'
import { saveCosignature, sizeSeenBy } from './checkpoints.ts'
import type { StoredCheckpoint } from './checkpoints.ts'
import { noteTools } from './keys.ts'
import type { PublicLog } from './public-logs.ts'
import { consistencyFromTiles } from './tree.ts'

export type WitnessAddress = {
  verifierKey: string
  /** The submission prefix, without a slash at the end; null: cosigns files, offline. */
  url: string | null
}

/** Why a witness has not cosigned; the words are for the operator's log. */
export class WitnessRefused extends Error {
  constructor(witness: string, reason: string) {
    super(`witness ${witness}: ${reason}`)
    this.name = 'WitnessRefused'
  }
}

export type Asking = {
  log: PublicLog
  checkpoint: StoredCheckpoint
  witness: { key: NoteKey; verifierKey: string; url: string }
}

const TOTAL_MS = 5_000

/** Resolves when the cosignature is stored. */
export async function askWitness(database: Queryable, asking: Asking): Promise<void> {
  const { log, checkpoint, witness } = asking
  const known = await sizeSeenBy(database, log.logId, witness.verifierKey)
  const first = await post(database, asking, Math.min(known, checkpoint.size))
  // It knows better what it has cosigned last: what it answered us then was lost, or is not ours.
  const answer = first.status === 409 ? await post(database, asking, sizeOf(asking, first)) : first
  if (answer.status !== 200)
    throw new WitnessRefused(
      witness.key.name,
      `answered ${answer.status}: ${answer.text.slice(0, 200).trim()}`,
    )
  const cosignature = readAnswer(asking, answer.text)
  await storeCosignature(database, { log, size: checkpoint.size, cosignature, witness })
}

async function post(
  database: Queryable,
  { log, checkpoint, witness }: Asking,
  oldSize: number,
): Promise<HttpAnswer> {
  const proof = await consistencyFromTiles(database, log.logId, {
    from: oldSize,
    to: checkpoint.size,
  })
  return httpRequest({
    name: 'witness add-checkpoint',
    method: 'POST',
    url: `${witness.url}/add-checkpoint`,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: formatWitnessRequest({ oldSize, proof, checkpoint: checkpoint.note }),
    allowedHosts: [new URL(witness.url).host],
    totalTimeoutMs: TOTAL_MS,
    maxBytes: 64 * 1024,
  })
}

function sizeOf({ checkpoint, witness }: Asking, { text }: HttpAnswer): number {
  const size = /^(0|[1-9]\d{0,15})\n$/.exec(text)?.[1]
  if (size === undefined) throw new WitnessRefused(witness.key.name, 'answered 409 without a size')
  if (Number(size) > checkpoint.size)
    throw new WitnessRefused(
      witness.key.name,
      `has seen ${size} leaves, and the log has ${checkpoint.size}: facts were lost`,
    )
  return Number(size)
}

/** The note with the witness's lines must be one that the witness has cosigned. */
function readAnswer({ checkpoint, witness }: Asking, lines: string): Cosignature {
  const note = parseNote(checkpoint.note + lines)
  const found = note === null ? null : cosignaturesOf(note, [witness.key], noteTools)
  const [cosignature] = found ?? []
  if (cosignature === undefined)
    throw new WitnessRefused(witness.key.name, 'answered 200 without a cosignature of its own')
  return cosignature
}

export async function storeCosignature(
  database: Queryable,
  {
    log,
    size,
    cosignature,
    witness,
  }: {
    log: PublicLog
    size: number
    cosignature: Cosignature
    witness: { verifierKey: string }
  },
): Promise<void> {
  const { line, time } = cosignature
  await saveCosignature(database, log.logId, {
    size,
    witness: witness.verifierKey,
    at: new Date(time * 1_000),
    line: formatSignature(line),
  })
}
