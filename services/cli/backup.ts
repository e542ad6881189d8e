// npm run backup: everything that cannot be made again, in one folder, or all of the cluster's
// files beside the archive of its log; or the drill that proves it.
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { takeBackup } from '../backup/backup.ts'
import { megabytes, takeBaseBackup } from '../backup/base-backup.ts'
import { baseDrill } from '../backup/base-drill.ts'
import type { BaseDrill } from '../backup/base-drill.ts'
import { keepNewest, nameOfBase } from '../backup/base-keep.ts'
import { drill } from '../backup/drill.ts'
import { erasedList } from '../backup/erased-list.ts'
import { gapOf, hasRaffleFacts } from '../backup/kept-outside.ts'
import { keptTrees } from '../backup/kept-trees.ts'
import type { DrillRecord, RunName } from '../backup/last-runs.ts'
import { keepNewestLines, nameOfLines } from '../backup/lines-keep.ts'
import type { Manifest } from '../backup/manifest.ts'
import { BackupRefused, holdsFacts } from '../backup/restore.ts'
import type { Contents } from '../backup/restore.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../io/database.ts'
import { makeFolder } from '../io/files.ts'
import { headDifferences, lastHeads } from '../ledger/heads.ts'
import type { KeptHeads } from '../ledger/heads.ts'
import { adminDatabaseUrl } from './installation.ts'
import type { AdminDatabase } from './installation.ts'
import { tellRefusal } from './refusals.ts'
import { contentsLines, restoreLines } from './restore-report.ts'
import { runNoted } from './run-noted.ts'
import { bar, wantsHelp } from './terminal.ts'

const help = `npm run backup [-- options]

Writes every row that cannot be made again into a new folder, as compressed lines of JSON, in one
frozen view; the shop goes on selling. Read models and the job queue are left out: they are made
of the rest. Copy FILES_DIR beside it, and keep SIGNER_DIR somewhere else.

  --out=FOLDER  where the folder of this backup is made (backups)
  --base        copy the files of our own PostgreSQL instead: with the archive of its log
                (WAL_ARCHIVE_DIR) they come back up to the last minute, or to any instant
  --keep=N      afterwards: let all but the newest N backups of this shop in FOLDER go, those of
                lines, or with --base those of files and what lies in the archive from before them
  --drill       take one, restore it into a database of its own, check everything, throw it away;
                where there is an archive, a base backup as well, up to an instant after it
  --json        one JSON object instead of words
  --help        this text

Exit status 0: written, and with --drill sound; 1: not.`

function read() {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: 'backups' },
      base: { type: 'boolean', default: false },
      keep: { type: 'string' },
      drill: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const keep = values.keep === undefined ? null : Number(values.keep)
  if (keep !== null && !(Number.isSafeInteger(keep) && keep >= 1))
    throw new BackupRefused(`--keep=${values.keep}: a whole number above zero`)
  if (keep !== null && values.drill)
    throw new BackupRefused('--keep belongs to a backup: a drill keeps none')
  return { ...values, keep }
}

type Given = ReturnType<typeof read>

async function main(): Promise<void> {
  if (wantsHelp(help)) return
  const given = read()
  const database = await adminDatabaseUrl({ migrations: 'require' })
  try {
    await requireFacts(database.url)
    const said = await act(given, database)
    const { drilled = [] } = said
    if (said.isFine) await runNoted(runOf(given), { drilled })
    console.log(given.json ? JSON.stringify(said.json) : said.lines.join('\n'))
    process.exitCode = said.isFine ? 0 : 1
  } finally {
    await database.stop()
  }
}

/** A backup of nothing, taken each night from the wrong place, would pass for one. */
async function requireFacts(url: string): Promise<void> {
  const database = openDatabase({ url, applicationName: 'qura backup', poolMax: 1 })
  try {
    if (!(await holdsFacts(database)))
      throw new BackupRefused(
        'the database holds no facts: nothing is there to be kept. Is it the one of the shop?',
      )
  } finally {
    await database.end()
  }
}

