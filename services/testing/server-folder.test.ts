import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { memoryPlace, openServerFolder } from './server-folder.ts'

let place: string
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'qura-places-'))
})
afterAll(() => rm(place, { recursive: true, force: true }))

it('is in memory where there is enough of it', async () => {
  expect(await memoryPlace({ folder: place, bytesMin: 1 })).toBe(place)
  expect(await memoryPlace({ folder: place, bytesMin: Number.MAX_SAFE_INTEGER })).toBeNull()
  expect(await memoryPlace({ folder: join(place, 'not-there'), bytesMin: 1 })).toBeNull()
})

it('goes with its run, and when that was killed with the next one', async () => {
  const living = await openServerFolder(place)
  await mkdir(join(living.path, 'cluster'))
  const killed = join(place, 'qura-test-0123456789ab')
  await mkdir(join(killed, 'cluster'), { recursive: true })
  await writeFile(`${killed}.lock`, 'the name that its socket has left')
  await mkdir(join(place, 'qura-test-of-somebody'))

  const next = await openServerFolder(place)
  const names = [living, next].flatMap(({ path }) => [basename(path), `${basename(path)}.lock`])
  expect((await readdir(place)).toSorted()).toEqual([...names, 'qura-test-of-somebody'].toSorted())
  // PostgreSQL's user has to walk through it.
  expect((await stat(next.path)).mode & 0o777).toBe(0o711)

  await living.remove()
  await next.remove()
  expect(await readdir(place)).toEqual(['qura-test-of-somebody'])
})
