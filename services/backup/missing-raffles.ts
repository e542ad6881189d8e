// Raffles that the database does not have at all, and that SIGNER_DIR or the newest list of heads
// knows. Of a production shop each of the record's is lost (`brought-back.ts`, `kept-trees.ts`);
// elsewhere the folder may have served another database before, so whoever reads it has to judge.
import type { Queryable } from '../io/database.ts'
import { lastHeads } from '../ledger/heads.ts'
import { logsBehind, signedHeads } from '../ledger/signed-heads.ts'
import { isSettled, settledLogs } from './settled-list.ts'

/**
 * Ids of their logs. To be asked before the database is looked at: the folders then name no raffle
 * that is only about to be there. What a restore has given up is not named again, save for an hour
 * at most a raffle of which nothing was signed: the next list is without it.
 */
export async function missingRaffles(asked: {
  signerFolder: string
  headsFolder: string
}): Promise<(database: Queryable) => Promise<string[]>> {
  const { signerFolder, headsFolder } = asked
  const signed = await signedHeads(signerFolder)
  const recorded = new Set(signed.map(({ logId }) => logId))
  const { heads } = await lastHeads(headsFolder)
  const listed = heads
    .filter(({ logId }) => !recorded.has(logId))
    .map(({ logId, head }) => ({ logId, size: head }))
  return async (database) => {
    const settled = await settledLogs(database, signerFolder)
    const behind = await logsBehind(database, [...signed, ...listed])
    return behind
      .filter((one) => one.head === 0 && !isSettled(one, settled))
      .map(({ logId }) => logId)
  }
}
