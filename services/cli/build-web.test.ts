import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { lockFolder } from '../database/folder-lock.ts'
import { listFolder, makeFolder } from '../io/files.ts'
import { hashOfVerifier } from './build-verifier.ts'
import { buildWeb, hashOfWeb } from './build-web.ts'
import { folderOf, publish, webFolder } from './web-build.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'qura-build-'))
  await writeFile(join(root, 'package-lock.json'), '{}')
})
afterEach(() => rm(root, { recursive: true, force: true }))

it('takes no lock and writes nothing where all of it is fresh', async () => {
  await makeFolder(join(root, 'dist/verify'))
  await writeFile(join(root, 'dist/verify/build.txt'), await hashOfVerifier(root))
  const stamp = { hash: await hashOfWeb(root), sizes: { initial: 7, chunks: [] } }
  await makeFolder(folderOf(webFolder(root), stamp))
  await publish(webFolder(root), stamp, null)

  // Whoever wants the lock now waits for minutes.
  const held = await lockFolder(join(root, 'dist'))
  try {
    const before = await listFolder(join(root, 'dist'))
    expect(await buildWeb({ rootFolder: root })).toEqual({
      isFresh: true,
      distFolder: folderOf(webFolder(root), stamp),
      sizes: stamp.sizes,
    })
    expect(await listFolder(join(root, 'dist'))).toEqual(before)
  } finally {
    await held.release()
  }
})
