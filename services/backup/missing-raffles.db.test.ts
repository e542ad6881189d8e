// A raffle that SIGNER_DIR or the newest list of heads knows, and the database does not: it is
// lost, or it was another database's. `npm run verify` says so either way.
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import type { Queryable } from '../io/database.ts'
import { openLogRig } from '../ledger/testing/log-rig.ts'
import type { LogRig, OpenLog } from '../ledger/testing/log-rig.ts'
import { rolledBack } from '../testing/rolled-back.ts'
import { examine } from '../verify/run.ts'
import { keptTrees } from './kept-trees.ts'
import { missingRaffles } from './missing-raffles.ts'
import { noteSettled } from './settled-list.ts'

vi.setConfig({ testTimeout: 120_000 })

let rig: LogRig
let room: string
/** Has the records of the raffle that is there, and of one that is not. */
let signerFolder: string
let headsFolder: string
let there: OpenLog
let signed: OpenLog
const listed = '0197f0a0-0000-7000-8000-000000000001'

beforeAll(async () => {
  room = await mkdtemp(join(tmpdir(), 'qura-missing-'))
  signerFolder = join(room, 'signer')
  headsFolder = join(room, 'heads')
  rig = await openLogRig()
  there = await published(rig)
  const another = await openLogRig()
  signed = await published(another)
  for (const { signerFolder: folder } of [rig, another])
    await cp(folder, signerFolder, { recursive: true })
  await another.close()
  await mkdir(headsFolder)
  const line = (raffleId: string) => `${raffleId} 1 ${'cc'.repeat(32)}\n`
  await writeFile(join(headsFolder, '2026-11-22T08.txt'), line(signed.raffleId.replace(/.$/, 'x')))
  await writeFile(join(headsFolder, '2026-11-22T09.txt'), line(there.raffleId) + line(listed))
})
afterAll(async () => {
  await rig.close()
  await rm(room, { recursive: true, force: true })
})

async function published(on: LogRig): Promise<OpenLog> {
  const log = await on.openLog()
  await on.sell(log, 3)
  await on.ledger().publish(log.raffleId)
  return log
}

const missing = async (database: Queryable) =>
  (await missingRaffles({ signerFolder, headsFolder }))(database)

it('is known by the record, or by the newest list alone', async () => {
  expect(await missing(rig.test.owner)).toEqual([signed.logId, `raffle/${listed}`])
})

it('is not named again once a restore has given it up', async () => {
  await rolledBack(rig.test.owner, async (tx) => {
    const heads = [{ logId: there.logId, head: 4, leaf: null }]
    expect(await noteSettled(tx, { signerFolder, heads })).toMatchObject([{ logId: signed.logId }])
    expect(await missing(tx)).toEqual([`raffle/${listed}`])
  })
})

it('breaks an invariant in production, where the record is of one shop alone', async () => {
  const said = (environment: string, isLive: boolean) =>
    rolledBack(rig.test.owner, async (tx) => {
      await tx.query('update installation set environment = $1', [environment])
      const treesKept = await keptTrees({ signerFolder, headsFolder, isLive })
      const { findings } = await examine(tx, { treesKept })
      return findings.find(({ id }) => id === 'I13')?.examples
    })
  expect(await said('production', true)).toEqual([
    `${signed.logId} is missing, says the signer's record of 4 leaves`,
  ])
  expect(await said('demo', true)).toEqual([])
  // A restore may be of the time before it.
  expect(await said('production', false)).toEqual([])
})

it('is told by `npm run verify`, in words and in JSON', async () => {
  const ids = [signed.logId, `raffle/${listed}`]
  expect(await verifyCommand()).toContain(`HEADS_DIR (${headsFolder}) know: ${ids.join(', ')}. `)
  expect(JSON.parse(await verifyCommand('--json'))).toMatchObject({ gap: null, missing: ids })
})

function verifyCommand(...given: readonly string[]): Promise<string> {
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    DATABASE_URL: rig.test.ownerUrl,
    DATA_DIR: join(room, 'data'),
    SIGNER_DIR: signerFolder,
    HEADS_DIR: headsFolder,
  }
  const program = join(import.meta.dirname, '../cli/verify.ts')
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...given], { env }, (_error, out) => resolve(out))
  })
}
