// After a restore: whoever was erased since the backup is erased again, before anybody signs in.
// First the facts, then read models with all of them, and by those what is to be deleted.
import { customerDecider } from '#events/customer/decide.ts'
import type { CustomerCommand } from '#events/customer/decide.ts'

import { openClock } from '../clock.ts'
import { finishErasure } from '../commands/account-erasure.ts'
import { changeStream, readState } from '../commands/change-stream.ts'
import { openEventStore } from '../event-store/store.ts'
import type { Database } from '../io/database.ts'

/**
 * Answers whom it found, those whose erasure was a fact already among them. Read models are to be
 * made anew before `deleteErased`. May be done again.
 */
export async function noteErased(
  owner: Database,
  { personIds, shopLogs }: { personIds: readonly string[]; shopLogs: number },
): Promise<string[]> {
  if (personIds.length === 0) return []
  const clock = await openClock(owner)
  const store = openEventStore({ database: owner, clock, shopLogs })
  const found: string[] = []
  try {
    for (const personId of personIds) {
      const streamId = `customer/${personId}`
      const { version } = await readState(store, customerDecider, streamId)
      if (version === 0) continue
      await changeStream(store, {
        streamId,
        decider: customerDecider,
        actor: 'system:restore',
        commands: (): CustomerCommand[] => [{ type: 'ErasePerson' }],
      })
      found.push(personId)
    }
    return found
  } finally {
    await store.close()
    await clock.stop()
  }
}

/** May be done again. */
export async function deleteErased(owner: Database, personIds: readonly string[]): Promise<void> {
  for (const personId of personIds) await finishErasure(owner, personId)
}
