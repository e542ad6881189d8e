// npm run restore: a backup into a database without facts, and every check there is.
import { parseArgs } from 'node:util'

import { findBaseManifest } from '../backup/base-manifest.ts'
import { restoreBase } from '../backup/base-restore.ts'
import { restoreInto } from '../backup/drill.ts'
import { erasedList } from '../backup/erased-list.ts'
import { BackupRefused } from '../backup/restore.ts'
import { readConfig } from '../config.ts'
import type { Config } from '../config.ts'
import { FolderInUse } from '../database/folder-lock.ts'
import { makeFolder } from '../io/files.ts'
import { adminDatabaseUrl } from './installation.ts'
import { headsKept, restoreLines } from './restore-report.ts'
import { bar, isWrongOption, wantsHelp } from './terminal.ts'

const help = `npm run restore -- FOLDER [options]

Puts a backup into the database of this installation, which must hold no facts yet:
DATABASE_OWNER_URL or DATABASE_URL, else the PostgreSQL of DATA_DIR (name a new DATA_DIR). Then
holds every file against its fingerprint and every log against the heads kept outside, makes the
read models anew, erases again whoever was erased since, and checks all invariants.
Bring SIGNER_DIR and FILES_DIR back first.

A base backup goes into a PostgreSQL of our own in a DATA_DIR that has none yet, and through
the archive of its log in WAL_ARCHIVE_DIR: up to its end, or to an instant.

  --base            FOLDER must be a base backup (it is seen by itself, too)
  --until=INSTANT   of a base backup: what was committed later stays away, 2026-11-22T18:30:00Z
  --json            one JSON object instead of words
  --help            this text

Exit status 0: restored and sound; 1: not sound; 2: refused, nothing was written.`

function read() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      base: { type: 'boolean', default: false },
      until: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  const [folder, ...more] = positionals
  if (folder === undefined) throw new BackupRefused('which backup? Name its folder.')
  if (more.length > 0) throw new BackupRefused(`one folder, not ${positionals.join(' and ')}`)
  const { until } = values
  // An instant without its zone would be another one on another machine.
  if (until !== undefined && !/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/.test(until))
    throw new BackupRefused(`--until=${until}: an instant like 2026-11-22T18:30:00Z`)
  const instant = until === undefined ? null : new Date(until)
  if (instant !== null && Number.isNaN(instant.getTime()))
    throw new BackupRefused(`--until=${until}: there is no such instant`)
  return { ...values, folder, until: instant }
}

type Given = ReturnType<typeof read>

async function main(): Promise<void> {
  if (wantsHelp(help)) return
  const given = read()
  const config = readConfig(process.env)
  const isBase = (await findBaseManifest(given.folder)) !== null
  if (!isBase && given.base) throw new BackupRefused(`${given.folder} is no base backup`)
  if (!isBase && given.until !== null)
    throw new BackupRefused('--until belongs to a base backup: a backup of lines is one moment')
  const startedAt = performance.now()
  const { isSound, json, lines } = await (isBase ? restoreFiles : restoreRows)(given, config)
  const seconds = (performance.now() - startedAt) / 1_000
  const took = `It took ${(seconds / 60).toFixed(1)} minutes.`
  console.log(given.json ? JSON.stringify({ ...json, seconds }) : [...lines, took].join('\n'))
  process.exitCode = isSound ? 0 : 1
}

type Said = { isSound: boolean; json: object; lines: string[] }

async function restoreRows({ folder }: Given, config: Config): Promise<Said> {
  const { url, stop } = await adminDatabaseUrl()
  const shown = bar('restore')
  try {
    const restored = await restoreInto({
      url,
      folder,
      ...(await keptOutside(config)),
      progress: ({ name, rows }) => shown.update(rows, name),
    })
    return tell(restored)
  } finally {
    shown.stop()
    await stop()
  }
}

async function restoreFiles({ folder, until }: Given, config: Config): Promise<Said> {
  const { archiveFolder, dataFolder, database } = config
  if (database.url !== null || database.ownerUrl !== null)
    throw new BackupRefused('a base backup goes into our own PostgreSQL: unset DATABASE_URL')
  if (archiveFolder === null)
    throw new BackupRefused('where is the archive of the log? Name it in WAL_ARCHIVE_DIR.')
  await makeFolder(dataFolder, { mode: 0o711 })
  const shown = bar('restore')
  try {
    const { server, ...restored } = await restoreBase({
      folder,
      dataFolder,
      archiveFolder,
      goesOn: true,
      until,
      ...(await keptOutside(config)),
      progress: ({ name, done, total }) => shown.update(done, name, total),
    })
    await server.stop()
    const { json, lines, isSound } = tell(restored)
    const { upTo, logFiles } = restored
    const last = upTo === null ? 'the backup itself' : `what was committed at ${upTo.toISOString()}`
    return {
      isSound,
      json: { ...json, upTo, logFiles },
      lines: [...lines, `Up to ${last}, through ${logFiles} files of the log.`],
    }
  } finally {
    shown.stop()
  }
}

async function keptOutside({ signerFolder, headsFolder }: Config) {
  return {
    headsKept: await headsKept(headsFolder),
    erased: await erasedList(signerFolder).all(),
  }
}

function tell(restored: Parameters<typeof restoreLines>[0]): Said {
  const { isSound, differences, report } = restored
  const json = { isSound, differences, findings: report.findings }
  return { isSound, json, lines: restoreLines(restored) }
}

if (import.meta.main)
  await main().catch((error: unknown) => {
    const isRefusal = error instanceof BackupRefused || error instanceof FolderInUse
    if (!isRefusal && !isWrongOption(error)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 2
  })
