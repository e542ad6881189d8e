// A database that other tools have brought back, and nobody said so: SIGNER_DIR knows more than it
// does, and the shop does not open on it until it is settled. What only crashed opens as ever.
import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { customerDecider } from '#events/customer/decide.ts'
import type { CustomerCommand } from '#events/customer/decide.ts'

import { changeStream } from '../commands/change-stream.ts'
import { readConfig } from '../config.ts'
import type { Environment } from '../database/migrate.ts'
import { StartRefused } from '../database/start-refused.ts'
import { newId } from '../ids.ts'
import { openDatabase, withRole } from '../io/database.ts'
import { listFolder } from '../io/files.ts'
import { openLogRig } from '../ledger/testing/log-rig.ts'
import type { LogRig, OpenLog } from '../ledger/testing/log-rig.ts'
import { startService } from '../main.ts'
import { copyOfDatabase, emptyDatabase, migratedDatabase } from '../testing/database.ts'
import type { UnopenedDatabase } from '../testing/database.ts'
import { takeBackup } from './backup.ts'
import { requireNothingLost } from './brought-back.ts'
import { restoreInto } from './drill.ts'
import { erasedList } from './erased-list.ts'
import { keptOutside } from './kept-outside.ts'
import { sequences } from './tables.ts'
import { markUnfinished } from './unfinished.ts'

vi.setConfig({ testTimeout: 180_000 })

let rig: LogRig
let room: string
let log: OpenLog
/** Published after both backups. */
let later: OpenLog
/** With 1 and with 11 facts of the raffle; 21 were signed. The person was erased after both. */
let backups: { first: string; second: string }
/** Each of them restored once, and copied for whoever wants it. */
const restored = new Map<string, UnopenedDatabase>()
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
  for (const folder of Object.values(backups)) {
    const made = await migratedDatabase()
    restored.set(folder, made)
    await restoreInto({ url: made.ownerUrl, folder })
  }
}, 180_000)
afterAll(async () => {
  await Promise.all([...restored.values()].map(({ drop }) => drop()))
  await rig.close()
  await rm(room, { recursive: true, force: true })
})

const tidy: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const act of tidy.splice(0).toReversed()) await act()
})

/** As pgBackRest or a snapshot leaves it: the facts of one of the backups, and no mark. */
async function broughtBack(folder: string): Promise<string> {
  const { ownerUrl, drop } = await copyOfDatabase(restored.get(folder)!)
  tidy.push(drop)
  return ownerUrl
}

/** A copy of the signer's folder for each test: settling writes there. */
async function signerFolder({ erased = [] as string[] } = {}): Promise<string> {
  const folder = await mkdtemp(join(room, 'signer-'))
  await cp(rig.signerFolder, folder, { recursive: true })
  for (const one of erased) await erasedList(folder).add(one)
  return folder
}

/** Answers what was warned of. */
async function asked(url: string, signer: string, environment: Environment = 'test') {
  const warned: unknown[] = []
  const log = { warn: (what: object) => void warned.push(what) }
  const installation = { environment, shopLogs: 1 }
  await requireNothingLost({ url, signerFolder: signer, installation, log: log as never })
  return warned
}

/** `npm run restore -- FOLDER` into a database of its own, with the shop's SIGNER_DIR. */
async function restoredBeside(folder: string, signer: string): Promise<string> {
  const { ownerUrl, drop } = await migratedDatabase()
  tidy.push(drop)
  const { noteSettled } = await keptOutside({
    signerFolder: signer,
    headsFolder: join(signer, 'heads'),
    hasRaffles: true,
    takenAt: null,
    isWithoutSigner: false,
  })
  await restoreInto({ url: ownerUrl, folder, noteSettled })
  return ownerUrl
}

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
function settle(ownerUrl: string, signer: string, more: readonly string[] = []): Promise<string> {
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    DATABASE_URL: ownerUrl,
    DATA_DIR: join(room, 'data'),
    SIGNER_DIR: signer,
  }
  const program = join(import.meta.dirname, '../cli/restore.ts')
  return new Promise((resolve) => {
    execFile(process.execPath, [program, '--settle', ...more], { env }, (_error, out, said) =>
      resolve(out + said),
    )
  })
}

it('a database that has all of it starts', async () => {
  const signer = await signerFolder({ erased: [personId, newId()] })
  await asked(rig.test.url, signer, 'production')
  await rig.sell(log, 1)
  await asked(rig.test.url, signer, 'production')
})