/** Under which name it is written down that it was done. */
export function runOf({ drill: isDrill, base }: Pick<Given, 'drill' | 'base'>): RunName {
  if (isDrill) return 'drill'
  return base ? 'base' : 'backup'
}

type Said = { json: object; lines: string[]; isFine: boolean; drilled?: readonly DrillRecord[] }

async function act({ drill: isDrill, base, out, keep }: Given, database: AdminDatabase) {
  if (isDrill) return runDrills(database)
  return base ? writeBase(requireArchive(database), out, keep) : write(database.url, out, keep)
}

async function write(url: string, out: string, keep: number | null): Promise<Said> {
  const name = nameOfLines(new Date())
  const folder = join(out, name)
  // A large table is one statement.
  const unhurried = { statementTimeoutMs: 0, poolMax: 1 }
  const owner = openDatabase({ url, applicationName: 'qura backup', ...unhurried })
  const shown = bar('backup')
  try {
    const manifest = await takeBackup(owner, folder, ({ table, rows }) => shown.update(rows, table))
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const { backups, damaged } =
      keep === null
        ? { backups: [], damaged: [] }
        : await keepNewestLines({
            out,
            count: keep,
            name,
            taken: manifest,
            isStillThere: async (heads) => (await headDifferences(owner, heads)).length === 0,
          })
    const lines = [
      `${folder}: ${rows} rows of ${manifest.tables.length} tables.`,
      ...(keep === null ? [] : [`Let go: ${backups.length} backups.`]),
      ...(damaged.length === 0
        ? []
        : [`Cut short or damaged, nobody can restore it; left as it is: ${damaged.join(', ')}.`]),
    ]
    const gone = { backups, damaged }
    return { json: { folder, rows, takenAt: manifest.takenAt, gone }, lines, isFine: true }
  } finally {
    shown.stop()
    await owner.end()
  }
}

type Archived = { ownerUrl: string; home: string; archiveFolder: string }

/** Null: there is no PostgreSQL of our own, or nothing keeps its log. */
function archived({ url, home }: AdminDatabase): Archived | null {
  const { archiveFolder } = readConfig(process.env)
  return home === null || archiveFolder === null ? null : { ownerUrl: url, home, archiveFolder }
}

function requireArchive(database: AdminDatabase): Archived {
  const found = archived(database)
  if (found !== null) return found
  throw new BackupRefused(
    database.home === null
      ? '--base copies our own PostgreSQL: for the server of DATABASE_URL use its own tools'
      : '--base needs the archive of the log: start the shop with WAL_ARCHIVE_DIR',
  )
}

async function writeBase(source: Archived, out: string, keep: number | null): Promise<Said> {
  const { ownerUrl: url, home, archiveFolder } = source
  const folder = join(out, nameOfBase(new Date()))
  await makeFolder(out)
  const unhurried = { statementTimeoutMs: 0, poolMax: 1 }
  const owner = openDatabase({ url, applicationName: 'qura base backup', ...unhurried })
  const shown = bar('base backup')
  try {
    const manifest = await takeBaseBackup({
      owner,
      home,
      archiveFolder,
      folder,
      progress: ({ name, done, total }) => shown.update(done, name, total),
    })
    const { takenAt, firstLogFile, lastLogFile, files } = manifest
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    const gone =
      keep === null
        ? { backups: [], log: [], aside: [], damaged: [] }
        : await keepNewest({ out, archiveFolder, count: keep, taken: manifest })
    return {
      json: { folder, bytes, takenAt, firstLogFile, lastLogFile, gone },
      lines: [
        `${folder}: ${files.length} files, ${megabytes(bytes)} MB; the log from ${firstLogFile}.`,
        ...(keep === null
          ? []
          : [`Let go: ${gone.backups.length} backups, ${gone.log.length} files of the archive.`]),
        ...(gone.aside.length === 0
          ? []
          : [`Kept aside, of a timeline that a restore has left: ${gone.aside.join(', ')}.`]),
        ...(gone.damaged.length === 0
          ? []
          : [`Damaged, nobody can restore it; left as it is: ${gone.damaged.join(', ')}.`]),
      ],
      isFine: true,
    }
  } finally {
    shown.stop()
    await owner.end()
  }
}

