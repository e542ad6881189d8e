// Lets old backups of lines go. They carry no name of their shop, so its logs are asked: a backup
// is of this one's past when each log of it goes on in the one that was just taken.
import { join } from 'node:path'

import { listFolder, removePath } from '../io/files.ts'
import type { LogHead } from '../ledger/heads.ts'
import type { Manifest } from './manifest.ts'
import { BackupRefused, readManifest } from './restore.ts'

/** The instant in its name sorts as time goes. */
export const nameOfLines = (at: Date) => `qura-${at.toISOString().replace(/[-:]|\.\d+/g, '')}`
const isName = (name: string) => /^qura-\d{8}T\d{6}Z$/.test(name)

export type KeepingLines = {
  /** Where backups are made. */
  out: string
  /** So many stay of this shop's past, the one that was just taken among them; at least 1. */
  count: number
  /** Of the one that was just taken, which stays whatever a clock says. */
  name: string
  taken: Past
  /** Whether the database it was taken of has these very facts at the ends of these logs. */
  isStillThere: (heads: readonly LogHead[]) => Promise<boolean>
}

export type KeptLines = {
  /** Names of backups that were removed. */
  backups: string[]
  /** Folders that are called as backups are and hold none that is whole; they stay. */
  damaged: string[]
}

type Past = Pick<Manifest, 'environment' | 'shopLogs' | 'heads' | 'takenAt'>

export async function keepNewestLines(keeping: KeepingLines): Promise<KeptLines> {
  const { out, count, name: newest, taken, isStillThere } = keeping
  const older: { name: string; takenAt: string }[] = []
  const damaged: string[] = []
  for (const name of (await listFolder(out)).filter(isName)) {
    if (name === newest) continue
    const past = await pastOrDamage(join(out, name))
    if (past === 'damaged') damaged.push(name)
    else if (goesOnIn(past, taken) && (await isStillThere(past.heads)))
      older.push({ name, takenAt: past.takenAt })
  }
  const sorted = older.toSorted((a, b) => a.takenAt.localeCompare(b.takenAt))
  const going = sorted.slice(0, Math.max(0, sorted.length + 1 - count))
  const backups = going.map(({ name }) => name)
  for (const name of backups) await removePath(join(out, name))
  return { backups, damaged }
}

/** A disk that does not answer is another matter: it is thrown. */
async function pastOrDamage(folder: string): Promise<Past | 'damaged'> {
  try {
    return await readManifest(folder)
  } catch (error) {
    if (error instanceof BackupRefused) return 'damaged'
    throw error
  }
}

/**
 * Another shop's is not, and neither is what a restore to before it has given up: both stay. Of the
 * shop's own logs the length alone is known, so a past is another by the facts of its raffles.
 */
function goesOnIn(past: Past, taken: Past): boolean {
  if (past.environment !== taken.environment || past.shopLogs !== taken.shopLogs) return false
  const now = new Map(taken.heads.map(({ logId, head }) => [logId, head]))
  return past.heads.every(({ logId, head }) => head <= (now.get(logId) ?? -1))
}
