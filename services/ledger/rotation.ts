// A new signing key, in two steps that can each be taken again: the key lies in SIGNER_DIR, then
// every log says so in a leaf. Checkpoints carry the signatures of both from the next start on, so
// whoever knows only the old key finds the new one under a signature that he can check.
import { deriveId } from '#events/kernel/derive-id.ts'
import type { CommandId } from '#events/kernel/ids.ts'

import type { EventStore } from '../event-store/types.ts'
import type { Queryable } from '../io/database.ts'
import { addLogKey, openLedgerKeys, sha256 } from './keys.ts'
import type { LedgerKeys } from './keys.ts'
import { currentKeys, openPublicLogs } from './public-logs.ts'
import type { PublicLog } from './public-logs.ts'

export type RotationNeeds = {
  database: Queryable
  store: Pick<EventStore, 'raffle'>
  folder: string
  now: () => Date
}

/** A rotation that was cut short goes on with its key; else a new one is made. */
export async function rotateKey(needs: RotationNeeds): Promise<{ file: string; logs: number }> {
  const logs = await openPublicLogs(needs.database).all()
  const known = await currentKeys(needs.database, logs)
  const before = await openLedgerKeys({ folder: needs.folder, mayCreate: false })
  const isUnfinished = logs.some((log) => known.get(log.logId) !== before.verifierKey(log.origin))
  const file = isUnfinished ? 'the key that was made before' : await addLogKey(needs.folder)
  const keys = await openLedgerKeys({ folder: needs.folder, mayCreate: false })
  let told = 0
  for (const log of logs) if (await tell(needs, { log, keys, known })) told += 1
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
