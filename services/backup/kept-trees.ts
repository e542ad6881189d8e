// Trees of raffles' logs as they are known outside of the database: the last that the signer's
// record holds, and the newest of the lists of heads that the database reaches. What is hashed from
// its facts must be the same tree there: the last leaf alone says nothing of those before it.
import { readInstallation } from '../database/migrate.ts'
import type { Queryable } from '../io/database.ts'
import { listedTrees } from '../ledger/heads.ts'
import { signedHeads } from '../ledger/signed-heads.ts'
import type { SignedHead } from '../ledger/signed-heads.ts'
import type { KeptTrees } from '../verify/run.ts'
import { isOfThisShop } from './brought-back.ts'
import { isSettled, settledLogs } from './settled-list.ts'

type TreesAsked = {
  signerFolder: string
  headsFolder: string
  /**
   * The database is the shop's own, as it is now: a log that ends before its record has lost facts,
   * or all of them, and the record is answered as well. What was brought back may be of an earlier
   * moment.
   */
  isLive?: boolean
}

/**
 * To be asked before the database is looked at, or copied: the record then holds no more than is
 * there. Trees that a restore has given up (`settled-list.ts`) are not asked for again.
 */
export async function keptTrees(asked: TreesAsked): Promise<KeptTrees> {
  const { signerFolder, headsFolder, isLive = false } = asked
  const signed = await signedHeads(signerFolder)
  return async (database) => {
    const settled = await settledLogs(database, signerFolder)
    const installation = await readInstallation(database)
    const ends = await raffleEnds(database)
    const isWanted = ({ logId, size }: SignedHead) =>
      size <= (ends.get(logId) ?? 0) &&
      !settled.some((one) => one.logId === logId && one.head < size && size <= one.size)
    const isLost = ({ logId, size }: SignedHead) => {
      const behind = { logId, size, head: ends.get(logId) ?? 0 }
      const isBehind = behind.head < size && isOfThisShop(behind, installation)
      return isLive && isBehind && !isSettled(behind, settled)
    }
    const listed = await listedTrees(headsFolder, { logCount: ends.size, isWanted })
    return [
      ...signed
        .filter((tree) => isWanted(tree) || isLost(tree))
        .map((tree) => ({ ...tree, where: `the signer's record of ${tree.size} leaves` })),
      ...listed.map(({ hour, ...tree }) => ({
        ...tree,
        where: `the list of heads of ${hour}:00 UTC, signed at ${tree.size} leaves`,
      })),
    ]
  }
}

/** Where the log of each raffle ends. */
async function raffleEnds(database: Queryable): Promise<Map<string, number>> {
  const { rows } = await database.query<{ log_id: string; head: number }>(
    `select log_id, head from logs where log_id like 'raffle/%' and head > 0`,
  )
  return new Map(rows.map(({ log_id, head }) => [log_id, head]))
}
