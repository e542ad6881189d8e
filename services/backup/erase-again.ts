// After a restore: whoever was erased since the backup is erased again, before anybody signs in.
import { customerDecider } from '#events/customer/decide.ts'
import type { CustomerCommand } from '#events/customer/decide.ts'

import { openClock } from '../clock.ts'
import { finishErasure } from '../commands/account-erasure.ts'
import { changeStream, readState } from '../commands/change-stream.ts'
import { openEventStore } from '../event-store/store.ts'
import type { Database } from '../io/database.ts'

/** Answers whom it found. They are new facts: read models are to be made again. */
export async function eraseAgain(
  owner: Database,
  { personIds, shopLogs }: { personIds: readonly string[]; shopLogs: number },
): Promise<string[]> {
  const clock = await openClock(owner)
  const store = openEventStore({ database: owner, clock, shopLogs })
  const done: string[] = []
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
      await finishErasure(owner, personId)
      done.push(personId)
    }
    return done
  } finally {
    await store.close()
    await clock.stop()
  }
}
