// Lays a base backup into an empty data folder, lets PostgreSQL go through the archive of its log
// up to the end or to an instant, and then believes nothing, as any restore: heads that were kept
// outside are compared, erased people erased again, and all invariants checked.
import { accessFile, placeOf, startEmbedded, unmarkedFile } from '../database/embedded.ts'
import type { Embedded, Place } from '../database/embedded.ts'
import { lockFolder } from '../database/folder-lock.ts'
import { migrate, readMigrations } from '../database/migrate.ts'
import { nativeMajor } from '../database/native-folder.ts'
import { openDatabase } from '../io/database.ts'
import type { Queryable } from '../io/database.ts'
import { removePath } from '../io/files.ts'
import type { BaseProgress } from './base-backup.ts'
import { readBaseManifest } from './base-manifest.ts'
import type { BaseManifest } from './base-manifest.ts'
import { checkPages } from './check-pages.ts'
import type { Pages } from './check-pages.ts'
import { passWhatWasGivenOut } from './given-out.ts'
import { instantDifferences } from './instant.ts'
import type { Instant } from './instant.ts'
import { layCluster, requireEmpty } from './lay-cluster.ts'
import type { LogHead } from '../ledger/heads.ts'
import { followLog } from './replay-progress.ts'
import { BackupRefused, finishRestore } from './restore.ts'
import type { Finished, Finishing } from './restore.ts'
import { logHeads } from './tables.ts'
import { placeBefore, readSegment } from './wal-names.ts'
import { markUnfinished } from './unfinished.ts'
import { requireLog } from './wal-files.ts'
import type { LogFound } from './wal-files.ts'

export type BaseRestoreNeeds = {
  folder: string
  /** Of the shop that is to be; no PostgreSQL may lie there yet. */
  dataFolder: string
  /** Where the log is read. */
  archiveFolder: string
  /** Does the restored shop go on writing there? A rehearsal must not. */
  goesOn: boolean
  /** The last instant that counts; null: everything that was archived. */
  until: Date | null
  /** Along which timeline; null: the newest, and refused where another has what that one lacks. */
  timeline?: number | null
  headsKept?: readonly LogHead[]
  treesKept?: Finishing['treesKept']
  erased?: readonly string[]
  /** Left out in a rehearsal. */
  noteSettled?: Finishing['noteSettled']
  progress?: BaseProgress
  /** What was there at `until`, to the fact, where somebody knows. */
  instant?: Instant
  /** Every page is looked at (`check-pages.ts`): for a cluster that is thrown away. */
  looksAtPages?: boolean
}

export type RestoredBase = Finished & {
  manifest: BaseManifest
  /** Of the last commit that came back; null: none after the backup. */
  upTo: Date | null
  logFiles: number
  /** Null: nobody looked. */
  pages: Pages | null
  /** Running; to be stopped by whoever asked. */
  server: Embedded
}

