// F21: a base restore that is cut short, while PostgreSQL goes through its log or after it. Either
// way nothing starts on what lies there until somebody has finished, or begun again.
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { startEmbedded } from '../database/embedded.ts'
import { migrate } from '../database/migrate.ts'
import { StartRefused } from '../database/start-refused.ts'
import { openDatabase } from '../io/database.ts'
import { takeBaseBackup } from './base-backup.ts'
import { restoreBase } from './base-restore.ts'
import { requireFinished } from './unfinished.ts'

// Clusters are copied, flushed and started.
vi.setConfig({ testTimeout: 300_000 })

let room: string
let archiveFolder: string
let folder: string

beforeAll(async () => {
  room = await mkdtemp(join(tmpdir(), 'qura-cut-base-'))
  // As root, PostgreSQL's own user has to walk through it.
  await chmod(room, 0o711)
  archiveFolder = join(room, 'archive')
  const live = await startEmbedded({ dataFolder: await newFolder('live'), archiveFolder })
  await migrate(live.ownerUrl, { environment: 'test' })
  const owner = openDatabase({ url: live.ownerUrl, applicationName: 'qura test', poolMax: 1 })
  folder = join(room, 'backup')
  await takeBaseBackup({ owner, home: live.folder, archiveFolder, folder })
  await owner.end()
  await live.stop()
}, 180_000)
afterAll(() => rm(room, { recursive: true, force: true }))

async function newFolder(name: string): Promise<string> {
  const path = join(room, name)
  await mkdir(path, { mode: 0o711 })
  return path
}

/** The session drops at this step. */
async function cutAt(step: string): Promise<string> {
  const dataFolder = await newFolder(step)
  const restoring = restoreBase({
    folder,
    dataFolder,
    archiveFolder,
    goesOn: false,
    until: null,
    progress: ({ name }) => {
      if (name === step) throw new Error('the session dropped')
    },
  })
  await expect(restoring).rejects.toThrow('the session dropped')
  return dataFolder
}

it('before its database is marked: its PostgreSQL does not start by itself', async () => {
  const dataFolder = await cutAt('checking')
  const started = startEmbedded({ dataFolder })
  await expect(started).rejects.toThrow(StartRefused)
  await expect(started).rejects.toThrow('was cut short while the log was gone through')
})

it('after that: the service is refused until it is settled', async () => {
  const dataFolder = await cutAt('erasures')
  const started = await startEmbedded({ dataFolder })
  await expect(requireFinished(started.url)).rejects.toThrow('npm run restore -- --settle')
  await started.stop()

  // Its own PostgreSQL is started for it, and ends with it.
  const program = join(import.meta.dirname, '../cli/restore.ts')
  const env = { PATH: process.env.PATH, DATA_DIR: dataFolder }
  const settling = promisify(execFile)(process.execPath, [program, '--settle'], { env })
  const out = await settling.catch((error: { stdout: string }) => error)
  // An empty shop has nothing to examine; what happens then is a person's decision.
  expect(out.stdout).toContain('SETTLED, BUT NOT SOUND')
  const again = await startEmbedded({ dataFolder })
  await requireFinished(again.url)
  await again.stop()
})

it('not at all: it starts, and there is no mark', async () => {
  const { server } = await restoreBase({
    folder,
    dataFolder: await newFolder('whole'),
    archiveFolder,
    goesOn: false,
    until: null,
  })
  await requireFinished(server.url)
  await server.stop()
  const again = await startEmbedded({ dataFolder: join(room, 'whole') })
  await again.stop()
})
