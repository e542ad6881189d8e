// F20, F21: a backup in which a fact in the middle of a raffle's log was made anew, with its leaf,
// the writer's tree and the tiles, and fingerprints that are right: what was signed of the log
// tells it, in the backup or outside of it, by raffle and positions.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { headDifferences, lastHeads, writeHeads } from '../ledger/heads.ts'
import { forgeFact } from '../ledger/testing/forge-fact.ts'
import { openLogRig } from '../ledger/testing/log-rig.ts'
import type { LogRig, OpenLog } from '../ledger/testing/log-rig.ts'
import { migratedDatabase } from '../testing/database.ts'
import { verify } from '../verify/run.ts'
import type { KeptTrees, Report } from '../verify/run.ts'
import { takeBackup } from './backup.ts'
import { restoreInto } from './drill.ts'
import { keptTrees } from './kept-trees.ts'
import { noteSettled } from './settled-list.ts'

vi.setConfig({ testTimeout: 120_000 })

let rig: LogRig
let log: OpenLog
let room: string
let headsFolder: string

/** A raffle that was signed, and named in a list of heads, at 4 and at 8 facts. */
beforeAll(async () => {
  rig = await openLogRig()
  room = await mkdtemp(join(tmpdir(), 'qura-forged-'))
  headsFolder = join(room, 'heads')
  log = await rig.openLog()
  for (const [issues, time] of [
    [3, '2026-11-22T08:00:00Z'],
    [4, '2026-11-22T09:00:00Z'],
  ] as const) {
    await rig.sell(log, issues)
    await rig.ledger().publish(log.raffleId)
    const { database } = rig.test
    await writeHeads({ database, folder: headsFolder, now: () => new Date(time) })
  }
})
afterAll(async () => {
  await rig.close()
  await rm(room, { recursive: true, force: true })
})

const tidy: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const act of tidy.splice(0).toReversed()) await act()
})

/** Of what the shop's database holds now. */
async function restoredWith(treesKept?: KeptTrees) {
  const folder = await mkdtemp(join(room, 'backup-'))
  await takeBackup(rig.test.owner, folder)
  const { ownerUrl, drop } = await migratedDatabase()
  tidy.push(drop)
  const { heads } = await lastHeads(headsFolder)
  return restoreInto({ url: ownerUrl, folder, headsKept: heads, treesKept })
}

const kept = (folders: { signerFolder?: string } = {}) =>
  keptTrees({ signerFolder: rig.signerFolder, headsFolder, ...folders })

const saidBy = ({ findings }: Report) => findings.find(({ id }) => id === 'I6')?.examples

const differs = (positions: string, where: string) => [
  `${log.logId} positions ${positions}: the facts are not those that were signed, says ${where}`,
]

it('a true backup has the trees that were signed, inside and outside', async () => {
  const { report, differences } = await restoredWith(await kept())
  expect(saidBy(report)).toEqual([])
  expect(differences).toEqual([])
})

it('trees that a restore has given up are asked for no more, and older ones are', async () => {
  const { owner } = rig.test
  const signerFolder = join(room, 'signer')
  await cp(rig.signerFolder, signerFolder, { recursive: true })
  const treeOf = (size: number, where: string) =>
    expect.objectContaining({ logId: log.logId, size, where })
  expect(await (await kept({ signerFolder }))(owner)).toEqual([
    treeOf(8, "the signer's record of 8 leaves"),
    treeOf(8, 'the list of heads of 2026-11-22T09:00 UTC, signed at 8 leaves'),
  ])
  // It ended at 6 then, and has grown beyond 8 again.
  await noteSettled(owner, { signerFolder, heads: [{ logId: log.logId, head: 6, leaf: null }] })
  expect(await (await kept({ signerFolder }))(owner)).toEqual([
    treeOf(4, 'the list of heads of 2026-11-22T08:00 UTC, signed at 4 leaves'),
  ])
})

describe('a fact in the middle that was made anew', () => {
  beforeAll(() => forgeFact(rig.test.owner, { logId: log.logId, position: 6 }))

  it('is named by verification and the restore, though the last leaf is right', async () => {
    const { owner } = rig.test
    const named = differs('5 to 8', 'the checkpoint of 8 leaves')
    expect(await headDifferences(owner, (await lastHeads(headsFolder)).heads)).toEqual([])
    expect(saidBy(await verify(owner))).toEqual(named)

    const restored = await restoredWith()
    expect(restored.differences).toEqual([])
    expect(saidBy(restored.report)).toEqual(named)
  })

  it('is named by what is kept outside where the checkpoints are gone as well', async () => {
    const { owner } = rig.test
    await owner.query('delete from checkpoints where log_id = $1', [log.logId])
    expect(saidBy(await verify(owner))).toEqual([])
    const ofSigner = differs('1 to 8', "the signer's record of 8 leaves")
    const list = 'the list of heads of 2026-11-22T09:00 UTC, signed at 8 leaves'
    expect(saidBy(await verify(owner, { treesKept: await kept() }))).toEqual(ofSigner)
    expect(saidBy((await restoredWith(await kept())).report)).toEqual(ofSigner)
    const noSigner = await kept({ signerFolder: join(room, 'nowhere') })
    expect(saidBy((await restoredWith(noSigner)).report)).toEqual(differs('1 to 8', list))
  })
})
