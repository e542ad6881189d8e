// Puts a backup into a fresh database of the same migrations, and then believes nothing: the files
// are held against their fingerprints, every log against the heads that were known, read models are
// made anew from zero, and all invariants are checked. Whoever was erased since is erased again.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

import { allProjections } from '#projections/all.ts'

import { isNumbered, namesOfMigrations } from '../database/migrate.ts'
import type { Database, Queryable } from '../io/database.ts'
import { readPieces, readText, sizeOf } from '../io/files.ts'
import { headDifferences } from '../ledger/heads.ts'
import type { LogHead } from '../ledger/heads.ts'
import { missingPrograms } from '../ledger/verifier-programs.ts'
import { verify } from '../verify/run.ts'
import type { KeptTrees, Report } from '../verify/run.ts'
import { digestReadModels } from '../workers/digest.ts'
import { rebuild } from '../workers/rebuild.ts'
import { MANIFEST } from './backup.ts'
import { deleteErased, noteErased } from './erase-again.ts'
import { passWhatWasGivenOut } from './given-out.ts'
import type { NoteSettled } from './kept-outside.ts'
import { linesIn } from './lines.ts'
import { manifestSchema } from './manifest.ts'
import type { Manifest } from './manifest.ts'
import { appliedMigrations, groundTables, logHeads, parentsFirst, putLines } from './tables.ts'
import { isUnfinished, markUnfinished, takeMarkAway } from './unfinished.ts'

export type RestoreProgress = (step: { name: string; rows: number }) => void

/** What two machines that hold the same can compare. */
export type Contents = {
  /** Where each log ends. */
  heads: LogHead[]
  /** SHA-256 of each read model's rows. */
  digests: Record<string, string>
}

/** What is known when everything after the facts was done. */
export type Finished = {
  /** Logs that do not end where the manifest or the list of heads says, in words. */
  differences: string[]
  /** How many people of the list are in this database. */
  erasedAgain: number
  /** Verifiers that draws name by their hashes and that did not come back: a gap, and no damage. */
  verifiersMissing: string[]
  contents: Contents
  report: Report
  isSound: boolean
}

export type Restored = Finished & { manifest: Manifest }

export type RestoreNeeds = {
  /** The owner's connections to a migrated database without facts. */
  owner: Database
  folder: string
  /** Of that folder, whose files were held against it. */
  manifest: Manifest
  /** Heads that were kept outside of the database; what is below or beside them is named. */
  headsKept?: readonly LogHead[]
  treesKept?: Finishing['treesKept']
  /** Ids of people who were erased; those the backup brings back are erased again. */
  erased?: readonly string[]
  /** Left out: nobody will start on it, as in a drill. */
  noteSettled?: Finishing['noteSettled'] | undefined
  progress?: RestoreProgress
}

export class BackupRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BackupRefused'
  }
}

export async function restoreBackup(needs: RestoreNeeds): Promise<Restored> {
  const { owner, folder, manifest, headsKept = [], erased = [], treesKept, noteSettled } = needs
  const { progress = () => {} } = needs
  await requireFresh(owner, manifest)

  await owner.transaction(async (tx) => {
    await tx.query('set local statement_timeout = 0')
    await tx.query(`truncate ${(await groundTables(tx)).map(({ name }) => name).join(', ')}`)
    for (const table of await parentsFirst(tx, manifest.tables))
      await fill(tx, { folder, table, progress })
    for (const { name, lastValue } of manifest.sequences)
      await tx.query('select setval($1::regclass, $2::bigint)', [name, lastValue])
    await passWhatWasGivenOut(tx)
    // Durable with the facts: no service starts on them until the rest was done.
    await markUnfinished(tx)
  })
  const finished = await finishRestore({
    owner,
    shopLogs: manifest.shopLogs,
    heads: [...manifest.heads, ...headsKept],
    erased,
    areReadModelsMade: false,
    treesKept,
    noteSettled,
    progress: ({ name, done }) => progress({ name, rows: done }),
  })
  return { manifest, ...finished }
}

export type Finishing = {
  /** The owner's connections, without a statement timeout; the mark stands. */
  owner: Database
  shopLogs: number
  /** Where logs are known to have ended. */
  heads: readonly LogHead[]
  erased: readonly string[]
  /** They came with the facts: made anew only where somebody is erased by them. */
  areReadModelsMade: boolean
  /** Both of `KeptOutside`. */
  treesKept?: KeptTrees | undefined
  noteSettled?: NoteSettled | undefined
  progress?: (step: { name: string; done: number; total: number }) => void
}

/**
 * Everything after the facts, whoever brought them; takes the mark of `unfinished.ts` away at its
 * end, sound or not. What was cut short is done by calling it again.
 */
