// The program that a draw has named comes back with a backup: years and builds later the bundle of
// that draw still holds the very one.
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

import { recordEntropy } from '../commands/draw-inputs.ts'
import { completeDraw } from '../commands/draw-result.ts'
import { sealRegister } from '../commands/draw-seal.ts'
import { closeForDraw, recordSession } from '../commands/draw-session.ts'
import { signOffAct } from '../commands/draw-sign-offs.ts'
import { openDatabase, sqlState } from '../io/database.ts'
import type { Queryable } from '../io/database.ts'
import { openVerifierFiles } from '../ledger/verifier-files.ts'
import { migratedDatabase } from '../testing/database.ts'
import { openDrawRig, session } from '../testing/draw-rig.ts'
import type { DrawRig } from '../testing/draw-rig.ts'
import { takeBackup } from './backup.ts'
import { restoreInto } from './drill.ts'

const program = '// the program of the day\n'
const hash = createHash('sha256').update(program).digest('hex')

let rig: DrawRig
let folder: string
beforeAll(async () => {
  rig = await openDrawRig()
  folder = await mkdtemp(join(tmpdir(), 'qura-verifiers-'))
  await build(program)
  await draw()
  await build('// the program of a later build\n')
}, 60_000)
afterAll(async () => {
  await rig.stop()
  await rm(folder, { recursive: true, force: true })
})

const tidy: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const act of tidy.splice(0).toReversed()) await act()
})

const build = (text: string) => writeFile(join(folder, 'verify.mjs'), text)

const verifierOf = (database: Queryable, kept: string) =>
  openVerifierFiles({ database, built: folder, kept: join(folder, kept) })

async function draw(): Promise<void> {
  const verifier = verifierOf(rig.test.database, 'kept')
  const needs = { ...rig.needs, softwareSha256: verifier.keepSoftware }
  const { raffleId } = await rig.soldRaffle()
  const [one, two] = [rig.by(raffleId, 'one'), rig.by(raffleId, 'two')]
  await recordSession(needs, one, session({ mode: 'physical' }))
  await closeForDraw(needs, one)
  await signOffAct(needs, one, { act: 'seal' })
  await sealRegister(needs, two)
  const given = { entropy: 'DRUM:7 3 31 12', signature: null }
  await recordEntropy(needs, one, { ...given, reading: 'first' })
  await recordEntropy(needs, two, { ...given, reading: 'second' })
  await completeDraw(needs, one)
}

/** Into a new database, beside a DATA_DIR without anything in it. */
async function backAgain() {
  const backup = await mkdtemp(join(tmpdir(), 'qura-backup-'))
  tidy.push(() => rm(backup, { recursive: true, force: true }))
  await takeBackup(rig.test.owner, backup)
  const { ownerUrl, drop } = await migratedDatabase()
  tidy.push(drop)
  const { verifiersMissing } = await restoreInto({ url: ownerUrl, folder: backup })
  const owner = openDatabase({ url: ownerUrl, applicationName: 'qura test', poolMax: 1 })
  tidy.push(() => owner.end())
  const { program: found } = await verifierOf(owner, 'of a new machine').files(hash)
  return { verifiersMissing, found: found?.toString('utf8') }
}

it('comes back with the database, although the shop was built anew', async () => {
  expect(await backAgain()).toEqual({ verifiersMissing: [], found: program })
}, 60_000)

it('is named by a restore when nothing has kept it', async () => {
  await rig.test.owner.query('delete from verifier_programs')
  expect(await backAgain()).toMatchObject({ verifiersMissing: [hash] })
}, 60_000)

it('is taken from the folder in which older builds kept it, and nothing else is', async () => {
  await rig.test.owner.query('delete from verifier_programs')
  const other = verifierOf(rig.test.database, 'of another machine')
  expect(await other.takeFromFolders()).toEqual([hash])
  const verifier = verifierOf(rig.test.database, 'kept')
  const named = join(folder, 'kept', `verify-${hash}.mjs`)
  await writeFile(named, '// cut sho')
  expect(await verifier.takeFromFolders()).toEqual([hash])
  await writeFile(named, program)
  await writeFile(join(folder, 'kept', `verify-${'ab'.repeat(32)}.mjs`), '// no draw names it')
  expect(await verifier.takeFromFolders()).toEqual([])
  const { rows } = await rig.test.owner.query('select sha256 from verifier_programs')
  expect(rows).toEqual([{ sha256: hash }])
})

it('cannot be replaced by the service, nor be kept under another name', async () => {
  const { database, owner } = rig.test
  const stateOf = (failing: Promise<unknown>) => failing.catch((error: unknown) => sqlState(error))
  expect(await stateOf(database.query(`update verifier_programs set program = 'x'`))).toBe('42501')
  const wrong = `insert into verifier_programs (sha256, program) values (repeat('a', 64), 'x')`
  expect(await stateOf(owner.query(wrong))).toBe('23514')
})
