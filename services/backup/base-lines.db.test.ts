// F21: restored twice out of one base backup, because the instant named first was too early. What
// lies behind it is on the timeline that was left, and is found; or nobody is told of a choice.
import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { startEmbedded } from '../database/embedded.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../io/database.ts'
import type { Database } from '../io/database.ts'
import { takeBaseBackup } from './base-backup.ts'
import { restoreBase } from './base-restore.ts'
import type { BaseRestoreNeeds } from './base-restore.ts'
import { readLine } from './wal-lines.ts'

// Clusters are copied and started by the dozen.
vi.setConfig({ testTimeout: 300_000 })

let room: string
let archiveFolder: string
let folder: string
/** Half past five and half past six, as it were: after the first row, and after the second. */
let early: Date
let late: Date

beforeAll(async () => {
  room = await mkdtemp(join(tmpdir(), 'qura-lines-'))
  // As root, PostgreSQL's own user has to walk through it.
  await chmod(room, 0o711)
  ;[archiveFolder, folder] = [join(room, 'archive'), join(room, 'base')]
  const live = await startEmbedded({ dataFolder: await newFolder(), archiveFolder })
  await migrate(live.ownerUrl, { environment: 'test' })
  const owner = openOwner(live.ownerUrl)
  await takeBaseBackup({ owner, home: live.folder, archiveFolder, folder })
  await write(owner, 'first')
  early = await closeLog(owner)
  await write(owner, 'second')
  late = await closeLog(owner)
  await write(owner, 'third')
  await closeLog(owner)
  await owner.end()
  await live.stop()
}, 180_000)
afterAll(() => rm(room, { recursive: true, force: true }))

const openOwner = (url: string): Database =>
  openDatabase({ url, applicationName: 'qura test owner', poolMax: 3, statementTimeoutMs: 0 })

async function newFolder(): Promise<string> {
  const path = join(room, randomUUID())
  await mkdir(path, { mode: 0o711 })
  return path
}

const write = (owner: Database, name: string) =>
  owner.query(
    `insert into people (person_id, full_name, created_at)
     values (gen_random_uuid(), $1, clock_now())`,
    [name],
  )

/** An instant after all that was written, and before all that comes; it lies in the archive. */
async function closeLog(owner: Database): Promise<Date> {
  const { rows } = await owner.query<{ name: string }>(
    `select pg_walfile_name(pg_logical_emit_message(true, 'qura', 'test')) as name`,
  )
  await owner.query('select pg_switch_wal()')
  const isThere = async () => expect(await readdir(archiveFolder)).toContain(`${rows[0]!.name}.gz`)
  await vi.waitFor(isThere, { timeout: 30_000 })
  const clock = async () =>
    (await owner.query<{ now: Date }>('select clock_timestamp() as now')).rows[0]!.now
  const instant = new Date((await clock()).getTime() + 1)
  await vi.waitFor(async () => expect((await clock()) > instant).toBe(true))
  return instant
}

/** Who came back. `goesOn`: it writes to the archive from then on, along a line of its own. */
async function restore(more: Partial<BaseRestoreNeeds>): Promise<string[]> {
  const { server, differences, report } = await restoreBase({
    folder,
    dataFolder: await newFolder(),
    archiveFolder,
    goesOn: false,
    until: null,
    ...more,
  })
  const owner = openOwner(server.ownerUrl)
  try {
    expect(differences).toEqual([])
    expect(report.findings.filter(({ violations }) => violations > 0)).toEqual([])
    const { rows } = await owner.query<{ name: string }>(
      'select full_name as name from people order by created_at',
    )
    if (more.goesOn) await write(owner, `after ${rows.at(-1)?.name}`)
    return rows.map(({ name }) => name)
  } finally {
    await owner.end()
    await server.stop()
  }
}

it('an instant that was chosen too early is corrected along the timeline it left', async () => {
  expect(await restore({ until: early, goesOn: true })).toEqual(['first'])
  const [fork] = (await readLine(archiveFolder, 2)).forks
  expect(fork?.timeline).toBe(1)
  // The commit of the second row is the first that was left away.
  expect(fork?.before?.getTime()).toBeGreaterThanOrEqual(early.getTime())
  expect(fork?.before?.getTime()).toBeLessThan(late.getTime())

  const choice = /timeline 1, .*; timeline 2, which left 1 before .*--timeline=1 or --timeline=2/
  await expect(restore({ until: late })).rejects.toThrow(choice)
  await expect(restore({})).rejects.toThrow(choice)
  await expect(restore({ timeline: 7 })).rejects.toThrow('lead on only: 1, 2')

  expect(await restore({ until: late, timeline: 1, goesOn: true })).toEqual(['first', 'second'])
  expect((await readLine(archiveFolder, 3)).forks[0]).toMatchObject({ timeline: 1 })
  expect(await restore({ timeline: 2 })).toEqual(['first', 'after first'])
  // Before all of them parted there is nothing to choose.
  expect(await restore({ until: early })).toEqual(['first'])
})
