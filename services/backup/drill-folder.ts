// Where restore drills write: copies of everything, people's data too, so nobody else may read
// there, and nothing may stay. A drill that was killed cannot tidy up after itself: its room goes
// when the service starts, within minutes while it runs, or with the next drill. Whose room it is
// says a lock that only a living process holds.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

import { placeOf } from '../database/embedded.ts'
import { FolderInUse, lockFolder } from '../database/folder-lock.ts'
import type { FolderLock } from '../database/folder-lock.ts'
import { unprivilegedUser } from '../database/unprivileged.ts'
import { openDatabase } from '../io/database.ts'
import { listFolder, makeFolder, removePath, sizeOf } from '../io/files.ts'
import { dropLeftBehind, leftBehind } from './drill-room.ts'

export type DrillRoom = {
  path: string
  /** Removes it with all that is in it. */
  leave: () => Promise<void>
}

/** Other things may lie in the folder. */
const roomName = /^drill-[0-9a-f]{12}$/
/** In a room: the data folder of the cluster that a base drill brings back. */
const shopIn = (room: string) => join(room, 'shop')

/**
 * A new room, held until it is left; rooms of drills that were killed go first. `hasCluster`: as
 * root, PostgreSQL's own user has to walk through it, but may list nothing.
 */
export async function openDrillRoom(
  drillFolder: string,
  { hasCluster = false }: { hasCluster?: boolean } = {},
): Promise<DrillRoom> {
  const isWalkedThrough = (await unprivilegedUser()) !== null
  await makeFolder(drillFolder, { mode: isWalkedThrough ? 0o711 : 0o700 })
  await clearKilledDrills(drillFolder)
  const path = join(drillFolder, `drill-${randomBytes(6).toString('hex')}`)
  await makeFolder(path, { mode: isWalkedThrough && hasCluster ? 0o711 : 0o700 })
  const lock = await lockFolder(path)
  if (hasCluster) await makeFolder(shopIn(path), { mode: isWalkedThrough ? 0o711 : 0o700 })
  return { path, leave: () => clear(path, lock) }
}

/** Of rooms that no living process holds; names them. Does nothing where there is no folder. */
export async function clearKilledDrills(drillFolder: string): Promise<string[]> {
  const cleared: string[] = []
  for (const name of (await listFolder(drillFolder)).filter((one) => roomName.test(one))) {
    const path = join(drillFolder, name)
    const lock = await lockFolder(path).catch((error: unknown) => {
      // In use, or somebody else has cleared it since it was listed.
      const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT'
      if (error instanceof FolderInUse || isGone) return null
      throw error
    })
    if (lock === null) continue
    await clear(path, lock)
    cleared.push(name)
  }
  return cleared
}

/** The room last: while it stands, what lies outside of it is found by its name. */
async function clear(path: string, lock: FolderLock): Promise<void> {
  const shop = shopIn(path)
  // Where PostgreSQL's user could not walk to it, the cluster lies elsewhere.
  if ((await sizeOf(shop)) !== null) await removePath((await placeOf(shop)).home)
  await removePath(path)
  await lock.release()
}

/** Dropping a database waits for a checkpoint of the server. */
const patient = { statementTimeoutMs: 60_000, poolMax: 1 }

export type KilledDrills = { drillFolder: string; ownerUrl: string }

/**
 * What the service calls again and again: clears everything that killed drills have left, and names
 * it. A database goes at the second look that finds nobody in it: one that was just made has nobody
 * yet. `ownerUrl` may be the service's own login, which may drop none.
 */
export function openDrillSweep({ drillFolder, ownerUrl }: KilledDrills) {
  let empty: readonly string[] = []
  return async (): Promise<string[]> => {
    const rooms = await clearKilledDrills(drillFolder)
    const owner = openDatabase({ url: ownerUrl, applicationName: 'qura drills', ...patient })
    try {
      const found = await leftBehind(owner)
      const dropped = await dropLeftBehind(
        owner,
        found.filter((name) => empty.includes(name)),
      )
      empty = found.filter((name) => !dropped.includes(name))
      return [...rooms, ...dropped]
    } finally {
      await owner.end()
    }
  }
}