export async function finishRestore(finishing: Finishing): Promise<Finished> {
  const { owner, shopLogs, heads, erased, areReadModelsMade, progress = () => {} } = finishing
  progress({ name: 'erasures', done: 0, total: 0 })
  const found = await noteErased(owner, { personIds: erased, shopLogs })
  if (!areReadModelsMade || found.length > 0)
    await rebuild({
      owner,
      projections: allProjections,
      onProgress: ({ done, total }) => progress({ name: 'read models', done, total }),
    })
  await deleteErased(owner, found)

  progress({ name: 'invariants', done: 0, total: 0 })
  const contents = await contentsOf(owner)
  const differences = await headDifferences(owner, heads)
  const verifiersMissing = await missingPrograms(owner)
  const report = await verify(owner, { treesKept: finishing.treesKept })
  // Before the mark goes: a start then asks what was lost, and is answered by this.
  await finishing.noteSettled?.(owner, contents.heads)
  await takeMarkAway(owner)
  const isSound = differences.length === 0 && report.isSound
  const erasedAgain = found.length
  return { differences, erasedAgain, verifiersMissing, contents, report, isSound }
}

export const contentsOf = async (owner: Queryable): Promise<Contents> => ({
  heads: await logHeads(owner),
  digests: await digestReadModels(owner, allProjections),
})

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readText(join(folder, MANIFEST))
  if (text === null) throw new BackupRefused(`${folder} holds no ${MANIFEST}: it is no backup`)
  const manifest = manifestSchema.safeParse(parsedManifest(folder, text))
  if (!manifest.success) throw new BackupRefused(`${folder}/${MANIFEST} is not one of ours`)
  return manifest.data
}

/** Refuses what is no JSON by the name of the file. */
export function parsedManifest(folder: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BackupRefused(`${folder}/${MANIFEST} is damaged: it is no JSON`)
  }
}

/**
 * Refuses a backup of tables that this program would not make. Asked before anything is written: a
 * database that was migrated by this version is none for the version that the backup needs.
 */
export async function readOwnManifest(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  requireSame(manifest.migrations.filter(isNumbered), await namesOfMigrations())
  return manifest
}

function requireSame(ofBackup: readonly string[], here: readonly string[]): void {
  const missing = ofBackup.filter((name) => !here.includes(name))
  const more = here.filter((name) => !ofBackup.includes(name))
  if (missing.length > 0 || more.length > 0)
    throw new BackupRefused(
      `the backup was made by another version (${[...missing, ...more].join(', ')}): ` +
        'restore it with that version, then start this one, which migrates',
    )
}

/** Also of a database that was never migrated. */
export async function holdsFacts(on: Queryable): Promise<boolean> {
  if (!(await hasTable(on, 'events'))) return false
  return (await on.query('select from events limit 1')).rows.length > 0
}

async function hasTable(on: Queryable, name: string): Promise<boolean> {
  const { rows } = await on.query<{ isMade: boolean }>(
    'select to_regclass($1) is not null as "isMade"',
    [`public.${name}`],
  )
  return rows[0]?.isMade === true
}

/** Of whatever version, or of none. */
export async function requireNoFacts(owner: Queryable): Promise<void> {
  if (!(await holdsFacts(owner))) return
  const isCutShort = (await hasTable(owner, 'unfinished_restores')) && (await isUnfinished(owner))
  throw new BackupRefused(
    isCutShort
      ? 'a restore of this database was cut short: `npm run restore -- --settle` finishes it'
      : 'the database holds facts: restore into a new one',
  )
}

async function requireFresh(owner: Queryable, manifest: Manifest): Promise<void> {
  await requireNoFacts(owner)
  requireSame(manifest.migrations, await appliedMigrations(owner))
}

/** Before a database is migrated for it. */
export async function requireUntouched(folder: string, { tables }: Manifest): Promise<void> {
  const changed: string[] = []
  for (const { file, sha256 } of tables) {
    const found = await fingerprintOf(join(folder, file))
    if (found !== sha256) changed.push(found === null ? `${file} is missing` : file)
  }
  if (changed.length > 0) throw new BackupRefused(`files were changed: ${changed.join(', ')}`)
}

/** Null: there is no such file. */
async function fingerprintOf(path: string): Promise<string | null> {
  if ((await sizeOf(path)) === null) return null
  const hash = createHash('sha256')
  for await (const piece of readPieces(path)) hash.update(piece)
  return hash.digest('hex')
}

type TableToFill = {
  folder: string
  table: Manifest['tables'][number]
  progress: RestoreProgress
}

const LINES_PER_CALL = 2_000

/** A file may be larger than memory: no more of it is read than is being written. */
async function fill(tx: Queryable, { folder, table, progress }: TableToFill): Promise<void> {
  let lines: string[] = []
  let rows = 0
  const put = async () => {
    await putLines(tx, table, lines)
    rows += lines.length
    lines = []
    progress({ name: table.name, rows })
  }
  const path = join(folder, table.file)
  await pipeline(readPieces(path), createGunzip(), async (text: AsyncIterable<Buffer>) => {
    for await (const line of linesIn(text)) {
      lines.push(line)
      if (lines.length === LINES_PER_CALL) await put()
    }
  })
  if (lines.length > 0) await put()
  if (rows !== table.rows)
    throw new BackupRefused(`${table.file} has ${rows} rows, the manifest says ${table.rows}`)
}
