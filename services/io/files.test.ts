import { randomBytes } from 'node:crypto'
import { chown, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'

import { afterAll, beforeAll, expect, it } from 'vitest'

import {
  listFolder,
  makeFolder,
  readPieces,
  readText,
  removePath,
  writeNew,
  writeOnce,
  writeStreamed,
  writeWhole,
} from './files.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qura-files-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('replaces a file as a whole and leaves nothing beside it', async () => {
  const path = join(folder, 'whole', 'a')
  await makeFolder(join(folder, 'whole'))
  await writeWhole(path, 'first')
  await writeWhole(path, 'second', { mode: 0o600 })
  expect(await readText(path)).toBe('second')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await listFolder(join(folder, 'whole'))).toEqual(['a'])
})

it('writes a file once, and never over what is there', async () => {
  const path = join(folder, 'once')
  expect(await writeOnce(path, 'first')).toBe(true)
  expect(await writeOnce(path, 'second')).toBe(false)
  expect(await readText(path)).toBe('first')
})

it('gives a new name to one of all who want it at the same time', async () => {
  await makeFolder(join(folder, 'new'))
  const path = join(folder, 'new', 'a')
  const tries = ['a', 'b', 'c', 'd', 'e', 'f'].map((text) => writeNew(path, text))
  const won = await Promise.all(tries)
  expect(won.filter(Boolean)).toHaveLength(1)
  expect(await readText(path)).toBe('abcdef'[won.indexOf(true)])
  expect(await listFolder(join(folder, 'new'))).toEqual(['a'])
})

it.runIf(process.getuid?.() === 0)('leaves to a user what root writes in his folder', async () => {
  const home = join(folder, 'home')
  await makeFolder(home)
  await chown(home, 4_321, 4_322)
  await makeFolder(join(home, 'a', 'b'))
  await writeWhole(join(home, 'a', 'b', 'c'), 'whole', { mode: 0o600 })
  await writeNew(join(home, 'new'), 'new')
  await writeStreamed(join(home, 'streamed'), Readable.from([Buffer.from('streamed')]))
  for (const path of ['a', 'a/b', 'a/b/c', 'new', 'streamed'])
    expect(await stat(join(home, path))).toMatchObject({ uid: 4_321, gid: 4_322 })
})

it('reads in pieces what would not fit into memory, each when it is asked for', async () => {
  const path = join(folder, 'long')
  const bytes = randomBytes(600_000)
  await writeWhole(path, bytes)
  const pieces = await Array.fromAsync(readPieces(path))
  expect(pieces.length).toBeGreaterThan(2)
  expect(Buffer.concat(pieces).equals(bytes)).toBe(true)
  // Who goes away in the middle leaves nothing open.
  for await (const piece of readPieces(path)) {
    expect(piece.length).toBeLessThan(bytes.length)
    break
  }
  await expect(Array.fromAsync(readPieces(join(folder, 'nothing')))).rejects.toThrow('ENOENT')
})

it('answers with nothing for what is not there', async () => {
  expect(await readText(join(folder, 'nothing'))).toBeNull()
  expect(await listFolder(join(folder, 'nothing'))).toEqual([])
  await removePath(join(folder, 'nothing'))
})
