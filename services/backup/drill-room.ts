// Before a restore drill on the live server: what a killed one has left goes, and there is room for
// another one. A full volume stops the shop, and no rehearsal is worth that.
import type { Queryable } from '../io/database.ts'
import { freeBytesOf } from '../io/files.ts'
import { megabytes } from './base-backup.ts'
import { BackupRefused } from './restore.ts'

export type Volume = { name: string; freeBytes: number }

export type Room = {
  databaseBytes: number
  /** So many times the database must be free on each volume. */
  times: number
  volumes: readonly Volume[]
}

/** Refuses with the figures. */
export function requireRoom({ databaseBytes, times, volumes }: Room): void {
  const wantedBytes = databaseBytes * times
  const tight = volumes.filter(({ freeBytes }) => freeBytes < wantedBytes)
  if (tight.length === 0) return
  const figures = tight.map(({ name, freeBytes }) => `${name} has ${megabytes(freeBytes)} MB free`)
  throw new BackupRefused(
    `no room for a drill: the database has ${megabytes(databaseBytes)} MB, a drill wants ` +
      `${times} times that (${megabytes(wantedBytes)} MB), and ${figures.join(', ')}`,
  )
}

/** `home`: of our own PostgreSQL, where a drill writes to it; null: it does not, or is not ours. */
export type DrillWrites = Pick<Room, 'times'> & {
  home: string | null
  /** Must exist. */
  drillFolder: string
}

export async function requireRoomForDrill(
  live: Queryable,
  { home, drillFolder, times }: DrillWrites,
): Promise<void> {
  const { rows } = await live.query<{ bytes: number }>(
    'select pg_database_size(current_database())::float8 as bytes',
  )
  const folders = [
    ...(home === null ? [] : [{ name: `the volume of PostgreSQL (${home})`, path: home }]),
    { name: `the volume of DRILL_DIR (${drillFolder})`, path: drillFolder },
  ]
  const volumes: Volume[] = []
  for (const { name, path } of folders) volumes.push({ name, freeBytes: await freeBytesOf(path) })
  requireRoom({ databaseBytes: rows[0]?.bytes ?? 0, times, volumes })
}

/** `^qura_drill_[0-9a-f]{12}$`, and nobody else makes such names. */
export const DRILL_PREFIX = 'qura_drill_'

/** SQLSTATE object_in_use. */
const IN_USE = '55006'

/**
 * Databases of drills that nobody is connected to, and whose owner we are. The server's own vacuum
 * is nobody: it makes way.
 */
export async function leftBehind(live: Queryable): Promise<string[]> {
  const { rows } = await live.query<{ name: string }>(
    `select datname as name
       from pg_database as database
      where datname ~ ('^' || $1 || '[0-9a-f]{12}$')
        and pg_has_role(datdba, 'member')
        and not exists (select from pg_stat_activity
                         where datid = database.oid
                           and backend_type is distinct from 'autovacuum worker')
      order by datname`,
    [DRILL_PREFIX],
  )
  return rows.map(({ name }) => name)
}

/**
 * Drops what killed drills left: copies of everything, people's data too. A drill under way keeps a
 * connection to its own from beginning to end (`drill.ts`), and is let be. Names what went.
 */
export async function dropLeftBehind(live: Queryable, names: readonly string[]): Promise<string[]> {
  const dropped: string[] = []
  for (const name of names) {
    try {
      // Without force: whoever has come since is at work there.
      await live.query(`drop database if exists ${name}`)
      dropped.push(name)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === IN_USE)) throw error
    }
  }
  return dropped
}
