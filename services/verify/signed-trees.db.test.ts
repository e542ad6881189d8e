// Who may write the database can make a raffle's log anew so that it hashes, but what was signed of
// it stands: the checker names the raffle, and between which positions the facts are other ones.
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Database } from '../io/database.ts'
import { retireKeys, rotateKey } from '../ledger/rotation.ts'
import { forgeFact } from '../ledger/testing/forge-fact.ts'
import { openLogRig } from '../ledger/testing/log-rig.ts'
import type { LogRig, OpenLog } from '../ledger/testing/log-rig.ts'
import { growTree } from '../ledger/tree.ts'
import { rolledBack } from '../testing/rolled-back.ts'
import type { InvariantId, TreeKept } from './audit.ts'
import { examine } from './run.ts'
import type { VerifyOptions } from './run.ts'

let rig: LogRig
beforeAll(async () => {
  rig = await openLogRig()
})
afterAll(() => rig.close())

/** Signed at 1, 4 and 8 facts; two more were signed by nobody yet. */
async function signedLog(on = rig): Promise<OpenLog> {
  const log = await on.openLog()
  for (const issues of [0, 3, 4]) {
    await on.sell(log, issues)
    await on.ledger().publish(log.raffleId)
  }
  await on.sell(log, 2)
  return log
}

/** What the invariant says of this log; `spoil` is undone. */
async function saidOf(
  { logId }: OpenLog,
  {
    id = 'I6',
    spoil = [],
    owner = rig.test.owner,
    ...options
  }: VerifyOptions & { id?: InvariantId; spoil?: readonly string[]; owner?: Database } = {},
): Promise<string[]> {
  const { findings } = await rolledBack(owner, async (tx) => {
    for (const statement of spoil) await tx.query(statement)
    return examine(tx, options)
  })
  const said = findings.find((finding) => finding.id === id)?.examples ?? []
  return said.filter((what) => what.startsWith(logId))
}

/** The checkpoint of 8 leaves as if the tree that stands there now had been signed. */
const forgeCheckpoint = (logId: string, root: Uint8Array) =>
  rig.test.owner.query(
    `update checkpoints
        set note = replace(note, encode(root, 'base64'), encode($2, 'base64')), root = $2
      where log_id = $1 and size = 8`,
    [logId, Buffer.from(root)],
  )

it('has nothing against a true log, under each key that it was handed over to', async () => {
  const own = await openLogRig()
  try {
    const log = await signedLog(own)
    const { store, signerFolder: folder } = own
    const { database, owner } = own.test
    expect(await saidOf(log, { owner })).toEqual([])

    const { publish } = own.ledger()
    await rotateKey({ database, store, folder, now: () => new Date(), publish })
    expect((await retireKeys({ database, folder })).retired).toHaveLength(1)
    await own.sell(log, 1)
    expect((await publish(log.raffleId)).size).toBe(12)
    expect(await saidOf(log, { owner })).toEqual([])
  } finally {
    await own.close()
  }
})

it('names the positions of a fact that was made anew with leaf, tree and tiles', async () => {
  const log = await signedLog()
  await forgeFact(rig.test.owner, { logId: log.logId, position: 6 })
  const what = 'the facts are not those that were signed, says the checkpoint of 8 leaves'
  expect(await saidOf(log)).toEqual([`${log.logId} positions 5 to 8: ${what}`])
})

it('believes no checkpoint that was made anew as well, for the key did not sign it', async () => {
  const log = await rig.openLog()
  await rig.sell(log, 3)
  await rig.ledger().publish(log.raffleId)
  await rig.sell(log, 4)
  await rig.ledger().publish(log.raffleId)
  await forgeFact(rig.test.owner, { logId: log.logId, position: 6 })
  await forgeCheckpoint(log.logId, (await growTree(rig.test.owner, log.logId)).root)
  const what = "the checkpoint of 8 leaves is not what the log's key signed"
  expect(await saidOf(log)).toEqual([`${log.logId} positions 5 to 8: ${what}`])
})

it('names a checkpoint whose row says another root than its note, and goes on', async () => {
  const log = await signedLog()
  const spoil = [
    `update checkpoints set root = sha256('other') where log_id = '${log.logId}' and size = 4`,
  ]
  const what = "the checkpoint of 4 leaves is not what the log's key signed"
  expect(await saidOf(log, { spoil })).toEqual([`${log.logId} positions 2 to 4: ${what}`])
})

it('holds facts that no checkpoint has against a tree that is kept outside', async () => {
  const log = await signedLog()
  const { logId } = log
  const { size, root } = await growTree(rig.test.database, logId)
  const kept: TreeKept = { logId, size, root, where: 'a list' }
  const treesKept = async () => [kept]
  expect(await saidOf(log, { treesKept })).toEqual([])
  await forgeFact(rig.test.owner, { logId, position: 9 })
  expect(await saidOf(log)).toEqual([])
  expect(await saidOf(log, { treesKept })).toEqual([
    `${logId} positions 9 to 10: the facts are not those that were signed, says a list`,
  ])
})

it('I13 names a log that ends before a checkpoint of it', async () => {
  const log = await signedLog()
  const { logId } = log
  const spoil = [
    `delete from events where log_id = '${logId}' and position > 6`,
    `update logs set head = 6 where log_id = '${logId}'`,
  ]
  expect(await saidOf(log, { id: 'I13', spoil })).toEqual([
    `${logId}: a checkpoint of 8 leaves was signed, the log ends at 6`,
  ])
})
