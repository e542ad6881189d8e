import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { listFolder, makeFolder } from '../io/files.ts'
import { builtWeb, folderOf, publish, readStamp, webFolder } from './web-build.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'qura-build-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

it('names the newest build, and keeps the one before it for who is reading it', async () => {
  const folder = webFolder(root)
  await expect(builtWeb(root)).rejects.toThrow('npm run build')

  for (const name of ['1', '2', '3']) {
    const stamp = { hash: name.repeat(64), sizes: { initial: 0, chunks: [] } }
    await makeFolder(join(folderOf(folder, stamp), 'client'))
    await publish(folder, stamp, await readStamp(folder))
    expect(await builtWeb(root)).toBe(join(folder, name.repeat(16)))
  }
  expect(await listFolder(folder)).toEqual(['2'.repeat(16), '3'.repeat(16), 'build.json'])
})