export async function restoreBase(needs: BaseRestoreNeeds): Promise<RestoredBase> {
  const { folder, dataFolder, goesOn, until, progress = () => {} } = needs
  const manifest = await readBaseManifest(folder)
  await requireKin(manifest)
  if (until !== null && until < new Date(manifest.takenAt))
    throw new BackupRefused(`the backup is of ${manifest.takenAt}: for that, take an older one`)
  const lock = await lockFolder(dataFolder)
  try {
    const place = await placeOf(dataFolder)
    await requireEmpty(place)
    const log = await requireLog(manifest, { ...needs, user: place.user })
    const { names } = log
    await layCluster(manifest, { ...needs, place, isKept: goesOn })
    const server = await replay({ place, log, needs })
    try {
      progress({ name: 'checking', done: 0, total: 0 })
      const settled = await settle(server, { manifest, last: names.at(-1), needs })
      const stop = () => server.stop().finally(lock.release)
      return { manifest, logFiles: names.length, ...settled, server: { ...server, stop } }
    } catch (error) {
      await server.stop()
      throw error
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** Files of a cluster mean nothing to another PostgreSQL or another kind of machine. */
async function requireKin({ platform, postgresMajor, migrations }: BaseManifest): Promise<void> {
  const logical = 'a backup of lines (`npm run backup`) goes anywhere'
  const here = `${process.platform}-${process.arch}`
  if (platform !== here)
    throw new BackupRefused(`the backup is of ${platform}, and this is ${here}: ${logical}`)
  const major = await nativeMajor()
  if (postgresMajor !== major)
    throw new BackupRefused(
      `the backup is of PostgreSQL ${postgresMajor}, and this is ${major}: ${logical}`,
    )
  const { numbered } = await readMigrations()
  const known = new Set(numbered.map(({ name }) => name))
  const newer = migrations.filter((name) => /^\d{4}_/.test(name) && !known.has(name))
  if (newer.length > 0)
    throw new BackupRefused(
      `the backup was made by a newer version (${newer.join(', ')}): restore it with that one`,
    )
}

type Replay = { place: Place; log: LogFound; needs: BaseRestoreNeeds }

async function replay({ place, log: { names, timeline }, needs }: Replay): Promise<Embedded> {
  const { dataFolder, archiveFolder, goesOn, until, progress = () => {} } = needs
  const log = await followLog(place.home, (restored) => {
    const done = names.indexOf(restored) + 1
    if (done > 0) progress({ name: 'going through the log', done, total: names.length })
  })
  try {
    return await startEmbedded({
      dataFolder,
      archiveFolder: goesOn ? archiveFolder : null,
      isThrowaway: !goesOn,
      recovery: { archiveFolder, until: until === null ? null : instantOf(until), timeline },
    })
  } catch (error) {
    // As if nothing had been tried: perhaps only the instant was not in the archive.
    await removePath(accessFile(place.home))
    await removePath(place.cluster)
    await removePath(unmarkedFile(place.home))
    const words = await log.lastWords()
    if (words === null) throw error
    throw new BackupRefused(`PostgreSQL did not come through its log: ${words}`)
  } finally {
    await log.stop()
  }
}

/** It is read before names of zones are, and `Z` is one. */
const instantOf = (until: Date) => until.toISOString().replace('Z', '+00')

type Settling = { manifest: BaseManifest; last: string | undefined; needs: BaseRestoreNeeds }

const unhurried = { statementTimeoutMs: 0, lockTimeoutMs: 60_000, poolMax: 8 }

async function settle(server: Embedded, { manifest, last, needs }: Settling) {
  const { ownerUrl, folder: home } = server
  const { headsKept = [], erased = [], treesKept, noteSettled, until, instant, progress } = needs
  const { looksAtPages = false } = needs
  const { environment, shopLogs } = manifest
  await migrate(ownerUrl, { environment, shopLogs })
  const owner = openDatabase({ url: ownerUrl, applicationName: 'qura restore', ...unhurried })
  try {
    const { upTo, stoppedAt } = await whereItStopped(owner)
    const pages = looksAtPages ? await checkPages(owner) : null
    if (pages !== null && pages.damaged.length > 0)
      return { upTo, differences: pages.damaged, pages, ...nothingRead, isSound: false }
    await owner.transaction(async (tx) => {
      await markUnfinished(tx)
      await passWhatWasGivenOut(tx)
    })
    await removePath(unmarkedFile(home))
    const beside = instant === undefined ? [] : instantDifferences(await logHeads(owner), instant)
    const finished = await finishRestore({
      owner,
      shopLogs,
      heads: [...manifest.heads, ...headsKept],
      erased,
      areReadModelsMade: true,
      treesKept,
      noteSettled,
      progress,
    })
    const differences = [
      ...beside,
      ...beyond(upTo, until),
      ...(until === null ? cutShort(stoppedAt, last) : []),
      ...finished.differences,
    ]
    const isSound = differences.length === 0 && finished.isSound
    return { ...finished, upTo, differences, pages, isSound }
  } finally {
    await owner.end()
  }
}

/** What stands on damaged pages is not worth asking for. */
const nothingRead: Omit<Finished, 'differences' | 'isSound'> = {
  erasedAgain: 0,
  verifiersMissing: [],
  contents: { heads: [], digests: {} },
  report: { findings: [], isSound: false, rows: 0, seconds: 0 },
}

async function whereItStopped(owner: Queryable) {
  const { rows } = await owner.query<{ at: Date | null; lsn: string | null }>(
    `select pg_last_xact_replay_timestamp() as at, pg_last_wal_replay_lsn()::text as lsn`,
  )
  return { upTo: rows[0]?.at ?? null, stoppedAt: rows[0]?.lsn ?? null }
}

const beyond = (upTo: Date | null, until: Date | null): string[] =>
  upTo === null || until === null || upTo <= until
    ? []
    : [`the last commit is of ${upTo.toISOString()}, after ${until.toISOString()}`]

/** PostgreSQL takes whatever it cannot read for the end of its log, and says so to nobody. */
function cutShort(stoppedAt: string | null, last: string | undefined): string[] {
  const end = last === undefined ? null : readSegment(last)
  if (stoppedAt === null || end === null || placeBefore(stoppedAt) >= end.number) return []
  return [`the log was followed to ${stoppedAt} alone, and the archive goes on to ${last}`]
}
