// F21, with the files of the cluster and the archive of its log: PostgreSQL is killed, its folder
// is lost, and everything that was archived comes back, or all of it up to an instant.
// At full length: FAULT_ROUNDS=1, at most 10 minutes.
import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { customerDecider } from '#events/customer/decide.ts'
import type { CustomerCommand } from '#events/customer/decide.ts'

import { changeStream } from '../commands/change-stream.ts'
import { startEmbedded } from '../database/embedded.ts'
import type { Embedded } from '../database/embedded.ts'
import { migrate } from '../database/migrate.ts'
import { newId } from '../ids.ts'
import { openDatabase } from '../io/database.ts'
import type { Database } from '../io/database.ts'
import { forgeKeptFact } from '../ledger/testing/forge-fact.ts'
import { damagePage, FIRST_POINTER_AT, PAGE_BYTES } from '../testing/damaged-page.ts'
import { openPurchaseRig } from '../testing/purchase-rig.ts'
import type { PurchaseRig } from '../testing/purchase-rig.ts'
import { archiveAges, archiveWaiting } from './archive-figures.ts'
import { takeBaseBackup } from './base-backup.ts'
import { baseDrill } from './base-drill.ts'
import { keepNewest, nameOfBase } from './base-keep.ts'
import { readBaseManifest } from './base-manifest.ts'
import type { BaseManifest } from './base-manifest.ts'
import { restoreBase } from './base-restore.ts'
import type { BaseRestoreNeeds } from './base-restore.ts'
import { checkPages } from './check-pages.ts'
import { takeInstant } from './instant.ts'
import type { Instant } from './instant.ts'
import { BackupRefused } from './restore.ts'
import { readSegment } from './wal-names.ts'

// Clusters are copied, flushed and started by the dozen.
vi.setConfig({ testTimeout: 300_000 })

let room: string
let archiveFolder: string
let live: Embedded
let rig: PurchaseRig
let logId: string
/** One paid order of three tickets; its id, once somebody was told. */
let sell: () => Promise<string>
const personId = newId<string>()
/** Taken while the shop sold. */
let underSale: Instant

/** Orders that were told: before the instant, after it, and behind the last archived byte. */
const told = { before: [] as string[], after: [] as string[] }
let folder: string
let manifest: BaseManifest
let instant: Date
const bases = () => join(room, 'bases')

beforeAll(async () => {
  room = await mkdtemp(join(tmpdir(), 'qura-base-'))
  // As root, PostgreSQL's own user has to walk through it.
  await chmod(room, 0o711)
  archiveFolder = join(room, 'archive')
  live = await startEmbedded({ dataFolder: await newFolder('live'), archiveFolder })
  await migrate(live.ownerUrl, { environment: 'test' })
  const database = openDatabase({ url: live.url, applicationName: 'qura test', poolMax: 12 })
  const owner = ownerOf(live)
  const drop = async () => void (await Promise.all([database.end(), owner.end()]))
  const { url, ownerUrl } = live
  rig = await openPurchaseRig({ test: { url, ownerUrl, database, owner, drop } })
  const sold = await rig.sellRaffle({ ticketsMax: 10_000 })
  logId = `raffle/${sold.raffleId}`
  const items = [{ productId: sold.productIds[0]!, quantity: 3 }]
  sell = async () => {
    const { id } = await rig.buy({ items })
    await rig.pay(id, 'approve', 0)
    await rig.watch.askNow(id as never)
    return id
  }
}, 180_000)
afterAll(async () => {
  await rig.stop()
  await live.stop()
  await rm(room, { recursive: true, force: true })
})

const tidy: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const act of tidy.splice(0).toReversed()) await act()
})

const ownerOf = ({ ownerUrl: url }: Embedded): Database =>
  openDatabase({ url, applicationName: 'qura test owner', poolMax: 3, statementTimeoutMs: 0 })

async function newFolder(name: string): Promise<string> {
  const path = join(room, `${name}-${randomUUID().slice(0, 8)}`)
  await mkdir(path, { mode: 0o711 })
  return path
}

async function sellMany(count: number): Promise<string[]> {
  const ids: string[] = []
  const seller = async () => {
    while (ids.length < count) ids.push(await sell())
  }
  await Promise.all([seller(), seller(), seller()])
  return ids
}

