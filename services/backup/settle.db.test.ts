// A database that came back without the rest of a restore: by other tools, or by a restore that was
// cut short. It is settled before anybody buys: nobody is there who was erased, nothing is given
// out twice, and until then the shop does not start.
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { customerDecider } from '#events/customer/decide.ts'
import type { CustomerCommand } from '#events/customer/decide.ts'

import { changeStream } from '../commands/change-stream.ts'
import { placeOrder } from '../commands/place-order.ts'
import { readConfig } from '../config.ts'
import { StartRefused } from '../database/start-refused.ts'
import { newId } from '../ids.ts'
import { openDatabase, withRole } from '../io/database.ts'
import type { Database } from '../io/database.ts'
import { writeHeads } from '../ledger/heads.ts'
import { startService } from '../main.ts'
import { copyOfDatabase, emptyDatabase, migratedDatabase } from '../testing/database.ts'
import type { UnopenedDatabase } from '../testing/database.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { tablesHolding } from '../testing/security/kept-rows.ts'
import { takeBackup } from './backup.ts'
import { restoreInto } from './drill.ts'
import { erasedList } from './erased-list.ts'
import type { Manifest } from './manifest.ts'
import { appliedMigrations, sequences } from './tables.ts'
import { isUnfinished } from './unfinished.ts'

// Each calls the command a few times, a program of its own.
vi.setConfig({ testTimeout: 180_000 })

let rig: PurchaseRig
let room: string
/** A backup with him in it; he was erased after it. */
let folder: string
/** That backup, restored once, and copied for whoever wants it. */
let restored: UnopenedDatabase
let signerFolder: string
const personId = newId<string>()
const traces = ['salameh', 'karim@', '70777001', '70777002']

beforeAll(async () => {
  room = await mkdtemp(join(tmpdir(), 'qura-settle-'))
  rig = await openPurchaseRig()
  const { owner } = rig.test
  const { productIds } = await rig.sellRaffle({ ticketsMax: 50 })
  await owner.query(
    `insert into people (person_id, full_name, email, phone, created_at)
     values ($1, 'Karim Salameh', 'karim@example.com', '+96170777001', clock_now())`,
    [personId],
  )
  await changeStream(rig.store, {
    streamId: `customer/${personId}`,
    decider: customerDecider,
    actor: 'system:test',
    commands: (): CustomerCommand[] => [{ type: 'RegisterCustomer', via: 'sign_up' }],
  })
  const { id } = await placeOrder(rig.desk, {
    buyer: { sessionId: newId<string>(), customerId: personId as never },
    purchase: {
      items: [{ productId: productIds[0]!, quantity: 3 }],
      shippingMethod: 'pickup',
      paymentMethod: 'whishpay',
      customerName: 'Karim Salameh',
      customerEmail: 'karim@work.example',
      customerPhone: '+96170777002',
    },
    idempotencyKey: null,
  })
  await rig.pay(id, 'approve', 0)
  await rig.watch.askNow(id as never)
  folder = join(room, 'backup')
  await takeBackup(owner, folder)
  restored = await migratedDatabase()
  await restoreInto({ url: restored.ownerUrl, folder })

  signerFolder = join(room, 'signer')
  await mkdir(signerFolder)
  await writeFile(join(signerFolder, 'log-key.pem'), 'its name is what is looked for')
  await erasedList(signerFolder).add(personId)
  await writeHeads({ database: owner, folder: join(signerFolder, 'heads'), now: () => new Date() })
})
afterAll(async () => {
  await restored?.drop()
  await rig.stop()
  await rm(room, { recursive: true, force: true })
})

const tidy: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const act of tidy.splice(0).toReversed()) await act()
})

async function opened(database: Promise<UnopenedDatabase>) {
  const { ownerUrl, drop } = await database
  tidy.push(drop)
  const owner = openDatabase({ url: ownerUrl, applicationName: 'qura test', poolMax: 2 })
  tidy.push(() => owner.end())
  return { ownerUrl, owner }
}

const newDatabase = () => opened(emptyDatabase())
/** Which other tools have brought back: with the facts of the backup, and no mark. */
const broughtBack = () => opened(copyOfDatabase(restored))

/** `npm run restore`, as it is called. */
function command(ownerUrl: string, given: readonly string[], signer = signerFolder) {
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    DATABASE_URL: ownerUrl,
    DATA_DIR: join(room, 'data'),
    SIGNER_DIR: signer,
  }
  const program = join(import.meta.dirname, '../cli/restore.ts')
  return new Promise<{ code: unknown; out: string; said: string }>((resolve) => {
    execFile(process.execPath, [program, ...given], { env }, (error, out, said) =>
      resolve({ code: error?.code ?? 0, out: out.trimEnd(), said }),
    )
  })
}

