// What an operator carries between the shop and a witness without a network: a request in a file
// one way, signature lines the other.
import { cosignaturesOf } from '#events/ledger/cosignature.ts'
import { parseNote } from '#events/ledger/note.ts'
import { openCheckpoint } from '#events/ledger/policy.ts'
import type { WitnessedCheckpoint } from '#events/ledger/policy.ts'
import { formatWitnessRequest } from '#events/ledger/witness-request.ts'

import type { Queryable } from '../io/database.ts'
import { checkpointOfSize, latestCheckpoint, sizeSeenBy } from './checkpoints.ts'
import { noteTools } from './keys.ts'
import type { PublicLog } from './public-logs.ts'
import { consistencyFromTiles } from './tree.ts'
import { storeCosignature } from './witness-client.ts'

/**
 * The newest checkpoint with its proof from what the witness has cosigned last: `oldSize`, or, as
 * far as we know, what has come back from `witness` (a verifier key).
 */
export async function offlineRequest(
  database: Queryable,
  log: PublicLog,
  { witness, oldSize }: { witness: string; oldSize: number | null },
): Promise<string> {
  const checkpoint = await latestCheckpoint(database, log.logId)
  if (checkpoint === null) throw new Error(`${log.origin} has no checkpoint yet`)
  const from = oldSize ?? (await sizeSeenBy(database, log.logId, witness))
  if (from > checkpoint.size)
    throw new Error(`the newest checkpoint has ${checkpoint.size} leaves, fewer than ${from}`)
  const proof = await consistencyFromTiles(database, log.logId, { from, to: checkpoint.size })
  return formatWitnessRequest({ oldSize: from, proof, checkpoint: checkpoint.note })
}

/** Keeps what a witness has signed of the checkpoint of `size` leaves; answers whose lines held. */
export async function keepCosignatures(
  database: Queryable,
  log: PublicLog,
  { size, lines }: { size: number; lines: string },
): Promise<string[]> {
  const checkpoint = await checkpointOfSize(database, log.logId, size)
  const body = checkpoint === null ? null : parseNote(checkpoint.note)?.body
  // Over the checkpoint's own text, with nothing but what has just come back.
  const note = body == null ? null : parseNote(`${body}\n${lines}`)
  const keys = log.policy?.witnesses ?? []
  const found = note === null ? null : cosignaturesOf(note, keys, noteTools)
  if (found === null)
    throw new Error(`these lines are no cosignatures of the checkpoint of ${size} leaves`)
  for (const cosignature of found) {
    const verifierKey = log.policyText.witnesses[keys.indexOf(cosignature.key)]
    if (verifierKey === undefined) throw new Error('a key of the policy without its text')
    await storeCosignature(database, { log, size, cosignature, witness: { verifierKey } })
  }
  return found.map(({ key }) => key.name)
}

/**
 * A checkpoint that a lost signer may go on from: signed by one of the log's keys, and cosigned by
 * the quorum that the log's first leaf names.
 */
export function requireWitnessed(
  text: string,
  { origin, policy }: PublicLog,
  verifierKeys: readonly NonNullable<PublicLog['policy']>['log'][],
): WitnessedCheckpoint['checkpoint'] {
  if (policy === null) throw new Error(`${origin} has no policy that could be met`)
  const opened = [policy.log, ...verifierKeys]
    .map((log) => openCheckpoint(text, { ...policy, log }, noteTools))
    .find((one) => one !== null)
  if (!opened) throw new Error(`this is no checkpoint signed by ${origin}`)
  if (opened.quorumTime === null)
    throw new Error(
      `${opened.cosignatures.length} witnesses have cosigned this checkpoint, and ` +
        `${policy.quorum} are needed`,
    )
  return opened.checkpoint
}