async function restore(more: Partial<BaseRestoreNeeds> = {}) {
  const restored = await restoreBase({
    folder,
    dataFolder: await newFolder('restored'),
    archiveFolder,
    goesOn: false,
    until: null,
    ...more,
  })
  tidy.push(restored.server.stop)
  const owner = ownerOf(restored.server)
  tidy.push(() => owner.end())
  const broken = restored.report.findings.filter(({ violations }) => violations > 0)
  return { ...restored, owner, broken }
}

/** Of these orders, how many have their tickets. */
async function granted(owner: Database, ids: readonly string[]): Promise<number> {
  const { rows } = await owner.query<{ found: number }>(
    `select count(distinct stream_id)::int as found from events
      where type = 'TicketsGranted' and stream_id = any($1::text[])`,
    [ids.map((id) => `order/${id}`)],
  )
  return rows[0]?.found ?? 0
}

const person = 'select phone, full_name, email from people where person_id = $1'

/** All that was told so far lies in the archive afterwards. */
async function closeLog(owner = rig.test.owner): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `select pg_walfile_name(pg_logical_emit_message(true, 'qura', 'test')) as name`,
  )
  await owner.query('select pg_switch_wal()')
  await expect.poll(() => readdir(archiveFolder)).toContain(`${rows[0]!.name}.gz`)
}

/** While `act` lasts, the file differs. */
async function whileChanged(path: string, act: () => Promise<void>): Promise<void> {
  const bytes = await readFile(path)
  const other = Buffer.from(bytes)
  other[other.length >> 1]! ^= 1
  await writeFile(path, other)
  await act().finally(() => writeFile(path, bytes))
}

