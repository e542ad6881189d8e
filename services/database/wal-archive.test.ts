// The lines of the shell that PostgreSQL is given, in a shell: what they write and refuse.
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { archiveCommand, prepareArchive, restoreCommand } from './wal-archive.ts'

let room: string
let archive: string
const name = '000000010000000000000004'
beforeAll(async () => {
  room = await mkdtemp(join(tmpdir(), 'qura-archive-'))
  archive = join(room, `100% of it's here`)
  await mkdir(archive)
})
afterAll(() => rm(room, { recursive: true, force: true }))

/** As PostgreSQL does: `%%` is one, `%f` the name, `%p` where it lies. */
function run(command: string, path: string, PATH = process.env.PATH) {
  const words: Record<string, string> = { '%%': '%', '%f': name, '%p': path }
  const line = command.replaceAll(/%[%fp]/g, (word) => words[word] ?? word)
  return spawnSync('/bin/sh', ['-c', line], { cwd: room, env: { PATH } }).status
}

it('a file of the log goes there once, and comes back as it was', async () => {
  await writeFile(join(room, 'finished'), 'x'.repeat(100_000))
  expect(run(archiveCommand(archive), 'finished')).toBe(0)
  expect(await readdir(archive)).toEqual([`${name}.gz`])
  const bytes = await readFile(join(archive, `${name}.gz`))
  expect(gunzipSync(bytes).toString()).toBe('x'.repeat(100_000))

  // Asked again after a crash: it is done already. Other bytes never take its place.
  expect(run(archiveCommand(archive), 'finished')).toBe(0)
  await writeFile(join(room, 'other'), 'y')
  expect(run(archiveCommand(archive), 'other')).toBe(1)
  expect(await readFile(join(archive, `${name}.gz`))).toEqual(bytes)

  expect(run(restoreCommand(archive), 'back')).toBe(0)
  expect(await readFile(join(room, 'back'), 'utf8')).toBe('x'.repeat(100_000))
})

it('what is not there is not made, neither in the archive nor out of it', async () => {
  const empty = join(room, 'empty')
  await mkdir(empty)
  expect(run(restoreCommand(empty), 'nothing')).toBe(1)
  expect(run(archiveCommand(empty), 'nothing-finished')).toBe(1)
  expect(await readdir(room)).not.toContain('nothing')
  expect((await readdir(empty)).filter((file) => file.endsWith('.gz'))).toEqual([])
})

it('a machine without gzip is a failure that PostgreSQL counts', () => {
  // Above 125 it would end the archiver instead.
  expect(run(archiveCommand(join(room, 'nowhere')), 'finished', '/nonexistent')).toBe(1)
})

it('a new cluster begins a new archive', async () => {
  const folder = join(room, 'of its own', 'archive')
  const place = { folder, user: null, isNewCluster: true }
  await prepareArchive(place)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  await writeFile(join(folder, `${name}.gz`), 'of another')
  await prepareArchive({ ...place, isNewCluster: false })
  await expect(prepareArchive(place)).rejects.toThrow('holds the log of another PostgreSQL')
})
