// Lets old base backups go, and of the archive what only they needed.
import { join } from 'node:path'

import { listFolder, removePath } from '../io/files.ts'
import { findBaseManifest } from './base-manifest.ts'
import { readSegment } from './wal-names.ts'

/** The instant in its name sorts as time goes. */
export const nameOfBase = (at: Date) => `qura-base-${at.toISOString().replace(/[-:]|\.\d+/g, '')}`
const isName = (name: string) => /^qura-base-\d{8}T\d{6}Z$/.test(name)

export type Keeping = {
  /** Where base backups are made. */
  out: string
  archiveFolder: string
  /** The newest so many stay; at least 1. */
  count: number
  /** Only of this cluster: another's may lie beside them. */
  systemIdentifier: string
}

/** Names of what was removed: backups, and files of the log before the oldest that stays. */
export async function keepNewest(keeping: Keeping): Promise<{ backups: string[]; log: string[] }> {
  const { out, archiveFolder, count, systemIdentifier } = keeping
  const own: { name: string; firstLogFile: string }[] = []
  for (const name of (await listFolder(out)).filter(isName)) {
    const manifest = await findBaseManifest(join(out, name))
    if (manifest?.systemIdentifier === systemIdentifier) own.push({ name, ...manifest })
  }
  const backups = own.slice(0, -count).map(({ name }) => name)
  const oldest = own.slice(-count)[0]
  if (oldest === undefined) return { backups: [], log: [] }
  for (const name of backups) await removePath(join(out, name))

  const log = (await listFolder(archiveFolder)).filter((name) => isBefore(name, oldest))
  for (const name of log) await removePath(join(archiveFolder, name))
  return { backups, log }
}

/** Whatever its timeline. Histories stay: they are a line each, and name the way. */
function isBefore(name: string, { firstLogFile }: { firstLogFile: string }): boolean {
  const found = readSegment(name.slice(0, firstLogFile.length))
  const first = readSegment(firstLogFile)
  return found !== null && first !== null && found.number < first.number
}