/** The session drops at this step. */
const cutAt = (ownerUrl: string, step: string) =>
  restoreInto({
    url: ownerUrl,
    folder,
    erased: [personId],
    progress: ({ name }) => {
      if (name === step) throw new Error('the session dropped')
    },
  })

async function lastValues(owner: Database): Promise<Record<string, number>> {
  const found = await sequences(owner)
  return Object.fromEntries(found.map(({ name, lastValue }) => [name, Number(lastValue)]))
}

const erasuresIn = async (owner: Database) =>
  (await owner.query(`select from events where type = 'PersonErased'`)).rows.length

function start(ownerUrl: string) {
  const config = readConfig({ DATA_DIR: join(room, 'data'), DATABASE_URL: ownerUrl })
  const url = withRole(ownerUrl, 'qura_app')
  const installation = { environment: 'test', shopLogs: 1, seededAt: null } as const
  const given = { ahead: null, embedded: null, onEnd: () => {}, stop: async () => {} }
  return startService(config, { url, ownerUrl, installation, ...given }, { distFolder: null })
}

describe.each(['erasures', 'read models', 'invariants'])('a restore cut short at %s', (step) => {
  it('leaves a shop that does not start, and --settle finishes it', async () => {
    const { ownerUrl, owner } = await opened(migratedDatabase())
    await expect(cutAt(ownerUrl, step)).rejects.toThrow('the session dropped')

    expect(await isUnfinished(owner)).toBe(true)
    const refused = start(ownerUrl)
    await expect(refused).rejects.toThrow(StartRefused)
    await expect(refused).rejects.toThrow('npm run restore -- --settle')
    await expect(restoreInto({ url: ownerUrl, folder })).rejects.toThrow(
      '`npm run restore -- --settle` finishes it',
    )

    const before = await lastValues(owner)
    const { code, out } = await command(ownerUrl, ['--settle'])
    expect(out).toContain('Erased again: 1.\nSettled, and everything holds.')
    expect(code).toBe(0)
    expect(await tablesHolding(owner, traces)).toEqual([])
    expect(await erasuresIn(owner)).toBe(1)
    expect(await isUnfinished(owner)).toBe(false)
    // They had leapt with the facts.
    expect(await lastValues(owner)).toEqual(before)
  })
})

it('what other tools have brought back is settled, twice without harm', async () => {
  const { ownerUrl, owner } = await broughtBack()
  const known = await lastValues(rig.test.owner)
  for (const [name, value] of Object.entries(known))
    await owner.query('select setval($1::regclass, $2::bigint)', [name, value])
  // Projectors were behind when the moment was taken.
  await owner.query(`truncate ${await tableOf(owner, 'customer_orders')}`)
  expect(await tablesHolding(owner, traces)).not.toEqual([])

  const { code, out } = await command(ownerUrl, ['--settle', '--json'])
  expect(JSON.parse(out)).toMatchObject({
    isSound: true,
    erasedAgain: 1,
    differences: [],
    verifiersMissing: [],
    picturesMissing: 0,
    gap: null,
  })
  expect(code).toBe(0)
  expect(await tablesHolding(owner, traces)).toEqual([])
  const leapt = await lastValues(owner)
  for (const [name, value] of Object.entries(known))
    expect(leapt[name], name).toBeGreaterThan(value + 50)

  expect((await command(ownerUrl, ['--settle'])).code).toBe(0)
  expect(await erasuresIn(owner)).toBe(1)
  const again = await lastValues(owner)
  for (const [name, value] of Object.entries(leapt))
    expect(again[name], name).toBeGreaterThanOrEqual(value)
})

async function tableOf(owner: Database, projection: string): Promise<string> {
  const { rows } = await owner.query<{ tables: string[] }>(
    `select tables from projection_builds where name = $1 and status = 'live'`,
    [projection.replace('_', '-')],
  )
  return rows.flatMap(({ tables }) => tables).join(', ')
}

it('facts that are missing since the heads were kept are named', async () => {
  const { ownerUrl, owner } = await broughtBack()
  const signer = join(room, 'longer')
  await mkdir(join(signer, 'heads'), { recursive: true })
  await writeFile(join(signer, 'log-key.pem'), '')
  const [{ logId, head }] = (
    await owner.query<{ logId: string; head: number }>(
      `select log_id as "logId", head from logs where log_id like 'raffle/%'`,
    )
  ).rows as [{ logId: string; head: number }]
  const line = `${logId.slice('raffle/'.length)} ${head + 2} ${'cc'.repeat(32)}\n`
  await writeFile(join(signer, 'heads/2026-11-22T08.txt'), line)

  const { code, out } = await command(ownerUrl, ['--settle'], signer)
  expect(out).toContain(`DIFFERS  ${logId} ends at ${head}, it had ${head + 2} facts`)
  expect(out).toContain('SETTLED, BUT NOT SOUND')
  expect(code).toBe(1)
})

