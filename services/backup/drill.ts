// The restore drill: a backup of the live database, restored into a database of its own on the same
// server, checked, and thrown away again. What has never been restored is no backup.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../io/database.ts'
import type { Database } from '../io/database.ts'
import { takeBackup } from './backup.ts'
import { openDrillRoom } from './drill-folder.ts'
import { DRILL_PREFIX, dropLeftBehind, leftBehind, requireRoomForDrill } from './drill-room.ts'
import type { LogHead } from '../ledger/heads.ts'
import { readOwnManifest, requireNoFacts, requireUntouched, restoreBackup } from './restore.ts'
import type { RestoreNeeds, RestoreProgress, Restored } from './restore.ts'

export type DrillNeeds = {
  ownerUrl: string
  /** Where our own PostgreSQL lies; null: it is somebody else's, and he knows his volumes. */
  home: string | null
  /** Made when it is not there. */
  drillFolder: string
  headsKept?: readonly LogHead[]
  treesKept?: RestoreNeeds['treesKept']
  erased?: readonly string[]
  progress?: RestoreProgress
}

export type Drill = Restored & { backupSeconds: number; restoreSeconds: number }

/** A copy, and as much again for the log of its making and the shop that goes on selling. */
const ROOM_TIMES = 2

const unhurried = { statementTimeoutMs: 0, lockTimeoutMs: 60_000, poolMax: 8 }

/** Refuses (`BackupRefused`) where the volumes have too little room for it. */
export async function drill(needs: DrillNeeds): Promise<Drill> {
  const { ownerUrl, home, drillFolder, progress = () => {} } = needs
  const room = await openDrillRoom(drillFolder)
  const folder = join(room.path, 'backup')
  const live = openDatabase({ url: ownerUrl, applicationName: 'qura drill', ...unhurried })
  try {
    await dropLeftBehind(live, await leftBehind(live))
    await requireRoomForDrill(live, { home, drillFolder, times: ROOM_TIMES })
    const startedAt = performance.now()
    await takeBackup(live, folder, ({ table, rows }) =>
      progress({ name: `backup of ${table}`, rows }),
    )
    const restoringAt = performance.now()
    const restored = await inScratch(live, ownerUrl, (url) =>
      restoreInto({ url, folder, ...needs }),
    )
    const seconds = (from: number, to: number) => (to - from) / 1_000
    return {
      ...restored,
      backupSeconds: seconds(startedAt, restoringAt),
      restoreSeconds: seconds(restoringAt, performance.now()),
    }
  } finally {
    await live.end()
    await room.leave()
  }
}

type Into = Omit<DrillNeeds, 'ownerUrl' | 'home' | 'drillFolder'> &
  Pick<RestoreNeeds, 'noteSettled'> & { url: string; folder: string }

/**
 * `url`: the owner's, of an empty database, or of one that holds the schema and no facts. Before it
 * is migrated, a backup of another version or with changed files is refused, and so are its facts.
 */
export async function restoreInto(into: Into): Promise<Restored> {
  const { url, folder, headsKept = [], erased = [], treesKept, noteSettled } = into
  const { progress = () => {} } = into
  const manifest = await readOwnManifest(folder)
  const { environment, shopLogs } = manifest
  const owner = openDatabase({ url, applicationName: 'qura restore', ...unhurried })
  try {
    await requireNoFacts(owner)
    await requireUntouched(folder, manifest)
    await migrate(url, { environment, shopLogs })
    return await restoreBackup({
      owner,
      folder,
      manifest,
      headsKept,
      erased,
      treesKept,
      noteSettled,
      progress,
    })
  } finally {
    await owner.end()
  }
}

async function inScratch<Result>(
  live: Database,
  ownerUrl: string,
  act: (url: string) => Promise<Result>,
): Promise<Result> {
  const name = `${DRILL_PREFIX}${randomBytes(6).toString('hex')}`
  const url = new URL(ownerUrl)
  url.pathname = `/${name}`
  await live.query(`create database ${name}`)
  const held = { url: url.href, applicationName: 'qura drill', ...unhurried, poolMax: 1 }
  const scratch = openDatabase(held)
  try {
    // Held to the end: a database that nobody is connected to was left by a drill that was killed.
    return await scratch.withConnection(async (connection) => {
      await connection.query('select')
      return act(url.href)
    })
  } finally {
    await scratch.end().finally(() => live.query(`drop database if exists ${name} with (force)`))
  }
}
