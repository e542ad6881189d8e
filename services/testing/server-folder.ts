// Where the data of a PostgreSQL lies that is thrown away with the run of tests that made it: in
// memory, if there is plenty. Each database is a thousand files, made and removed again.
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { isHeldBeside, LOCK_BESIDE, lockBeside } from '../database/folder-lock.ts'
import { freeBytesOf, listFolder, sizeOf } from '../io/files.ts'

export type ServerFolder = { path: string; remove: () => Promise<void> }

/** Linux has it; what is written there takes memory, and no disk. */
const MEMORY_FOLDER = '/dev/shm'
/** Several times what all databases of a run hold at any moment. */
const BYTES_MIN = 4 * 2 ** 30
/** Browsers and processes of the tests want the rest. */
const MEMORY_TIMES = 2

/** Null where there is none, or too little room in it. Another folder and bound are for tests. */
export async function memoryPlace({ folder = MEMORY_FOLDER, bytesMin = BYTES_MIN } = {}): Promise<
  string | null
> {
  if ((await sizeOf(folder)) === null) return null
  const isRoomy = (await freeBytesOf(folder)) >= bytesMin
  return isRoomy && process.availableMemory() >= bytesMin * MEMORY_TIMES ? folder : null
}

const nameOfFolder = /^qura-test-[0-9a-f]{12}$/

/** A new one. Those of runs that were killed go first: in memory they would stay for good. */
export async function openServerFolder(place: string): Promise<ServerFolder> {
  await removeLeftBehind(place)
  const path = join(place, `qura-test-${randomBytes(6).toString('hex')}`)
  // Held before it is there and until it is gone: one that nobody holds was left.
  const lock = await lockBeside(path)
  await mkdir(path)
  // As root, PostgreSQL's own user has to walk through it.
  await chmod(path, 0o711)
  return {
    path,
    async remove() {
      await rm(path, { recursive: true, force: true })
      await lock.release()
    },
  }
}

async function removeLeftBehind(place: string): Promise<void> {
  const folders = (await listFolder(place)).filter((name) => nameOfFolder.test(name))
  for (const path of folders.map((name) => join(place, name))) {
    // What another user has left is his to remove.
    if (await isHeldBeside(path).catch(() => true)) continue
    await rm(path, { recursive: true, force: true }).catch(() => {})
    await rm(`${path}${LOCK_BESIDE}`, { force: true }).catch(() => {})
  }
}
