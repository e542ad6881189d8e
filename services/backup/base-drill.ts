// The restore drill of a shop with an archive: a base backup of the live cluster and an instant
// after it; both brought back with the archive in a data folder of its own on a port of its own, up
// to that instant and no further; every page and every promise checked, and all of it thrown away.
// It reads the archive, and writes nothing there.
import { join } from 'node:path'

import { openDatabase } from '../io/database.ts'
import { takeBaseBackup } from './base-backup.ts'
import type { BaseProgress } from './base-backup.ts'
import { restoreBase } from './base-restore.ts'
import type { BaseRestoreNeeds, RestoredBase } from './base-restore.ts'
import { openDrillRoom } from './drill-folder.ts'
import { requireRoomForDrill } from './drill-room.ts'
import { takeInstant } from './instant.ts'
import type { Instant } from './instant.ts'
import type { LogHead } from '../ledger/heads.ts'

export type BaseDrillNeeds = {
  ownerUrl: string
  /** Where the live cluster lies. */
  home: string
  archiveFolder: string
  /** Made when it is not there. */
  drillFolder: string
  headsKept?: readonly LogHead[]
  treesKept?: BaseRestoreNeeds['treesKept']
  erased?: readonly string[]
  progress?: BaseProgress
}

export type BaseDrill = Omit<RestoredBase, 'server'> & {
  /** Up to which it was brought back. */
  instant: Instant
  backupSeconds: number
  restoreSeconds: number
}

/** A copy, the cluster that is laid of it, and its log; of the live one nothing is written. */
const ROOM_TIMES = 3

/** Refuses (`BackupRefused`) where there is too little room for it. */
export async function baseDrill(needs: BaseDrillNeeds): Promise<BaseDrill> {
  const { ownerUrl, home, archiveFolder, drillFolder, progress } = needs
  const { headsKept, treesKept, erased } = needs
  const room = await openDrillRoom(drillFolder, { hasCluster: true })
  const [folder, dataFolder] = [join(room.path, 'backup'), join(room.path, 'shop')]
  const unhurried = { statementTimeoutMs: 0, poolMax: 1 }
  const owner = openDatabase({ url: ownerUrl, applicationName: 'qura base drill', ...unhurried })
  try {
    await requireRoomForDrill(owner, { home: null, drillFolder, times: ROOM_TIMES })
    const startedAt = performance.now()
    await takeBaseBackup({
      owner,
      home,
      archiveFolder,
      folder,
      progress,
    })
    const instant = await takeInstant({ owner, archiveFolder })
    const restoringAt = performance.now()
    const { server, ...restored } = await restoreBase({
      folder,
      dataFolder,
      archiveFolder,
      goesOn: false,
      until: instant.at,
      instant,
      looksAtPages: true,
      headsKept,
      treesKept,
      erased,
      progress,
    })
    const endedAt = performance.now()
    await server.stop()
    return {
      ...restored,
      instant,
      backupSeconds: (restoringAt - startedAt) / 1_000,
      restoreSeconds: (endedAt - restoringAt) / 1_000,
    }
  } finally {
    await owner.end()
    await room.leave()
  }
}
