// Copies of PostgreSQL's log (WAL), file by file, in a folder of the operator's: together with a
// base backup they bring the cluster back to any moment. PostgreSQL gives each finished file to a
// line of the shell, and calls again until that line has succeeded.
import { chmod, chown, mkdir, readdir, stat } from 'node:fs/promises'

import { StartRefused } from './start-refused.ts'
import { canReach } from './unprivileged.ts'
import type { User } from './unprivileged.ts'

/** A quiet shop loses no more than this. Its file is zeros for the most part, and so is small. */
const ARCHIVE_TIMEOUT_SECONDS = 60

/** As it stands in the archive. */
export const archivedName = (name: string) => `${name}.gz`

/** For the command line of `postgres`. */
export const archiveSettings = (folder: string | null): Record<string, string> =>
  folder === null
    ? {}
    : {
        archive_mode: 'on',
        archive_command: archiveCommand(folder),
        archive_timeout: String(ARCHIVE_TIMEOUT_SECONDS),
      }

/**
 * Written beside, flushed, renamed; the line may be cut short anywhere. A name that is taken is
 * never written again: it counts as done when it holds the same bytes, as after a crash between
 * the copy and PostgreSQL's note of it. Compressed, so that a file closed for the clock's sake is
 * small, and because gzip's checksum names a file in which a byte was changed. A status above 125
 * (no gzip here) would end PostgreSQL's archiver without a trace in pg_stat_archiver: hence the
 * last words.
 */
export function archiveCommand(folder: string): string {
  const inside = inShell(folder)
  const isSame = `gzip -dc "$to" | cmp -s - "%p"`
  const write = `gzip -1c "%p" > "$to.part" && sync "$to.part"`
  const show = `mv "$to.part" "$to" && sync ${inside}`
  return (
    `to=${inside}/${archivedName('%f')}; ` +
    `{ if test -e "$to"; then ${isSame}; else ${write} && ${show}; fi; } || exit 1`
  )
}

export type Recovery = {
  archiveFolder: string
  /** The last instant that counts, for PostgreSQL to read; null: all that was archived. */
  until: string | null
  /** The one to follow, of several that the archive may hold; null: the newest. */
  timeline: number | null
}

/** Nobody is let in before the end: half a past answers questions wrongly. */
export const recoverySettings = (recovery: Recovery): Record<string, string> => ({
  restore_command: restoreCommand(recovery.archiveFolder),
  hot_standby: 'off',
  recovery_target_action: 'promote',
  recovery_target_timeline: recovery.timeline === null ? 'latest' : String(recovery.timeline),
  ...(recovery.until !== null && { recovery_target_time: recovery.until }),
})

/** A file that is not there is asked for all the same, and must not be made as an empty one. */
export function restoreCommand(folder: string): string {
  const from = `${inShell(folder)}/${archivedName('%f')}`
  return `test -f ${from} && gzip -dc ${from} > "%p"`
}

/** One word of the shell, in a line in which PostgreSQL gives `%` a meaning. */
const inShell = (path: string) => `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`

export type ArchivePlace = {
  folder: string
  /** As whom PostgreSQL runs; null: as ourselves. */
  user: User | null
  /** The cluster is yet to be made. */
  isNewCluster: boolean
}

/** There, and PostgreSQL's user may write into it; else a refusal that says what to do. */
export async function prepareArchive(place: ArchivePlace): Promise<void> {
  const { folder, user, isNewCluster } = place
  if (process.platform === 'win32')
    throw new StartRefused('WAL_ARCHIVE_DIR needs a shell with gzip, which Windows has not')
  const isNew = (await mkdir(folder, { recursive: true, mode: 0o711 })) !== undefined
  if (isNew) await chmod(folder, 0o700)
  const isEmpty = isNew || (await readdir(folder)).length === 0
  // Its first file would bear a name that is taken, and is never written over.
  if (isNewCluster && !isEmpty)
    throw new StartRefused(
      `WAL_ARCHIVE_DIR: ${folder} holds the log of another PostgreSQL, and this one is new: ` +
        'name an empty folder, or restore that one',
    )
  if (user === null) return
  if (isEmpty) await chown(folder, user.uid, user.gid)
  const { uid } = await stat(folder)
  if (uid === user.uid && (await canReach(user, folder))) return
  throw new StartRefused(
    `WAL_ARCHIVE_DIR: ${user.name}, as whom PostgreSQL runs, may not write into ${folder}; ` +
      `it must be his, in folders that he may enter`,
  )
}
