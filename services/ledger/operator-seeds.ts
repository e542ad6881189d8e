// The operator's seed of each raffle: made and sealed before the raffle is published, opened at the
// draw. Between the two only its commitment is seen.
import { randomBytes } from 'node:crypto'

import type { RaffleId } from '#events/kernel/ids.ts'
import { operatorCommit } from '#events/ledger/commitments.ts'

import type { Queryable } from '../io/database.ts'
import { sha256 } from './keys.ts'
import type { LedgerKeys } from './keys.ts'

export type SeedNeeds = { database: Queryable; keys: Pick<LedgerKeys, 'seal' | 'unseal'> }

const SEED_BYTES = 32

/**
 * The commitment for RafflePublished. Made once: whoever publishes again, after a crash or at the
 * same time, gets the commitment to the seed that was kept first.
 */
export async function commitOperator(needs: SeedNeeds, raffleId: RaffleId): Promise<string> {
  const logId = logOf(raffleId)
  const sealed = needs.keys.seal(logId, randomBytes(SEED_BYTES))
  await needs.database.query({
    name: 'keep_operator_seed',
    text: `insert into operator_seeds (log_id, sealed) values ($1, $2)
           on conflict (log_id) do nothing`,
    values: [logId, sealed],
  })
  return operatorCommit(await openOperatorSeed(needs, raffleId), sha256)
}

/** For the draw alone. Throws when SIGNER_DIR holds another key than the one that sealed it. */
export async function openOperatorSeed(needs: SeedNeeds, raffleId: RaffleId): Promise<Buffer> {
  const logId = logOf(raffleId)
  const { rows } = await needs.database.query<{ sealed: Buffer }>({
    name: 'read_operator_seed',
    text: 'select sealed from operator_seeds where log_id = $1',
    values: [logId],
  })
  const [row] = rows
  if (row === undefined) throw new Error(`there is no operator seed for ${logId}`)
  return needs.keys.unseal(logId, row.sealed)
}

const logOf = (raffleId: RaffleId) => `raffle/${raffleId}`
