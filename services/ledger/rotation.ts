// A new signing key, in steps that can each be taken again: the key lies in SIGNER_DIR, every log
// says so in a leaf, and a checkpoint that holds this leaf is signed by both keys. That one is the
// hand-over: whoever knows only the old key finds the new one under a signature that he can check.
// Once every log is handed over the old key is retired.
import { deriveId } from '#events/kernel/derive-id.ts'
import type { CommandId } from '#events/kernel/ids.ts'
import { parseVerifierKey } from '#events/ledger/note.ts'
import { openCheckpoint } from '#events/ledger/policy.ts'

import type { EventStore } from '../event-store/types.ts'
import type { Queryable } from '../io/database.ts'
import { firstCheckpointFrom } from './checkpoints.ts'
import { addLogKey, noteTools, openLedgerKeys, setAsideOlderKeys, sha256 } from './keys.ts'
import type { LedgerKeys } from './keys.ts'
import type { Ledger } from './ledger.ts'
import { currentKeys, lastRotation, openPublicLogs } from './public-logs.ts'
import type { PublicLog } from './public-logs.ts'

export type RotationNeeds = {
  database: Queryable
  store: Pick<EventStore, 'raffle'>
  folder: string
  now: () => Date
  /** With a signer that sees the folder as it is then. */
  publish: Ledger['publish']
}

/** A rotation that was cut short goes on with its key; else a new one is made. */
export async function rotateKey(needs: RotationNeeds): Promise<{ file: string; logs: number }> {
  const logs = await openPublicLogs(needs.database).all()
  const known = await currentKeys(needs.database, logs)
  const before = await openLedgerKeys({ folder: needs.folder, mayCreate: false })
  const unfinished = await notHandedOver(needs.database, logs, before)
  const isGoingOn = unfinished.length > 0
  const file = isGoingOn ? 'the key that was made before' : await addLogKey(needs.folder)
  const keys = await openLedgerKeys({ folder: needs.folder, mayCreate: false })
  let told = 0
  for (const log of logs) {
    if (await tell(needs, { log, keys, known })) told += 1
    await needs.publish(log.raffleId)
  }
  return { file, logs: told }
}

/** Once for each log and key: the command's id is derived from both. */
async function tell(
  { store, now }: RotationNeeds,
  { log, keys, known }: { log: PublicLog; keys: LedgerKeys; known: Map<string, string> },
): Promise<boolean> {
  const verifierKey = keys.verifierKey(log.origin)
  const previous = known.get(log.logId) ?? log.policyText.log
  if (previous === verifierKey) return false
  const commandId = deriveId(sha256, log.logId, `rotate ${verifierKey}`) as CommandId // a UUID
  await store
    .raffle(log.raffleId)
    .command(
      { type: 'RotateSigningKey', now: now().toISOString(), verifierKey, previous },
      { commandId, correlationId: commandId, actor: 'system:signer' },
    )
  return true
}

export type Retirement = {
  /** Files of the keys that sign no more; none where a log still needs them. */
  retired: string[]
  /** Origins of logs that are not handed over. */
  waiting: string[]
}

/** Sets the older keys aside once no log needs them: the newest one then signs alone. */
export async function retireKeys({
  database,
  folder,
}: Pick<RotationNeeds, 'database' | 'folder'>): Promise<Retirement> {
  const logs = await openPublicLogs(database).all()
  const keys = await openLedgerKeys({ folder, mayCreate: false })
  const waiting = await notHandedOver(database, logs, keys)
  return { retired: waiting.length > 0 ? [] : await setAsideOlderKeys(folder), waiting }
}

async function notHandedOver(
  database: Queryable,
  logs: readonly PublicLog[],
  keys: LedgerKeys,
): Promise<string[]> {
  const origins: string[] = []
  for (const log of logs) if (!(await isHandedOver(database, log, keys))) origins.push(log.origin)
  return origins
}

/**
 * The first checkpoint that holds the newest key's leaf carries the line of the key before: the one
 * that goes into the evidence. Later ones lack it once that key is retired.
 */
export async function isHandedOver(
  database: Queryable,
  { logId, origin, policy, policyText }: PublicLog,
  keys: LedgerKeys,
): Promise<boolean> {
  const newest = keys.verifierKey(origin)
  const rotation = await lastRotation(database, logId)
  if (rotation === null) return policyText.log === newest
  const checkpoint = await firstCheckpointFrom(database, logId, rotation.position)
  const log = parseVerifierKey(rotation.previous, sha256)
  if (rotation.verifierKey !== newest || log === null || policy === null) return false
  if (checkpoint === null) return false
  return openCheckpoint(checkpoint.note, { ...policy, log }, noteTools) !== null
}
