// The restore drill: a backup of the live database, restored into a database of its own on the same
// server, checked, and thrown away again. What has never been restored is no backup.
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { allProjections } from '#projections/all.ts'

import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../io/database.ts'
import type { Database } from '../io/database.ts'
import { makeFolder, removePath } from '../io/files.ts'
import { rebuild } from '../workers/rebuild.ts'
import { takeBackup } from './backup.ts'
import { eraseAgain } from './erase-again.ts'
import type { LogHead } from '../ledger/heads.ts'
import { readManifest, restoreBackup } from './restore.ts'
import type { RestoreProgress, Restored } from './restore.ts'

export type DrillNeeds = {
  ownerUrl: string
  headsKept?: readonly LogHead[]
  erased?: readonly string[]
  progress?: RestoreProgress
}

export type Drill = Restored & { backupSeconds: number; restoreSeconds: number }

const unhurried = { statementTimeoutMs: 0, lockTimeoutMs: 60_000, poolMax: 8 }

export async function drill(needs: DrillNeeds): Promise<Drill> {
  const { ownerUrl, progress = () => {} } = needs
  const folder = join(tmpdir(), `qura-drill-${randomBytes(6).toString('hex')}`)
  await makeFolder(folder, { mode: 0o700 })
  const live = openDatabase({ url: ownerUrl, applicationName: 'qura drill', ...unhurried })
  try {
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
    await removePath(folder)
  }
}

type Into = Omit<DrillNeeds, 'ownerUrl'> & { url: string; folder: string }

/** `url`: the owner's, of an empty database, or of one that holds the schema and no facts. */
export async function restoreInto(into: Into): Promise<Restored> {
  const { url, folder, headsKept = [], erased = [], progress = () => {} } = into
  const { environment, shopLogs } = await readManifest(folder)
  await migrate(url, { environment, shopLogs })
  const owner = openDatabase({ url, applicationName: 'qura restore', ...unhurried })
  try {
    return await restoreBackup({
      owner,
      folder,
      headsKept,
      progress,
      finish: async () => {
        const again = await eraseAgain(owner, { personIds: erased, shopLogs })
        if (again.length > 0) await rebuild({ owner, projections: allProjections })
      },
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
  const name = `qura_drill_${randomBytes(6).toString('hex')}`
  const url = new URL(ownerUrl)
  url.pathname = `/${name}`
  await live.query(`create database ${name}`)
  try {
    return await act(url.href)
  } finally {
    await live.query(`drop database if exists ${name} with (force)`)
  }
}
