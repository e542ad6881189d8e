// A base backup of our own PostgreSQL: its files, copied one by one while it works, between
// `pg_backup_start` and `pg_backup_stop`. What changed meanwhile is torn in the copy and mended by
// the log from the first moment on, so the copy is worth something with the archive of the log
// alone: it is refused where the archive does not receive.
// https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
import { createHash } from 'node:crypto'
import { basename, join } from 'node:path'

import { accessFile, clusterIn } from '../database/embedded.ts'
import { archiveCommand, archivedName } from '../database/wal-archive.ts'
import type { Database, Queryable } from '../io/database.ts'
import { makeFolder, readBytes, removePath, renameFile, sizeOf, writeWhole } from '../io/files.ts'
import { sleep } from '../io/timers.ts'
import { copyHashed, flushAll, makeFolders, treeOf } from '../io/trees.ts'
import type { Copied } from '../io/trees.ts'
import { MANIFEST } from './backup.ts'
import { ACCESS, BASE_FORMAT, CLUSTER } from './base-manifest.ts'
import type { BaseManifest } from './base-manifest.ts'
import { BackupRefused } from './restore.ts'
import { appliedMigrations, logHeads } from './tables.ts'
import { nameOfSegment, placeBefore, requireSegment } from './wal-names.ts'

/** `total` 0: nobody knows how long it takes. */
export type BaseProgress = (step: { name: string; done: number; total: number }) => void

export const megabytes = (bytes: number): number => Math.round(bytes / 1e6)

export type BaseNeeds = {
  /** The owner's connections, without a statement timeout. */
  owner: Database
  /** Where our own PostgreSQL lies (`embedded.ts`). */
  home: string
  archiveFolder: string
  /** Must not be there. */
  folder: string
  progress?: BaseProgress
  /** How long nothing at all may come to the archive while it is waited for. */
  patienceMs?: number
}

const PATIENCE_MS = 60_000

/** Made beside and renamed: what was cut short keeps the name `….part`. */
export async function takeBaseBackup(needs: BaseNeeds): Promise<BaseManifest> {
  const { owner, folder } = needs
  if ((await sizeOf(folder)) !== null) throw new BackupRefused(`${folder} is there already`)
  const beside = `${folder}.part`
  try {
    // One connection from start to stop: PostgreSQL calls the backup off when it goes.
    return await owner.withConnection(async (connection) => {
      const manifest = await copyAll(connection, { ...needs, folder: beside })
      const text = `${JSON.stringify(manifest, null, 1)}\n`
      await writeWhole(join(beside, MANIFEST), text, { mode: 0o600 })
      await renameFile(beside, folder)
      return manifest
    })
  } catch (error) {
    await removePath(beside)
    throw error
  }
}

async function copyAll(connection: Queryable, needs: BaseNeeds): Promise<BaseManifest> {
  const { home, archiveFolder, folder, progress = () => {} } = needs
  await requireArchiving(connection, archiveFolder)
  progress({ name: 'does the archive receive', done: 0, total: 0 })
  await untilReceived(connection, needs, await closeLogFile(connection))
  const described = await describe(connection)

  await makeFolder(folder, { mode: 0o700 })
  await connection.query('select pg_backup_start($1, fast => true)', [basename(folder)])
  const { folders, files } = await copyCluster(needs)
  const { rows } = await connection.query<{ lsn: string; label: string; spaces: string }>(
    `select lsn::text, labelfile as label, spcmapfile as spaces
       from pg_backup_stop(wait_for_archive => false)`,
  )
  const { lsn, label } = present(rows)
  await writeWhole(join(folder, CLUSTER, 'backup_label'), label, { mode: 0o600 })
  files.push({ path: `${CLUSTER}/backup_label`, ...fingerprint(label) })
  const access = await copyHashed({ from: accessFile(home), to: join(folder, ACCESS) })
  if (access === null) throw new Error(`${accessFile(home)} is missing`)
  files.push({ path: ACCESS, ...access })
  progress({ name: 'flushing', done: 0, total: 0 })
  const inside = folders.map((path) => `${CLUSTER}/${path}`)
  await flushAll(folder, [...inside, CLUSTER, ...files.map(({ path }) => path)])

  const firstLogFile = firstOf(label)
  const lastLogFile = nameOfSegment({ ...requireSegment(firstLogFile), number: placeBefore(lsn) })
  progress({ name: 'waiting for the archive', done: 0, total: 0 })
  await untilReceived(connection, needs, lastLogFile)
  return { ...described, firstLogFile, lastLogFile, folders, files }
}

/** The archive we were told of must be the one that this server writes to. */
async function requireArchiving(connection: Queryable, archiveFolder: string): Promise<void> {
  const { rows } = await connection.query<{ mode: string; command: string; spaces: number }>(
    `select current_setting('archive_mode') as mode,
            current_setting('archive_command') as command,
            (select count(*) from pg_tablespace where oid not in (1663, 1664))::int as spaces`,
  )
  const { mode, command, spaces } = present(rows)
  if (mode === 'off' || command !== archiveCommand(archiveFolder))
    throw new BackupRefused(
      `PostgreSQL does not archive to ${archiveFolder}: start the shop with WAL_ARCHIVE_DIR`,
    )
  // Ours has none; somebody may have made one by hand.
  if (spaces > 0) throw new BackupRefused('tablespaces are not copied: this cluster has some')
}