describe('a base backup', () => {
  it('is taken while the shop sells, and is whole', async () => {
    await rig.test.owner.query(
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
    told.before.push(...(await sellMany(10)))

    let isOver = false
    const selling = (async () => {
      while (!isOver) told.before.push(await sell())
    })()
    folder = join(bases(), nameOfBase(new Date()))
    await mkdir(bases())
    const steps = new Set<string>()
    manifest = await takeBaseBackup({
      owner: rig.test.owner,
      home: live.folder,
      archiveFolder,
      folder,
      progress: ({ name }) => steps.add(name),
    })
    underSale = await takeInstant({ owner: rig.test.owner, archiveFolder })
    isOver = true
    await selling

    expect(await readBaseManifest(folder)).toEqual(manifest)
    expect([...steps]).toEqual([
      'does the archive receive',
      'copying, MB',
      'flushing',
      'waiting for the archive',
    ])
    expect(await readdir(bases())).toEqual([folder.split('/').at(-1)])
    const paths = manifest.files.map(({ path }) => path)
    expect(paths).toEqual(expect.arrayContaining(['cluster/backup_label', 'cluster/PG_VERSION']))
    expect(paths.filter((path) => /postmaster|pg_wal\//.test(path))).toEqual([])
    expect(await readdir(archiveFolder)).toContain(`${manifest.lastLogFile}.gz`)
    // As the service sees it, which may do little.
    expect(await archiveAges(rig.test.database)).toEqual({ archived: expect.any(Number) })
    expect(await archiveWaiting(rig.test.database)).toBe(0)
  })

  it('comes back with all that was archived when PostgreSQL was killed and is gone', async () => {
    told.before.push(...(await sellMany(30)))
    const { rows } = await rig.test.owner.query<{ now: Date }>('select clock_timestamp() as now')
    // A moment that is past for the next sale: the clock's milliseconds are all we have of it.
    instant = new Date(rows[0]!.now.getTime() + 1)
    await expect
      .poll(async () => {
        const { rows: later } = await rig.test.owner.query<{ now: Date }>(
          'select clock_timestamp() as now',
        )
        return later[0]!.now > instant
      })
      .toBe(true)
    told.after.push(...(await sellMany(10)))
    await closeLog()

    const selling = sellMany(1_000).catch(() => [])
    const pid = await readFile(join(live.folder, 'cluster/postmaster.pid'), 'utf8')
    const ended = new Promise<void>((resolve) => live.onEnd(resolve))
    process.kill(Number(pid.split('\n')[0]), 'SIGKILL')
    await ended
    await selling
    await rename(join(live.folder, 'cluster'), join(room, 'lost'))

    const { owner, differences, broken, upTo } = await restore()
    expect(differences).toEqual([])
    expect(broken).toEqual([])
    const all = [...told.before, ...told.after]
    expect(await granted(owner, all)).toBe(all.length)
    expect(upTo!.getTime()).toBeGreaterThan(instant.getTime())
  })

  it('up to an instant has the sales before it, and none of those after', async () => {
    const { owner, differences, broken } = await restore({ until: instant })
    expect(differences).toEqual([])
    expect(broken).toEqual([])
    expect(await granted(owner, told.before)).toBe(told.before.length)
    expect(await granted(owner, told.after)).toBe(0)
    // A provider remembers the references of those after it (`given-out.ts`).
    const { rows } = await owner.query<{ ref: number }>(
      `select nextval('payment_refs')::int8 as ref`,
    )
    expect(rows[0]!.ref).toBeGreaterThan(100_010_000_000)
    // Whoever is on no list of erased people is there again.
    const [karim] = (await owner.query(person, [personId])).rows
    expect(karim).toMatchObject({ full_name: 'Karim Salameh' })
  })

  it('up to an instant taken under sale has every fact of before it, and no other', async () => {
    const { differences, broken, upTo } = await restore({ until: underSale.at, instant: underSale })
    expect(differences).toEqual([])
    expect(broken).toEqual([])
    expect(upTo!.getTime()).toBeLessThanOrEqual(underSale.at.getTime())

    const later = await restore({ until: instant, instant: underSale })
    expect(later.differences).toContainEqual(expect.stringContaining('at the instant at'))
  })

  it('up to an instant it cannot reach is refused, and may be tried again', async () => {
    const dataFolder = await newFolder('refused')
    const until = new Date(Date.now() + 86_400_000)
    await expect(restore({ dataFolder, until })).rejects.toThrow(
      'recovery ended before configured recovery target was reached',
    )
    const early = new Date('2026-01-01T00:00:00Z')
    await expect(restore({ dataFolder, until: early })).rejects.toThrow('take an older one')
    await restore({ dataFolder })
  })
})

describe('what is refused, by name', () => {
  const refusal = (message: string) => expect(restore()).rejects.toThrow(new BackupRefused(message))

  it('a changed byte of the cluster, and a file that is gone', async () => {
    const path = join(folder, 'cluster/PG_VERSION')
    await whileChanged(path, () => refusal('files were changed: cluster/PG_VERSION'))
    await rename(path, `${path}.away`)
    await refusal('files were changed: cluster/PG_VERSION is missing')
    await rename(`${path}.away`, path)
  })

  it('a changed byte of the archive, and a file of it that is gone', async () => {
    const hint = '; up to an instant before, --until restores'
    const path = join(archiveFolder, `${manifest.lastLogFile}.gz`)
    const damaged = `the archive is not whole: ${manifest.lastLogFile} is damaged${hint}`
    await whileChanged(path, () => refusal(damaged))
    await rename(path, join(room, 'away'))
    await refusal(`the archive is not whole: ${manifest.lastLogFile} is missing${hint}`)
    await rename(join(room, 'away'), path)
  })

  it('a data folder that has a PostgreSQL', async () => {
    const dataFolder = await newFolder('taken')
    const { server } = await restore({ dataFolder })
    await server.stop()
    await expect(restore({ dataFolder })).rejects.toThrow('holds a PostgreSQL')
  })
})

it('the shop goes on: the erased stay so, its timeline is backed up, forgery named', async () => {
  const { owner, server, broken } = await restore({ goesOn: true, erased: [personId] })
  expect(broken).toEqual([])
  const nobody = [{ phone: null, full_name: null, email: null }]
  expect((await owner.query(person, [personId])).rows).toEqual(nobody)

  const next = join(bases(), nameOfBase(new Date(Date.now() + 1_000)))
  const home = server.folder
  const second = await takeBaseBackup({ owner, home, archiveFolder, folder: next })
  expect(readSegment(second.firstLogFile)?.timeline).toBe(2)
  const drillFolder = join(room, 'drills')
  const drilling = { ownerUrl: server.ownerUrl, home, archiveFolder, drillFolder }
  const drilled = await baseDrill(drilling)
  expect(drilled.differences).toEqual([])
  expect(drilled.report.findings.filter(({ violations }) => violations > 0)).toEqual([])
  expect(drilled.isSound).toBe(true)
  expect(drilled.instant.heads.length).toBeGreaterThan(1)
  expect(drilled.upTo!.getTime()).toBeLessThanOrEqual(drilled.instant.at.getTime())
  expect(drilled.pages).toEqual({ tables: anyCount, indexes: anyCount, damaged: [] })
  expect(await readdir(drillFolder)).toEqual([])

  // The first backup leads into the new timeline now, where the person was erased.
  const along = await restore()
  expect((await along.owner.query(person, [personId])).rows).toEqual(nobody)
  expect(await granted(along.owner, told.before)).toBe(told.before.length)

  const keeping = { out: bases(), archiveFolder, count: 1, taken: second }
  const gone = await keepNewest(keeping)
  expect(gone.backups).toEqual([folder.split('/').at(-1)])
  expect(gone.log).toContain(`${manifest.firstLogFile}.gz`)
  expect(await keepNewest(keeping)).toEqual({ backups: [], log: [], aside: [], damaged: [] })

  const { treesKept, named } = await forgeKeptFact(owner, { logId, position: 5 })
  const forgery = expect.objectContaining({ id: 'I6', examples: named })
  await closeLog(owner)
  const again = await baseDrill({ ...drilling, treesKept })
  expect(again.report.findings).toContainEqual(forgery)
  const last = await restore({ folder: next, treesKept })
  expect(last.differences).toEqual([])
  expect(last.report.findings).toContainEqual(forgery)
})

const anyCount = expect.any(Number)

it('names a damaged page, of an index and of a table, and believes nothing of it', async () => {
  const folder = (await newest())!
  const { owner, server, pages } = await restore({ folder, looksAtPages: true })
  expect(pages?.damaged).toEqual([])
  expect(pages?.tables).toBeGreaterThan(100)
  expect(pages?.indexes).toBeGreaterThan(100)

  await damagePage(owner, server.folder, { relation: 'events_pkey', at: PAGE_BYTES * 1.5 })
  await damagePage(owner, server.folder, { relation: 'people', at: FIRST_POINTER_AT })
  const { damaged } = await checkPages(owner)
  expect(damaged).toContainEqual(expect.stringMatching(/^people: invalid page in block 0 /))
  expect(damaged).toContainEqual(expect.stringMatching(/^events_pkey: invalid page in block 1 /))
  // The indexes of a table cannot be held against it then.
  expect(damaged.filter((line) => !/^(people|events_pkey)/.test(line))).toEqual([])

  // What was written wrongly has a checksum that fits.
  await owner.query('alter role current_user set ignore_checksum_failure = on')
  const unaware = ownerOf(server)
  tidy.push(() => unaware.end())
  const { damaged: rows } = await checkPages(unaware)
  expect(rows).toContainEqual(expect.stringMatching(/^people: block 0, line pointer/))
})

it('is refused where the archive does not receive, and nothing of it stays', async () => {
  const { server, owner } = await restore({ folder: (await newest())!, goesOn: true })
  const { rows } = await owner.query<{ name: string }>(
    'select pg_walfile_name(pg_current_wal_lsn()) as name',
  )
  // Somebody else's bytes under the next name: they are never written over.
  const taken = join(archiveFolder, `${rows[0]!.name}.gz`)
  await writeFile(taken, 'something else')
  tidy.push(() => rm(taken, { force: true }))
  const refused = join(bases(), 'refused')
  await expect(
    takeBaseBackup({
      owner,
      home: server.folder,
      archiveFolder,
      folder: refused,
      patienceMs: 3_000,
    }),
  ).rejects.toThrow('does not receive')
  expect(await archiveWaiting(owner)).toBeGreaterThan(0)
  expect(Object.keys(await archiveAges(owner))).toEqual(['archived', 'failed'])
  expect((await readdir(bases())).filter((name) => name.startsWith('refused'))).toEqual([])
})

async function newest(): Promise<string | undefined> {
  const name = (await readdir(bases())).toSorted().at(-1)
  return name === undefined ? undefined : join(bases(), name)
}