async function runDrills(database: AdminDatabase): Promise<Said> {
  const source = archived(database)
  const lines = await runDrill(database)
  if (source === null) return lines
  const base = await runBaseDrill(source)
  return {
    json: { ...lines.json, base: base.json },
    lines: [...lines.lines, '', 'With the archive of the log:', ...base.lines],
    isFine: lines.isFine && base.isFine,
    drilled: [...lines.drilled, ...base.drilled],
  }
}

async function runDrill({ url, home }: AdminDatabase): Promise<SaidOfDrill> {
  const shown = bar('drill')
  try {
    const settings = await settingsOfDrills()
    const done = await drill({
      ownerUrl: url,
      home,
      ...settings,
      progress: ({ name, rows }) => shown.update(rows, name),
    })
    return tellDrill('lines', { ...done, ...settings })
  } finally {
    shown.stop()
  }
}

async function runBaseDrill(source: Archived): Promise<SaidOfDrill> {
  const shown = bar('base drill')
  try {
    const settings = await settingsOfDrills()
    const done = await baseDrill({
      ...source,
      ...settings,
      progress: (step) => shown.update(step.done, step.name, step.total),
    })
    return tellBaseDrill({ ...done, ...settings })
  } finally {
    shown.stop()
  }
}

function tellBaseDrill(done: BaseDrill & Kept): SaidOfDrill {
  const { json, lines, ...said } = tellDrill('files', done)
  const { logFiles, instant, pages } = done
  const upTo = instant.at.toISOString()
  const facts = instant.heads.reduce((sum, { head }) => sum + head, 0)
  const looked = `Looked at every page of ${pages?.tables} tables and ${pages?.indexes} indexes`
  return {
    json: { ...json, logFiles, upTo, facts, pages },
    lines: [
      `Brought back up to ${upTo}, when there were ${facts} facts.`,
      `${looked}: ${pages?.damaged.length} damaged.`,
      ...lines,
    ],
    ...said,
  }
}

/** Of heads, outside of the database. */
type Kept = { kept: KeptHeads & { headsFolder: string } }

async function settingsOfDrills() {
  const { signerFolder, headsFolder, drillFolder } = readConfig(process.env)
  const list = await lastHeads(headsFolder)
  return {
    drillFolder,
    headsKept: list.heads,
    kept: { ...list, headsFolder },
    treesKept: await keptTrees({ signerFolder, headsFolder }),
    erased: await erasedList(signerFolder).all(),
  }
}

type Drilled = Omit<Parameters<typeof restoreLines>[0], 'headsHour'> &
  Kept & {
    manifest: Pick<Manifest, 'takenAt' | 'heads'>
    contents: Contents
    backupSeconds: number
    restoreSeconds: number
  }
type SaidOfDrill = Required<Said>

export function tellDrill(way: DrillRecord['way'], done: Drilled): SaidOfDrill {
  const { backupSeconds, restoreSeconds, isSound, differences, contents, report, kept } = done
  const { verifiersMissing } = done
  const { takenAt, heads } = done.manifest
  const minutes = (backupSeconds + restoreSeconds) / 60
  const { findings } = report
  const headsHour = kept.hour
  // The backup is of a moment ago: nobody was erased since.
  const gap = hasRaffleFacts(heads) ? gapOf({ isThere: true, ...kept, takenAt }) : null
  const said = { isSound, backupSeconds, restoreSeconds, headsHour, gap, differences }
  return {
    json: { ...said, verifiersMissing, ...contents, findings },
    lines: [
      ...contentsLines(contents),
      ...restoreLines({ ...done, headsHour }),
      `Backup ${backupSeconds.toFixed(1)} s, restore and checks ` +
        `${restoreSeconds.toFixed(1)} s: ${minutes.toFixed(1)} minutes.`,
      ...(gap === null ? [] : [gap]),
    ],
    isFine: isSound,
    drilled: [{ way, minutes, restoreMinutes: restoreSeconds / 60, ...contents }],
  }
}

if (import.meta.main) await main().catch((error: unknown) => tellRefusal(error))
