// The files of the log that a base backup needs, as they lie in the archive: all there, whole, and
// readable for PostgreSQL, before it is let loose on them.
import { join } from 'node:path'

import { archivedName } from '../database/wal-archive.ts'
import { bytesInGzip, isReadableBy } from '../io/trees.ts'
import type { BaseProgress } from './base-backup.ts'
import type { BaseManifest } from './base-manifest.ts'
import { BackupRefused } from './restore.ts'
import { archivedNames, chooseLine, linesFrom } from './wal-lines.ts'
import { historyName, planLog, requireSegment, SEGMENT_BYTES } from './wal-names.ts'

export type LogNeeds = {
  archiveFolder: string
  until: Date | null
  /** The one to follow; null: the newest, where no other can be meant. */
  timeline?: number | null
  user: { name: string; uid: number } | null
  progress?: BaseProgress
}

export type LogFound = {
  /** In the order in which PostgreSQL will ask for them. */
  names: string[]
  /** Which PostgreSQL has to be told to follow; null: it knows no other. */
  timeline: number | null
}

/**
 * Up to an instant, what comes later may well be lost: then only the way out of the backup itself
 * must be whole, and PostgreSQL finds the rest.
 */
export async function requireLog(manifest: BaseManifest, needs: LogNeeds): Promise<LogFound> {
  const { archiveFolder, until, timeline = null, user, progress = () => {} } = needs
  const span = {
    first: requireSegment(manifest.firstLogFile),
    last: requireSegment(manifest.lastLogFile),
  }
  const names = await archivedNames(archiveFolder)
  const choosing = { span, names, until, timeline }
  const line = chooseLine(await linesFrom(archiveFolder, choosing), choosing)
  const plan = planLog(span.first, { names, ...line })
  const bad: { name: string; what: string }[] = plan.missing.map((name) => ({
    name,
    what: `${name} is missing`,
  }))
  const isOwn = span.last.number
  if (!plan.names.some((name) => requireSegment(name).number === isOwn))
    bad.push({ name: manifest.lastLogFile, what: `${manifest.lastLogFile} is missing` })
  for (const [index, name] of plan.names.entries()) {
    progress({ name: 'checking the archive', done: index, total: plan.names.length })
    const path = join(archiveFolder, archivedName(name))
    if (user !== null && !(await isReadableBy(path, user)))
      throw new BackupRefused(`${user.name}, as whom PostgreSQL runs, may not read ${path}`)
    if ((await bytesInGzip(path)) !== SEGMENT_BYTES) bad.push({ name, what: `${name} is damaged` })
  }
  const inTheWay =
    until === null ? bad : bad.filter(({ name }) => requireSegment(name).number <= isOwn)
  // PostgreSQL takes the first one without a history alone.
  const isNameable = line.timeline === 1 || names.has(historyName(line.timeline))
  if (inTheWay.length === 0)
    return { names: plan.names, timeline: isNameable ? line.timeline : null }
  const whats = [...new Set(inTheWay.map(({ what }) => what))]
  throw new BackupRefused(
    `the archive is not whole: ${whats.join(', ')}` +
      (until === null ? '; up to an instant before, --until restores' : ''),
  )
}