it('a new shop begins, in production with a SIGNER_DIR of its own', async () => {
  const { ownerUrl, drop } = await emptyDatabase()
  tidy.push(drop)
  const bare = openDatabase({ url: ownerUrl, applicationName: 'qura test', poolMax: 1 })
  tidy.push(() => bare.end())
  await bare.query('create table events ()')
  const signer = await signerFolder()
  await asked(ownerUrl, signer)
  await asked(ownerUrl, signer, 'demo')
  await asked(ownerUrl, join(room, 'its-own'), 'production')

  const refused = asked(ownerUrl, signer, 'production')
  await expect(refused).rejects.toThrow(StartRefused)
  await expect(refused).rejects.toThrow('A new shop takes a SIGNER_DIR of its own')
  await rm(join(signer, 'guard'), { recursive: true })
  await asked(ownerUrl, signer, 'production')
  await erasedList(signer).add(personId)
  await expect(asked(ownerUrl, signer, 'production')).rejects.toThrow('holds no facts')
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

describe('a restore beside the shop', () => {
  it('lets nothing pass that is lost in the shop', async () => {
    const signer = await signerFolder()
    const shop = await broughtBack(backups.second)
    await expect(asked(shop, signer, 'production')).rejects.toThrow('ends at 11')
    await asked(await restoredBeside(backups.first, signer), signer, 'production')
    await expect(asked(shop, signer, 'production')).rejects.toThrow('ends at 11')
  })

  it('takes nothing away from what the shop has settled, from a copy of it neither', async () => {
    const signer = await signerFolder()
    const shop = await broughtBack(backups.second)
    await settle(shop, signer)
    const [whole, settled] = [join(room, 'whole'), join(room, 'settled')]
    await takeBackup(rig.test.owner, whole)
    await asked(await restoredBeside(whole, signer), signer, 'production')
    await asked(shop, signer, 'production')
    const owner = openDatabase({ url: shop, applicationName: 'qura test', poolMax: 2 })
    tidy.push(() => owner.end())
    await takeBackup(owner, settled)
    const copy = await restoredBeside(settled, signer)
    expect(await idOf(copy)).not.toBe(await idOf(shop))
    for (const url of [shop, copy]) await asked(url, signer, 'production')
  })
})

describe('a shop that an earlier version has settled', () => {
  it('starts as a demo, and says what is behind', async () => {
    const signer = await signerFolder()
    const url = await broughtBack(backups.second)
    expect(await asked(url, signer, 'demo')).toEqual([
      { behind: [{ logId: log.logId, size: 21, head: 11 }] },
    ])
    expect(await asked(rig.test.url, signer, 'demo')).toEqual([])
    await erasedList(signer).add(personId)
    await expect(asked(url, signer, 'demo')).rejects.toThrow('are customers again')
  })

  it('starts in production once --only-note has written it down, and changes nothing', async () => {
    const signer = await signerFolder()
    const url = await broughtBack(backups.second)
    const owner = openDatabase({ url, applicationName: 'qura test', poolMax: 2 })
    tidy.push(() => owner.end())
    const before = await sequences(owner)
    await expect(asked(url, signer, 'production')).rejects.toThrow('with --only-note as well')
    const said = await settle(url, signer, ['--only-note'])
    expect(said).toContain(`LOST  ${log.logId} ends at 11, 21 facts of it were signed`)
    expect(said).toContain('Noted.')
    expect(await asked(url, signer, 'production')).toEqual([])
    expect(await sequences(owner)).toEqual(before)
    const again = await broughtBack(backups.first)
    await expect(asked(again, signer, 'production')).rejects.toThrow(`${log.logId} ends at 1,`)
  })

  it('is noted by --settle alone where more is due', async () => {
    const signer = await signerFolder({ erased: [personId] })
    const url = await broughtBack(backups.second)
    const note = () => settle(url, signer, ['--only-note'])
    expect(await note()).toContain('1 who were erased are customers: --settle alone')
    const owner = openDatabase({ url, applicationName: 'qura test', poolMax: 2 })
    tidy.push(() => owner.end())
    await markUnfinished(owner)
    expect(await note()).toContain('--settle alone finishes it')
    expect(await idOf(url)).toBeNull()
    expect(await settle(url, signer, ['--only-note', '--without-signer'])).toContain(
      '--only-note writes into SIGNER_DIR',
    )
  })
})

async function idOf(url: string): Promise<string | null> {
  const database = openDatabase({ url, applicationName: 'qura test', poolMax: 1 })
  const { rows } = await database.query<{ id: string | null }>(
    'select settled_id as id from installation',
  )
  await database.end()
  return rows[0]?.id ?? null
}
