// What somebody does who may write the database and wants no trace: a ticket fact in the middle of
// a raffle's log is another one, and leaf, writer's tree and tiles are made anew over it.
import { assert } from '#events/kernel/assert.ts'
import { appendLeaf, emptyFrontier, frontierBytes } from '#events/ledger/merkle.ts'
import type { Frontier } from '#events/ledger/merkle.ts'

import type { Database } from '../../io/database.ts'
import { sha256 } from '../keys.ts'
import { growTree } from '../tree.ts'

type Forging = { logId: string; position: number }

/** Rejects where what it made is not of one piece. */
export async function forgeFact(owner: Database, { logId, position }: Forging): Promise<void> {
  const forged = `replace(payload, '"channel":"online"', '"channel":"manual"')`
  const { rowCount } = await owner.query(
    `update events
        set payload = ${forged}, leaf = sha256('\\x00'::bytea || convert_to(${forged}, 'UTF8'))
      where log_id = $1 and position = $2 and payload <> ${forged}`,
    [logId, position],
  )
  assert(rowCount === 1, `position ${position} of ${logId} is no sale`)
  const { rows } = await owner.query<{ leaf: Buffer }>(
    'select leaf from events where log_id = $1 order by position',
    [logId],
  )
  const tree = rows.reduce<Frontier>(
    (frontier, { leaf }) => appendLeaf(frontier, leaf, sha256),
    emptyFrontier,
  )
  await owner.query('update logs set tree_frontier = $2 where log_id = $1', [
    logId,
    Buffer.from(frontierBytes(tree)),
  ])
  await owner.query('delete from ledger_tiles where log_id = $1', [logId])
  await owner.query('delete from ledger_trees where log_id = $1', [logId])
  await growTree(owner, logId)
}

/** Of a log whose tree is kept outside of the database: that tree, and how the forgery is named. */
export async function forgeKeptFact(owner: Database, { logId, position }: Forging) {
  const tree = { logId, ...(await growTree(owner, logId)), where: 'a list' }
  await forgeFact(owner, { logId, position })
  const positions = `${logId} positions 1 to ${tree.size}`
  return {
    treesKept: async () => [tree],
    named: [`${positions}: the facts are not those that were signed, says a list`],
  }
}
