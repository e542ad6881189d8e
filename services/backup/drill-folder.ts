// Where restore drills write: copies of everything, people's data too, so nobody else may read
// there, and nothing may stay. A drill that was killed cannot tidy up after itself: its room goes
// when the service starts, within minutes while it runs, or with the next drill. Whose room it is
// says a lock that only a living process holds.
import { randomBytes } from 'node:crypto'
import { basename, dirname, join } from 'node:path'

import { placeOf } from '../database/embedded.ts'
import { isHeldBeside, LOCK_BESIDE, lockBeside } from '../database/folder-lock.ts'
import { unprivilegedUser } from '../database/unprivileged.ts'
import { openDatabase } from '../io/database.ts'
import { ageMsOf, listFolder, makeFolder, removePath, renameIfThere, sizeOf } from '../io/files.ts'
import { dropLeftBehind, leftBehind } from './drill-room.ts'

export type DrillRoom = {
  path: string
  /** Removes it with all that is in it. */
  leave: () => Promise<void>
}

/** Other things may lie in the folder. */
const roomName = /^drill-[0-9a-f]{12}$/
/** What is being removed: nobody takes it for a room any more. */
const goneName = /^gone-[0-9a-f]{12}$/
const isLockName = (name: string) =>
  name.endsWith(LOCK_BESIDE) && roomName.test(name.slice(0, -LOCK_BESIDE.length))
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
  // What cannot be cleared stops no drill: the service says so.
  await clearKilledDrills(drillFolder)
  const path = join(drillFolder, `drill-${randomBytes(6).toString('hex')}`)
  // Held before it is there and until it is gone: a room that nobody holds was left.
  const lock = await lockBeside(path)
  try {
    await makeFolder(path, { mode: isWalkedThrough && hasCluster ? 0o711 : 0o700 })
    if (hasCluster) await makeFolder(shopIn(path), { mode: isWalkedThrough ? 0o711 : 0o700 })
  } catch (error) {
    await lock.release()
    throw error
  }
  const leave = async () => {
    await clear(path)
    await lock.release()
  }
  return { path, leave }
}

export type ClearedDrills = {
  /** Names of rooms that went. */
  cleared: string[]
  /** What could not be looked at or removed, and why. */
  failed: { name: string; reason: string }[]
}

/** Of rooms that no living process holds. Does nothing where there is no folder. */
export async function clearKilledDrills(drillFolder: string): Promise<ClearedDrills> {
  const cleared: string[] = []
  const failed: ClearedDrills['failed'] = []
  const attempt = async (name: string, act: () => Promise<void>) => {
    try {
      await act()
    } catch (error) {
      failed.push({ name, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  let names: string[] = []
  await attempt(drillFolder, async () => {
    names = await listFolder(drillFolder)
  })
  for (const name of names) {
    const path = join(drillFolder, name)
    await attempt(name, async () => {
      if (goneName.test(name)) await removePath(path)
      if (isLockName(name)) await removeLeftLock(path)
      if (!roomName.test(name) || (await isHeldBeside(path))) return
      if (await clear(path)) cleared.push(name)
      await removePath(`${path}${LOCK_BESIDE}`)
    })
  }
  return { cleared, failed }
}

/** Whoever makes a lock answers to it at once, and makes his room next. */
const LOCK_MADE_WITHIN_MS = 60_000

/** Of a drill that was killed before its room was there, or after. */
async function removeLeftLock(lock: string): Promise<void> {
  const room = lock.slice(0, -LOCK_BESIDE.length)
  const ageMs = await ageMsOf(lock)
  if (ageMs === null || ageMs < LOCK_MADE_WITHIN_MS || (await ageMsOf(room)) !== null) return
  if (!(await isHeldBeside(room))) await removePath(lock)
}

/**
 * False: somebody else has. What lies outside of the room is found by its name, so it goes first;
 * the name then goes at once, and the rest of it may take its time.
 */
async function clear(path: string): Promise<boolean> {
  const shop = shopIn(path)
  // Where PostgreSQL's user could not walk to it, the cluster lies elsewhere.
  if ((await sizeOf(shop)) !== null) await removePath((await placeOf(shop)).home)
  const gone = join(dirname(path), basename(path).replace('drill-', 'gone-'))
  const isOurs = await renameIfThere(path, gone)
  if (isOurs) await removePath(gone)
  return isOurs
}

/** Dropping a database waits for a checkpoint of the server. */
const patient = { statementTimeoutMs: 60_000, poolMax: 1 }

export type KilledDrills = { drillFolder: string; ownerUrl: string }

/**
 * What the service calls again and again: clears everything that killed drills have left, and names
 * it, also what it could not clear. A database goes at the second look that finds nobody in it:
 * one that was just made has nobody yet. `ownerUrl` may be the service's own login, which may drop
 * none.
 */
export function openDrillSweep({ drillFolder, ownerUrl }: KilledDrills) {
  let empty: readonly string[] = []
  return async (): Promise<ClearedDrills> => {
    const { cleared, failed } = await clearKilledDrills(drillFolder)
    const owner = openDatabase({ url: ownerUrl, applicationName: 'qura drills', ...patient })
    try {
      const found = await leftBehind(owner)
      const dropped = await dropLeftBehind(
        owner,
        found.filter((name) => empty.includes(name)),
      )
      empty = found.filter((name) => !dropped.includes(name))
      return { cleared: [...cleared, ...dropped], failed }
    } finally {
      await owner.end()
    }
  }
}
