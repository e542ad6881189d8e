// The files of a base backup become a cluster again, in a place where there is none.
import { join } from 'node:path'

import { accessFile, unmarkedFile } from '../database/embedded.ts'
import type { Place } from '../database/embedded.ts'
import { readText, removePath, renameFile, sizeOf, writeWhole } from '../io/files.ts'
import { copyHashed, flushAll, giveTo, makeFolders } from '../io/trees.ts'
import { megabytes } from './base-backup.ts'
import type { BaseProgress } from './base-backup.ts'
import { ACCESS, CLUSTER } from './base-manifest.ts'
import type { BaseManifest } from './base-manifest.ts'
import { BackupRefused } from './restore.ts'

export async function requireEmpty({ home, cluster }: Place): Promise<void> {
  const isMade = (await sizeOf(accessFile(home))) !== null
  if (isMade) throw new BackupRefused(`${home} holds a PostgreSQL: restore into a new DATA_DIR`)
  // Without its passwords it was never made: a start, or a restore, was cut short.
  await removePath(cluster)
}

export type Laying = {
  folder: string
  place: Place
  /** False: a rehearsal, over when the machine is. */
  isKept: boolean
  progress?: BaseProgress
}

/** Its presence says all: go through the log first. */
const SIGNAL = 'recovery.signal'

/**
 * Every byte is held against its fingerprint on the way. Made beside and renamed; its passwords
 * come last, and only with them it counts as a cluster (`embedded.ts`).
 */
export async function layCluster(manifest: BaseManifest, laying: Laying): Promise<void> {
  const { folder, isKept, place } = laying
  const { home, cluster, user } = place
  const beside = `${cluster}.part`
  await removePath(beside)
  const changed = await copyTrue(manifest, laying, beside)
  const access = (await readText(join(folder, ACCESS))) ?? ''
  if (changed.length > 0) {
    await removePath(beside)
    throw new BackupRefused(`files were changed: ${changed.join(', ')}`)
  }
  await removePath(join(beside, ACCESS))
  await writeWhole(join(beside, SIGNAL), '', { mode: 0o600 })
  await giveTo(join(beside, SIGNAL), user)
  const inside = manifest.files.filter(({ path }) => path !== ACCESS).map(insideOf)
  if (isKept) await flushAll(beside, [...manifest.folders, ...inside])
  await writeWhole(unmarkedFile(home), '', { mode: 0o600 })
  await renameFile(beside, cluster)
  await writeWhole(accessFile(home), access, { mode: 0o600 })
}

const insideOf = ({ path }: { path: string }) =>
  path === ACCESS ? ACCESS : path.slice(CLUSTER.length + 1)

/** Names those that are not what they were; the passwords are looked at in passing. */
async function copyTrue(
  { folders, files }: BaseManifest,
  { folder, place, progress = () => {} }: Laying,
  to: string,
): Promise<string[]> {
  await makeFolders(to, folders, place.user)
  const total = megabytes(files.reduce((sum, { bytes }) => sum + bytes, 0))
  let laid = 0
  const copied = (bytes: number) => {
    laid += bytes
    progress({ name: 'copying, MB', done: megabytes(laid), total })
  }
  const changed: string[] = []
  for (const file of files) {
    const target = join(to, insideOf(file))
    const from = join(folder, file.path)
    const copy = await copyHashed({ from, to: target, owner: place.user, copied })
    if (copy === null) changed.push(`${file.path} is missing`)
    else if (copy.sha256 !== file.sha256) changed.push(file.path)
  }
  return changed
}
