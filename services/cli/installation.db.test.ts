// A PostgreSQL of our own that nobody runs: a command starts it, and one that only reads leaves it
// as it found it, above all when it is of an earlier version.
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { startEmbedded } from '../database/embedded.ts'
import { migrate, namesOfMigrations } from '../database/migrate.ts'
import { openDatabase } from '../io/database.ts'
import type { Database } from '../io/database.ts'

// A cluster is started for each command, by the command itself.
vi.setConfig({ testTimeout: 180_000 })

let room: string
let dataFolder: string
let last: string
beforeAll(async () => {
  room = await mkdtemp(join(tmpdir(), 'qura-installation-'))
  // As root, PostgreSQL's own user has to walk through it.
  await chmod(room, 0o711)
  dataFolder = join(room, 'shop')
  await mkdir(dataFolder, { mode: 0o711 })
  last = (await namesOfMigrations()).at(-1) ?? ''
  const made = await startEmbedded({ dataFolder, isThrowaway: true })
  await migrate(made.ownerUrl, { environment: 'demo' })
  await made.stop()
}, 180_000)
afterAll(() => rm(room, { recursive: true, force: true }))

async function withOwner<Result>(act: (owner: Database) => Promise<Result>): Promise<Result> {
  const started = await startEmbedded({ dataFolder, isThrowaway: true })
  const owner = openDatabase({ url: started.ownerUrl, applicationName: 'qura test', poolMax: 1 })
  try {
    return await act(owner)
  } finally {
    await owner.end()
    await started.stop()
  }
}

/** As it is called; it starts the cluster, and has ended it when it answers. */
function command(name: string, ...given: string[]): Promise<{ code: unknown; said: string }> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const folders = { DATA_DIR: dataFolder, SIGNER_DIR: join(room, 'signer') }
  const env = { PATH, NODE_COMPILE_CACHE, ...folders }
  const program = join(import.meta.dirname, `${name}.ts`)
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...given], { env, cwd: room }, (error, out, said) =>
      resolve({ code: error?.code ?? 0, said: out + said }),
    )
  })
}

it('of an earlier version: what only reads is refused, and migrates nothing', async () => {
  const record = await withOwner(async (owner) => {
    const { rows } = await owner.query<{ sha256: string }>(
      'delete from migrations where name = $1 returning sha256',
      [last],
    )
    return rows[0]?.sha256
  })
  for (const name of ['backup', 'verify', 'retention']) {
    const { code, said } = await command(name)
    expect(said).toContain(`the database lacks ${last}: run \`npm run migrate\` first`)
    expect(said).not.toMatch(/^\s+at /m)
    expect(code).toBe(1)
  }
  const { rows } = await withOwner(async (owner) => {
    const found = await owner.query('select from migrations where name = $1', [last])
    await owner.query('insert into migrations (name, sha256) values ($1, $2)', [last, record])
    return found
  })
  expect(rows).toEqual([])
  expect(await readdir(room)).toEqual(['shop'])
})

it('of this version: it is started, asked, and stopped', async () => {
  const { code, said } = await command('retention')
  expect(said).toContain('Nothing is due.')
  expect(code).toBe(0)
})

it('without facts: there is nothing to back up, and no empty backup is written', async () => {
  for (const given of [[], ['--drill']]) {
    const { code, said } = await command('backup', ...given)
    expect(said).toContain('the database holds no facts')
    expect(code).toBe(1)
  }
  expect(await readdir(room)).toEqual(['shop'])
})