describe('without SIGNER_DIR', () => {
  const nowhere = () => join(room, 'not-there')

  it('a restore is refused before it writes, unless it is said to be lost', async () => {
    const { ownerUrl, owner } = await newDatabase()
    const refused = await command(ownerUrl, [folder], nowhere())
    expect(refused.said).toContain(`SIGNER_DIR (${nowhere()}) holds no log key`)
    expect(refused.code).toBe(2)
    const { rows } = await owner.query(`select from pg_tables where schemaname = 'public'`)
    expect(rows).toEqual([])

    const { code, out } = await command(ownerUrl, [folder, '--without-signer'], nowhere())
    expect(out).toContain('Restored, and everything holds.')
    expect(out.split('\n').at(-1)).toBe(
      `NOT COMPARED: no heads could be compared (none in ${nowhere()}/heads); ` +
        'whoever was erased since the backup is back (no SIGNER_DIR).',
    )
    expect(code).toBe(0)
  })

  it('settling is refused as well, and marks nothing', async () => {
    const { ownerUrl, owner } = await broughtBack()
    const { code, said } = await command(ownerUrl, ['--settle'], nowhere())
    expect(said).toContain('holds no log key')
    expect(code).toBe(2)
    expect(await isUnfinished(owner)).toBe(false)
  })
})

describe('a restore is refused before it migrates', () => {
  it('a backup of another version, so that the database stays good for that version', async () => {
    const { ownerUrl, owner } = await newDatabase()
    const other = join(room, 'of-another-version')
    await cp(folder, other, { recursive: true })
    const path = join(other, 'manifest.json')
    const manifest = JSON.parse(await readFile(path, 'utf8')) as Manifest
    const last = manifest.migrations.findLast((name) => /^\d{4}_/.test(name))
    const migrations = manifest.migrations.filter((name) => name !== last)
    await writeFile(path, JSON.stringify({ ...manifest, migrations }))

    const { code, said } = await command(ownerUrl, [other])
    expect(said).toContain(`the backup was made by another version (${last}): restore it with`)
    expect(code).toBe(2)
    await expect(restoreInto({ url: ownerUrl, folder: other })).rejects.toThrow('another version')
    const { rows } = await owner.query(`select to_regclass('public.migrations') as made`)
    expect(rows).toEqual([{ made: null }])
  })

  it('a backup of which a file was changed', async () => {
    const { ownerUrl, owner } = await newDatabase()
    const changed = join(room, 'changed')
    await cp(folder, changed, { recursive: true })
    await writeFile(join(changed, 'tables/events.jsonl.gz'), 'something else')
    const { code, said } = await command(ownerUrl, [changed])
    expect(said).toContain('files were changed: tables/events.jsonl.gz')
    expect(code).toBe(2)
    const { rows } = await owner.query(`select to_regclass('public.migrations') as made`)
    expect(rows).toEqual([{ made: null }])
  })

  it('a database with facts, whatever it lacks of this version', async () => {
    const { ownerUrl, owner } = await broughtBack()
    await owner.query(`delete from migrations where name = 'functions and roles'`)
    const before = await appliedMigrations(owner)
    const { code, said } = await command(ownerUrl, [folder])
    expect(said).toContain('the database holds facts')
    expect(code).toBe(2)
    expect(await appliedMigrations(owner)).toEqual(before)
  })
})

describe('settling is refused', () => {
  it('on a database without facts, and beside a backup', async () => {
    const { ownerUrl } = await newDatabase()
    const empty = await command(ownerUrl, ['--settle'])
    expect(empty.said).toContain('the database holds no facts')
    expect(empty.code).toBe(2)
    const both = await command(ownerUrl, ['--settle', folder])
    expect(both.said).toContain('--settle takes no backup')
    expect(both.code).toBe(2)
  })

  it('to the login of the service, and while the shop runs', async () => {
    const { ownerUrl } = await broughtBack()
    const asService = await command(withRole(ownerUrl, 'qura_app'), ['--settle'])
    expect(asService.said).toContain('name it in DATABASE_OWNER_URL')
    expect(asService.code).toBe(2)

    const shop = openDatabase({ url: ownerUrl, applicationName: 'qura', poolMax: 1 })
    tidy.push(() => shop.end())
    await shop.query('select 1')
    const running = await command(ownerUrl, ['--settle'])
    expect(running.said).toContain('the shop runs on this database: stop it first')
    expect(running.code).toBe(2)
  })
})
