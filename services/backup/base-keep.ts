// Lets old base backups go, and of the archive what only they needed.
import { join } from 'node:path'

import { listFolder, removePath } from '../io/files.ts'
import { findBaseManifest } from './base-manifest.ts'
import type { BaseManifest } from './base-manifest.ts'
import { BackupRefused } from './restore.ts'
import { holds, readLine } from './wal-lines.ts'
import type { Line } from './wal-lines.ts'
import { readSegment, requireSegment } from './wal-names.ts'

/** The instant in its name sorts as time goes. */
export const nameOfBase = (at: Date) => `qura-base-${at.toISOString().replace(/[-:]|\.\d+/g, '')}`
const isName = (name: string) => /^qura-base-\d{8}T\d{6}Z$/.test(name)

export type Keeping = {
  /** Where base backups are made. */
  out: string
  archiveFolder: string
  /** The newest so many stay, of those that lie on the way to where the log is now; at least 1. */
  count: number
  /** The one that was just made: of this cluster, and where its log is now. */
  taken: Pick<BaseManifest, 'systemIdentifier' | 'firstLogFile'>
}

export type Kept = {
  /** Names of backups that were removed. */
  backups: string[]
  /** Names of files of the archive that were removed: no backup that stays needs them. */
  log: string[]
  /** Backups that stay and are not counted: a restore to before them has left their line. */
  aside: string[]
  /**
   * Folders that are called as backups are, whose manifest is damaged: whose they are, nobody can
   * say, and nobody can restore them. They stay, and nothing of the archive stays for them.
   */
  damaged: string[]
}

/**
 * A backup that a restore has left behind leads nowhere near the present, and yet is the way to
 * what that restore gave up: it stays until `count` later ones of the present line are there.
 */
export async function keepNewest(keeping: Keeping): Promise<Kept> {
  const { out, archiveFolder, count, taken } = keeping
  const line = await readLine(archiveFolder, requireSegment(taken.firstLogFile).timeline)
  const { own, damaged } = await ownBackups(keeping)
  const counted = own
    .filter((backup) => isOf(line, backup))
    .toSorted((a, b) => a.place - b.place || a.takenAt.localeCompare(b.takenAt))
  const kept = counted.slice(-count)
  const oldest = kept[0]
  if (oldest === undefined) return { backups: [], log: [], aside: [], damaged }

  const left = own.filter((backup) => !counted.includes(backup))
  const aside = left.filter(({ takenAt }) => kept.length < count || takenAt > oldest.takenAt)
  const stay = [...kept, ...aside]
  const backups = own.filter((backup) => !stay.includes(backup)).map(({ name }) => name)
  for (const name of backups) await removePath(join(out, name))

  const from = Math.min(...stay.map(({ place }) => place))
  const log = (await listFolder(archiveFolder)).filter((name) => isBefore(name, from))
  for (const name of log) await removePath(join(archiveFolder, name))
  return { backups, log, aside: aside.map(({ name }) => name), damaged }
}

/** `place`: of the first file of the log that it needs. */
type Own = Pick<BaseManifest, 'takenAt' | 'firstLogFile' | 'lastLogFile'> & {
  name: string
  place: number
}

/** Only of this cluster: another's may lie beside them. By name. */
async function ownBackups({ out, taken }: Keeping): Promise<{ own: Own[]; damaged: string[] }> {
  const own: Own[] = []
  const damaged: string[] = []
  for (const name of (await listFolder(out)).filter(isName).toSorted()) {
    const manifest = await manifestOrDamage(join(out, name))
    if (manifest === 'damaged') damaged.push(name)
    if (manifest === null || manifest === 'damaged') continue
    if (manifest.systemIdentifier !== taken.systemIdentifier) continue
    const { takenAt, firstLogFile, lastLogFile } = manifest
    const place = requireSegment(firstLogFile).number
    own.push({ name, takenAt, firstLogFile, lastLogFile, place })
  }
  return { own, damaged }
}

/** A disk that does not answer is another matter: it is thrown. */
async function manifestOrDamage(folder: string): Promise<BaseManifest | 'damaged' | null> {
  try {
    return await findBaseManifest(folder)
  } catch (error) {
    if (error instanceof BackupRefused) return 'damaged'
    throw error
  }
}

const isOf = (line: Line, { firstLogFile, lastLogFile }: Own): boolean =>
  holds(line, { first: requireSegment(firstLogFile), last: requireSegment(lastLogFile) })

const NAME_LENGTH = 24

/** Whatever its timeline. Histories stay: they are a line each, and name the way. */
function isBefore(name: string, place: number): boolean {
  const found = readSegment(name.slice(0, NAME_LENGTH))
  return found !== null && found.number < place
}
