// A database that other tools have brought back, and nobody said so: SIGNER_DIR knows more than it
// does, and the shop does not open on it until it is settled. What only crashed opens as ever.
import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'

import { customerDecider } from '#events/customer/decide.ts'
import type { CustomerCommand } from '#events/customer/decide.ts'

import { changeStream } from '../commands/change-stream.ts'
import { readConfig } from '../config.ts'
import { StartRefused } from '../database/start-refused.ts'
import { newId } from '../ids.ts'
import { openDatabase, withRole } from '../io/database.ts'
import { listFolder } from '../io/files.ts'
import { openLogRig } from '../ledger/testing/log-rig.ts'
import type { LogRig, OpenLog } from '../ledger/testing/log-rig.ts'
import { startService } from '../main.ts'
import { emptyDatabase } from '../testing/database.ts'
import { takeBackup } from './backup.ts'
import { requireNothingLost } from './brought-back.ts'
import { restoreInto } from './drill.ts'
import { erasedList } from './erased-list.ts'

vi.setConfig({ testTimeout: 180_000 })

let rig: LogRig
let room: string
let log: OpenLog
/** Published after both backups. */
let later: OpenLog
/** With 1 and with 11 facts of the raffle; 21 were signed. The person was erased after both. */
let backups: { first: string; second: string }
const personId = newId<string>()
const personDoes = (type: 'RegisterCustomer' | 'ErasePerson') =>
  changeStream(rig.store, {
    streamId: `customer/${personId}`,
    decider: customerDecider,
    actor: 'system:test',
    commands: (): CustomerCommand[] => [
      type === 'ErasePerson' ? { type } : { type, via: 'sign_up' },
    ],
  })

beforeAll(async () => {
  room = await mkdtemp(join(tmpdir(), 'qura-brought-back-'))
  rig = await openLogRig()
  const { owner } = rig.test
  backups = { first: join(room, 'first'), second: join(room, 'second') }
  await personDoes('RegisterCustomer')
  log = await rig.openLog()
  await takeBackup(owner, backups.first)
  await rig.sell(log, 10)
  await takeBackup(owner, backups.second)
  await rig.sell(log, 10)
  later = await rig.openLog()
  await rig.ledger().publish(log.raffleId)
  await personDoes('ErasePerson')
}, 60_000)
afterAll(async () => {
  await rig.close()
  await rm(room, { recursive: true, force: true })
})

const tidy: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const act of tidy.splice(0).toReversed()) await act()
})

/** As pgBackRest or a snapshot leaves it: the facts of then, and no mark. */
async function broughtBack(folder: string): Promise<string> {
  const { ownerUrl, drop } = await emptyDatabase()
  tidy.push(drop)
  await restoreInto({ url: ownerUrl, folder })
  return ownerUrl
}

/** A copy of the signer's folder for each test: settling writes there. */
async function signerFolder({ erased = [] as string[] } = {}): Promise<string> {
  const folder = await mkdtemp(join(room, 'signer-'))
  await cp(rig.signerFolder, folder, { recursive: true })
  for (const one of erased) await erasedList(folder).add(one)
  return folder
}

const asked = (url: string, signer: string, environment: 'test' | 'production' = 'test') =>
  requireNothingLost({ url, signerFolder: signer, installation: { environment, shopLogs: 1 } })

function start(ownerUrl: string, signer: string) {
  const config = readConfig({
    DATA_DIR: join(room, 'data'),
    DATABASE_URL: ownerUrl,
    SIGNER_DIR: signer,
  })
  const url = withRole(ownerUrl, 'qura_app')
  const installation = { environment: 'test', shopLogs: 1, seededAt: null } as const
  const given = { ahead: null, embedded: null, onEnd: () => {}, stop: async () => {} }
  return startService(config, { url, ownerUrl, installation, ...given }, { distFolder: null })
}

/** `npm run restore -- --settle`, as it is called. */
function settle(ownerUrl: string, signer: string): Promise<string> {
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: ownerUrl,
    DATA_DIR: join(room, 'data'),
    SIGNER_DIR: signer,
  }
  const program = join(import.meta.dirname, '../cli/restore.ts')
  return new Promise((resolve) => {
    execFile(process.execPath, [program, '--settle'], { env }, (_error, out, said) =>
      resolve(out + said),
    )
  })
}

it('a database that has all of it starts, and so does an empty one', async () => {
  const signer = await signerFolder({ erased: [personId, newId()] })
  await asked(rig.test.url, signer, 'production')
  await rig.sell(log, 1)
  await asked(rig.test.url, signer, 'production')

  const { ownerUrl, drop } = await emptyDatabase()
  tidy.push(drop)
  const bare = openDatabase({ url: ownerUrl, applicationName: 'qura test', poolMax: 1 })
  tidy.push(() => bare.end())
  await bare.query('create table events ()')
  await asked(ownerUrl, signer, 'production')
})

it('one that ends before what was signed does not, until --settle has said so', async () => {
  const signer = await signerFolder()
  const url = await broughtBack(backups.second)
  const refused = start(url, signer)
  await expect(refused).rejects.toThrow(StartRefused)
  await expect(refused).rejects.toThrow(
    `${log.logId} ends at 11, 21 facts of it were signed. It was brought back by other tools`,
  )
  await expect(refused).rejects.toThrow('`npm run restore -- --settle`')

  expect(await settle(url, signer)).toMatch(/settled/i)
  await asked(url, signer)
  // Brought back a second time, to before that: what was settled then says nothing about it.
  const again = await broughtBack(backups.first)
  await expect(asked(again, signer)).rejects.toThrow(`${log.logId} ends at 1,`)
  await asked(url, signer)
})

it('nor one in which an erased person is a customer, until he is erased again', async () => {
  const signer = await signerFolder({ erased: [personId] })
  await rm(join(signer, 'guard'), { recursive: true })
  const url = await broughtBack(backups.second)
  await expect(start(url, signer)).rejects.toThrow('1 who were erased are customers again')
  expect(await settle(url, signer)).toContain('Erased again: 1.')
  await asked(url, signer)
})

it('a raffle that is missing stops a shop in production; a demo may begin anew', async () => {
  const signer = await signerFolder()
  await rm(join(signer, 'guard'), { recursive: true })
  const ledger = rig.ledger({ signerFolder: signer })
  await ledger.publish(later.raffleId)
  const url = await broughtBack(backups.second)
  await asked(url, signer)
  const refused = asked(url, signer, 'production')
  await expect(refused).rejects.toThrow(`${later.logId} is missing, 1 facts of it were signed`)
  await settle(url, signer)
  await asked(url, signer, 'production')
})

it('a folder without records, or with a damaged one, stops nobody', async () => {
  const url = await broughtBack(backups.first)
  await asked(url, join(room, 'nowhere'), 'production')
  const signer = await signerFolder()
  for (const hash of await listFolder(join(signer, 'guard')))
    await cp(join(room, 'first/manifest.json'), join(signer, 'guard', hash, '000000000009'))
  await asked(url, signer, 'production')
})
