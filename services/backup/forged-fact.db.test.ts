// F20, F21: a backup in which a fact in the middle of a raffle's log was made anew, with its leaf,
// the writer's tree and the tiles, and fingerprints that are right: what was signed of the log
// tells it, in the backup or outside of it, by raffle and positions. And a log that has lost facts
// after which it was signed.
import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import type { Queryable } from '../io/database.ts'
import { headDifferences, lastHeads, writeHeads } from '../ledger/heads.ts'
import { forgeFact } from '../ledger/testing/forge-fact.ts'
import { openLogRig } from '../ledger/testing/log-rig.ts'
import type { LogRig, OpenLog } from '../ledger/testing/log-rig.ts'
import { migratedDatabase } from '../testing/database.ts'
import { rolledBack } from '../testing/rolled-back.ts'
import { examine, verify } from '../verify/run.ts'
import type { KeptTrees, Report } from '../verify/run.ts'
import { takeBackup } from './backup.ts'
import { restoreInto } from './drill.ts'
import { keptOutside } from './kept-outside.ts'
import { keptTrees } from './kept-trees.ts'
import { settle } from './settle.ts'
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
  const restored = await restoreInto({ url: ownerUrl, folder, headsKept: heads, treesKept })
  return { url: ownerUrl, ...restored }
}

type Asked = { signerFolder?: string; headsFolder?: string; isLive?: boolean }
const kept = (asked: Asked = {}) =>
  keptTrees({ signerFolder: rig.signerFolder, headsFolder, ...asked })

const saidBy = ({ findings }: Report, invariant = 'I6') =>
  findings.find(({ id }) => id === invariant)?.examples

const differs = (positions: string, where: string) => [
  `${log.logId} positions ${positions}: the facts are not those that were signed, says ${where}`,
]

it('a true backup has the trees that were signed, inside and outside', async () => {
  const { report, differences } = await restoredWith(await kept())
  expect(saidBy(report)).toEqual([])
  expect(differences).toEqual([])
})

const treeOf = (size: number, where: string) =>
  expect.objectContaining({ logId: log.logId, size, where })

it('lists of earlier versions, which name no tree, are passed over', async () => {
  const { owner } = rig.test
  const nowhere = join(room, 'nowhere')
  const lists = join(room, 'lists')
  await cp(headsFolder, lists, { recursive: true })
  await writeFile(join(lists, '2026-11-22T10.txt'), `${log.raffleId} 8 ${'cc'.repeat(32)}\n`)
  const asked = { signerFolder: nowhere, headsFolder: lists }
  expect(await (await kept(asked))(owner)).toEqual([
    treeOf(8, 'the list of heads of 2026-11-22T09:00 UTC, signed at 8 leaves'),
  ])
  expect(await (await kept({ ...asked, headsFolder: nowhere }))(owner)).toEqual([])
})

it('trees that a restore has given up are asked for no more, and older ones are', async () => {
  const { owner } = rig.test
  const signerFolder = join(room, 'signer')
  await cp(rig.signerFolder, signerFolder, { recursive: true })
  expect(await (await kept({ signerFolder }))(owner)).toEqual([
    treeOf(8, "the signer's record of 8 leaves"),
    treeOf(8, 'the list of heads of 2026-11-22T09:00 UTC, signed at 8 leaves'),
  ])
  // It ended at 6 then, and has grown beyond 8 again.
  const settledAt = (head: number) =>
    noteSettled(owner, { signerFolder, heads: [{ logId: log.logId, head, leaf: null }] })
  const older = [treeOf(4, 'the list of heads of 2026-11-22T08:00 UTC, signed at 4 leaves')]
  expect(await settledAt(6)).toMatchObject([{ logId: log.logId, size: 8, head: 6 }])
  expect(await (await kept({ signerFolder }))(owner)).toEqual(older)
  // Settled again since it is beyond what was signed: they are trees of another past all the same.
  expect(await settledAt(12)).toEqual([])
  expect(await (await kept({ signerFolder }))(owner)).toEqual(older)
})

/** As a failover leaves it to a standby that had no more. */
async function loseEnd(on: Queryable): Promise<void> {
  await on.query('delete from checkpoints where log_id = $1 and size > 6', [log.logId])
  await on.query('delete from events where log_id = $1 and position > 6', [log.logId])
  await on.query('update logs set head = 6 where log_id = $1', [log.logId])
}

const lost = () => `${log.logId}: the log ends at 6, before the signer's record of 8 leaves`

it('a running shop that has lost the end of a log is told so, until that is settled', async () => {
  const signerFolder = join(room, 'signer-of-the-lost')
  await cp(rig.signerFolder, signerFolder, { recursive: true })
  const heads = [{ logId: log.logId, head: 6, leaf: null }]
  await rolledBack(rig.test.owner, async (tx) => {
    await loseEnd(tx)
    const said = async (isLive: boolean) => {
      const treesKept = await kept({ signerFolder, isLive })
      return saidBy(await examine(tx, { treesKept }), 'I13')
    }
    expect(await said(true)).toEqual([lost()])
    // A restore may be of that moment.
    expect(await said(false)).toEqual([])
    await noteSettled(tx, { signerFolder, heads })
    expect(await said(true)).toEqual([])
  })
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
    const restored = await restoredWith(await kept())
    expect(saidBy(restored.report)).toEqual(ofSigner)
    const settled = await settle({ url: restored.url, outside })
    expect(saidBy(settled.report)).toEqual(ofSigner)
    const noSigner = await kept({ signerFolder: join(room, 'nowhere') })
    expect(saidBy((await restoredWith(noSigner)).report)).toEqual(differs('1 to 8', list))
  })

  it('`npm run verify` asks outside, with the settings of the service', async () => {
    const { owner } = rig.test
    await owner.query('delete from checkpoints where log_id = $1', [log.logId])
    expect(await verifyCommand()).toContain(differs('1 to 8', "the signer's record of 8 leaves")[0])
    await loseEnd(owner)
    const said = await verifyCommand()
    expect(said).toContain(lost())
    expect(said).not.toContain('NOT COMPARED')
  })
})

const outside = (hasRaffles: boolean) => {
  const { signerFolder } = rig
  return keptOutside({
    signerFolder,
    headsFolder,
    hasRaffles,
    takenAt: null,
    isWithoutSigner: false,
  })
}

/** `npm run verify`, as it is called. */
function verifyCommand(): Promise<string> {
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    DATABASE_URL: rig.test.ownerUrl,
    DATA_DIR: join(room, 'data'),
    SIGNER_DIR: rig.signerFolder,
    HEADS_DIR: headsFolder,
  }
  const program = join(import.meta.dirname, '../cli/verify.ts')
  return new Promise((resolve) => {
    execFile(process.execPath, [program], { env }, (_error, out, said) => resolve(out + said))
  })
}
