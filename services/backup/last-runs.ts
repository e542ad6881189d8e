// When a backup was last written, what came back in the last restore drill that was sound, and what
// the last check of the invariants found: the commands write it down beside the data, so that the
// service, which runs none of them, can tell whoever watches it, and the next drill can be held
// against this one. Time is the machine's: a demo may move its own.
import { join } from 'node:path'

import { makeFolder, readText, writeWhole } from '../io/files.ts'
import type { Contents } from './restore.ts'

/** `backup`: of lines; `base`: of the cluster's files, where its log is archived. */
export const runNames = ['backup', 'base', 'drill', 'verify'] as const
export type RunName = (typeof runNames)[number]

/**
 * One way back: from lines, or from files and the archive of the log. `minutes`: all of it;
 * `restoreMinutes`: the restore and its checks alone, left out by earlier versions.
 */
export type DrillRecord = Contents & {
  way: 'lines' | 'files'
  minutes: number
  restoreMinutes?: number
}

/** `broken`: invariants that did not hold; of `verify` alone. `drilled`: of a drill alone. */
export type LastRun = { at: string; broken: number; drilled: readonly DrillRecord[] }

const folderIn = (dataFolder: string) => join(dataFolder, 'last-runs')

export async function noteRun(
  dataFolder: string,
  name: RunName,
  found: Partial<LastRun> = {},
): Promise<void> {
  const folder = folderIn(dataFolder)
  await makeFolder(folder)
  const run: LastRun = { at: new Date().toISOString(), broken: 0, drilled: [], ...found }
  await writeWhole(join(folder, name), JSON.stringify(run))
}

export async function lastRun(dataFolder: string, name: RunName): Promise<LastRun | null> {
  const text = await readText(join(folderIn(dataFolder), name))
  return text === null ? null : (JSON.parse(text) as LastRun) // written above
}

export type RunAges = Partial<Record<RunName, number>>

/** Without end where it has never been done; base backups only where a log is archived for them. */
export async function runAges(dataFolder: string, hasArchive: boolean): Promise<RunAges> {
  const due = runNames.filter((name) => name !== 'base' || hasArchive)
  const ages = due.map(async (name) => {
    const run = await lastRun(dataFolder, name)
    return [name, run === null ? Infinity : (Date.now() - Date.parse(run.at)) / 1_000] as const
  })
  return Object.fromEntries(await Promise.all(ages))
}

/** What the restore took in the last sound drill, by the way it came; none: never done. */
export async function restoreMinutes(
  dataFolder: string,
): Promise<Partial<Record<DrillRecord['way'], number>>> {
  const drilled = (await lastRun(dataFolder, 'drill'))?.drilled ?? []
  const known = drilled.flatMap(({ way, restoreMinutes: took }) =>
    took === undefined ? [] : [[way, took] as const],
  )
  return Object.fromEntries(known)
}