/** Ends the file of the log that is being written, and names it. */
export async function closeLogFile(connection: Queryable): Promise<string> {
  const { rows } = await connection.query<{ name: string }>(
    `select pg_walfile_name(pg_logical_emit_message(true, 'qura', 'backup')) as name`,
  )
  await connection.query('select pg_switch_wal()')
  return present(rows).name
}

const POLL_MS = 100

/** For as long as anything at all arrives: an archive that is behind catches up. */
export async function untilReceived(
  connection: Queryable,
  { archiveFolder, patienceMs = PATIENCE_MS }: Pick<BaseNeeds, 'archiveFolder' | 'patienceMs'>,
  name: string,
): Promise<void> {
  const path = join(archiveFolder, archivedName(name))
  let [seen, sinceMs] = [-1, performance.now()]
  while ((await sizeOf(path)) === null) {
    const { rows } = await connection.query<{ received: number; failed: string | null }>(
      `select archived_count as received, last_failed_wal as failed from pg_stat_archiver`,
    )
    const { received, failed } = present(rows)
    if (received !== seen) [seen, sinceMs] = [received, performance.now()]
    if (performance.now() - sinceMs > patienceMs)
      throw new BackupRefused(
        `${archiveFolder} does not receive: ${name} did not come within ` +
          `${patienceMs / 1_000} s${failed === null ? '' : `, and ${failed} failed`}; ` +
          'the log of PostgreSQL says why',
      )
    await sleep(POLL_MS)
  }
}

async function describe(connection: Queryable) {
  const { rows } = await connection.query<{
    environment: BaseManifest['environment']
    shop_logs: number
    now: Date
    version: number
    system: string
  }>(
    `select environment, shop_logs, now() as now,
            current_setting('server_version_num')::int as version,
            (select system_identifier::text from pg_control_system()) as system
       from installation`,
  )
  const { environment, shop_logs: shopLogs, now, version, system } = present(rows)
  return {
    format: BASE_FORMAT,
    takenAt: now.toISOString(),
    postgresMajor: Math.floor(version / 10_000),
    platform: `${process.platform}-${process.arch}`,
    systemIdentifier: system,
    environment,
    shopLogs,
    migrations: await appliedMigrations(connection),
    heads: await logHeads(connection),
  } as const
}

/** Read when the cluster is started, or made anew then: the folder is copied, its files are not. */
const emptied =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//
/** Of this run of the server, of an older backup, or made anew when they are missing. */
const leftOut =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|backup_manifest|current_logfiles(\.tmp)?|postgresql\.auto\.conf\.tmp)$|(^|\/)(pgsql_tmp|pg_internal\.init)[^/]*(\/|$)/

const isWanted = (path: string) => !emptied.test(path) && !leftOut.test(path)
/** What is read first at a start is copied last. */
const CONTROL = 'global/pg_control'

async function copyCluster({ home, folder, progress = () => {} }: BaseNeeds) {
  const from = clusterIn(home)
  const to = join(folder, CLUSTER)
  const tree = await treeOf(from, isWanted)
  // Even where the log lies on a volume of its own.
  const folders = [...new Set([...tree.folders, 'pg_wal', 'pg_wal/archive_status'])]
  await makeFolders(to, folders)
  const total = megabytes(tree.files.reduce((sum, { bytes }) => sum + bytes, 0))
  let bytes = 0
  const copied = (more: number) => {
    bytes += more
    progress({ name: 'copying, MB', done: megabytes(bytes), total })
  }
  const files: BaseManifest['files'] = []
  for (const { path } of tree.files) {
    if (path === CONTROL) continue
    const copy = await copyHashed({ from: join(from, path), to: join(to, path), copied })
    // Its table was dropped meanwhile, and the log knows it.
    if (copy !== null) files.push({ path: `${CLUSTER}/${path}`, ...copy })
  }
  const control = await settled(join(from, CONTROL))
  await writeWhole(join(to, CONTROL), control, { mode: 0o600 })
  files.push({ path: `${CLUSTER}/${CONTROL}`, ...fingerprint(control) })
  return { folders, files }
}

const READS_MAX = 100

/** Small and rewritten as a whole, without the log behind it: read until it is the same twice. */
async function settled(path: string): Promise<Buffer> {
  let before = await readBytes(path)
  for (let reads = 0; reads < READS_MAX; reads++) {
    const now = await readBytes(path)
    if (before !== null && now !== null && before.equals(now)) return now
    before = now
  }
  throw new Error(`${path} changes all the time`)
}

const fingerprint = (text: string | Buffer): Copied => ({
  bytes: Buffer.byteLength(text),
  sha256: createHash('sha256').update(text).digest('hex'),
})

function firstOf(label: string): string {
  const [, name] = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)$/m.exec(label) ?? []
  if (name === undefined) throw new Error(`PostgreSQL has labelled its backup otherwise: ${label}`)
  return name
}

function present<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('PostgreSQL answered nothing')
  return row
}
