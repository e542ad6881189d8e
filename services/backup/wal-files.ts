// The files of the log that a base backup needs, as they lie in the archive: all there, whole, and
// readable for PostgreSQL, before it is let loose on them.
import { join } from 'node:path'

import { archivedName } from '../database/wal-archive.ts'
import { listFolder } from '../io/files.ts'
import { bytesInGzip, isReadableBy, readGzip } from '../io/trees.ts'
import type { BaseProgress } from './base-backup.ts'
import type { BaseManifest } from './base-manifest.ts'
import { BackupRefused } from './restore.ts'
import { historyName, planLog, readHistory, readSegment, SEGMENT_BYTES } from './wal-names.ts'
import type { Archive, Segment } from './wal-names.ts'

export type LogNeeds = {
  archiveFolder: string
  until: Date | null
  user: { name: string; uid: number } | null
  progress?: BaseProgress
}

/**
 * In the order in which PostgreSQL will ask for them. Up to an instant, what comes later may well
 * be lost: then only the way out of the backup itself must be whole, and PostgreSQL finds the rest.
 */
export async function requireLog(manifest: BaseManifest, needs: LogNeeds): Promise<string[]> {
  const { archiveFolder, until, user, progress = () => {} } = needs
  const first = segmentOf(manifest.firstLogFile)
  const plan = planLog(first, await readArchive(archiveFolder, first))
  const bad: { name: string; what: string }[] = plan.missing.map((name) => ({
    name,
    what: `${name} is missing`,
  }))
  const isOwn = segmentOf(manifest.lastLogFile).number
  if (!plan.names.some((name) => segmentOf(name).number === isOwn))
    bad.push({ name: manifest.lastLogFile, what: `${manifest.lastLogFile} is missing` })
  for (const [index, name] of plan.names.entries()) {
    progress({ name: 'checking the archive', done: index, total: plan.names.length })
    const path = join(archiveFolder, archivedName(name))
    if (user !== null && !(await isReadableBy(path, user)))
      throw new BackupRefused(`${user.name}, as whom PostgreSQL runs, may not read ${path}`)
    if ((await bytesInGzip(path)) !== SEGMENT_BYTES) bad.push({ name, what: `${name} is damaged` })
  }
  const inTheWay = until === null ? bad : bad.filter(({ name }) => segmentOf(name).number <= isOwn)
  if (inTheWay.length === 0) return plan.names
  const whats = [...new Set(inTheWay.map(({ what }) => what))]
  throw new BackupRefused(
    `the archive is not whole: ${whats.join(', ')}` +
      (until === null ? '; up to an instant before, --until restores' : ''),
  )
}

async function readArchive(folder: string, first: Segment): Promise<Archive> {
  const suffix = archivedName('')
  const names = new Set(
    (await listFolder(folder))
      .filter((name) => name.endsWith(suffix))
      .map((name) => name.slice(0, -suffix.length)),
  )
  let newest = first.timeline
  while (names.has(historyName(newest + 1))) newest++
  if (!names.has(historyName(newest))) return { names, forks: [], newest }
  const text = await readGzip(join(folder, archivedName(historyName(newest))))
  return { names, forks: readHistory(text), newest }
}

function segmentOf(name: string): Segment {
  const segment = readSegment(name)
  if (segment === null) throw new Error(`${name} is no file of the log`)
  return segment
}
