// Two witnesses of our own, for demonstrations and tests, on `/witness/1` and `/witness/2` in the
// wire format of every witness. Their keys are known to everybody and what they have seen is
// forgotten with the process, so their word is worth nothing and production refuses them.
import { createHash } from 'node:crypto'

import { sandboxWitnessName } from '#events/ledger/sandbox-witness.ts'
import { parseVerifierKey } from '#events/ledger/note.ts'

import { memoryGuard } from '../ledger/guard.ts'
import { sha256 } from '../ledger/keys.ts'
import { openWitness, privateKeyFrom, witnessKeyOf } from '../ledger/witness.ts'
import type { Witness } from '../ledger/witness.ts'
import type { Handler } from './wire.ts'
import { refusal, textAnswer } from './wire.ts'

export const witnessPrefix = '/witness/'

export type WitnessSettings = {
  /** Of the log with this origin: whose checkpoints to cosign. */
  verifierKeys: (origin: string) => readonly string[]
  /** The shop's clock: its demo lives a past. */
  now: () => Date
}

const witnessCount = 2
const callPattern = /^([12])\/(?:(add-checkpoint)|([0-9a-f]{64})\/checkpoint)$/

export function sandboxWitnesses(settings: WitnessSettings): Handler {
  const witnesses = Array.from({ length: witnessCount }, (_, at) => openOne(settings, at + 1))
  return async ({ method, path, body }) => {
    const [, number, isAdding, hash] = callPattern.exec(path.slice(witnessPrefix.length)) ?? []
    const witness = witnesses[Number(number) - 1]
    if (witness === undefined) return refusal(404, 'not_found', 'There is no such witness call.')
    if (isAdding !== undefined && method === 'POST') {
      const { status, contentType, body: said } = await witness.addCheckpoint(body)
      return { status, type: contentType, body: said }
    }
    const note = hash === undefined ? null : await witness.lastByHash(hash)
    if (method === 'GET' && note !== null) return textAnswer(200, note)
    return refusal(404, 'not_found', 'There is no such witness call.')
  }
}

/** Secret: SHA-256("qura sandbox witness <number>"). */
function openOne({ verifierKeys, now }: WitnessSettings, number: number): Witness {
  const secret = createHash('sha256').update(`qura sandbox witness ${number}`).digest()
  return openWitness({
    witness: witnessKeyOf(sandboxWitnessName(number), privateKeyFrom(secret)),
    guard: memoryGuard(),
    logKeys: (origin) =>
      verifierKeys(origin).flatMap((text) => parseVerifierKey(text, sha256) ?? []),
    now,
  })
}
