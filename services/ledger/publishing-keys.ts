// What a raffle that is published says about keys. Any process may publish one, also a process that
// signs no tree and so has no other reason to hear of a rotation: a raffle that names a retired key
// names it for ever, while only newer ones sign its checkpoints.
import type { RaffleId } from '#events/kernel/ids.ts'

import type { Queryable } from '../io/database.ts'
import type { LedgerKeys } from './keys.ts'
import { commitOperator } from './operator-seeds.ts'

export type PublishingKeysNeeds = { database: Queryable; keys: LedgerKeys }

/** `verifierKey`: of the newest key in the folder as it is then. */
export function openPublishingKeys({ database, keys }: PublishingKeysNeeds) {
  return {
    async verifierKey(origin: string): Promise<string> {
      await keys.refresh()
      return keys.verifierKey(origin)
    },
    commitOperatorSeed: (raffleId: RaffleId) => commitOperator({ database, keys }, raffleId),
  }
}
