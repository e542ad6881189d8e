// Puts a backup into a fresh database of the same migrations, and then believes nothing: the files
// are held against their fingerprints, every log against the heads that were known, read models are
// made anew from zero, and all invariants are checked.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

import { allProjections } from '#projections/all.ts'

import type { Database, Queryable } from '../io/database.ts'
import { readBytes, readText } from '../io/files.ts'
import { headDifferences } from '../ledger/heads.ts'
import type { LogHead } from '../ledger/heads.ts'
import { verify } from '../verify/run.ts'
import type { Report } from '../verify/run.ts'
import { digestReadModels } from '../workers/digest.ts'
import { rebuild } from '../workers/rebuild.ts'
import { MANIFEST } from './backup.ts'
import { passWhatWasGivenOut } from './given-out.ts'
import { manifestSchema } from './manifest.ts'
import type { Manifest } from './manifest.ts'
import { appliedMigrations, groundTables, logHeads, parentsFirst, putLines } from './tables.ts'

export type RestoreProgress = (step: { name: string; rows: number }) => void

/** What two machines that hold the same can compare. */
export type Contents = {
  /** Where each log ends. */
  heads: LogHead[]
  /** SHA-256 of each read model's rows. */
  digests: Record<string, string>
}

export type Restored = {
  manifest: Manifest
  /** Logs that do not end where the manifest or the list of heads says, in words. */
  differences: string[]
  contents: Contents
  report: Report
  isSound: boolean
}

export type RestoreNeeds = {
  /** The owner's connections to a migrated database without facts. */
  owner: Database
  folder: string
  /** Heads that were kept outside of the database; what is below or beside them is named. */
  headsKept?: readonly LogHead[]
  /** Done between the read models and the check: erasures that came after the backup. */
  finish?: () => Promise<void>
  progress?: RestoreProgress
}

export class BackupRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BackupRefused'
  }
}

export async function restoreBackup(needs: RestoreNeeds): Promise<Restored> {
  const { owner, folder, headsKept = [], finish, progress = () => {} } = needs
  const manifest = await readManifest(folder)
  await requireFresh(owner, manifest)
  await requireUntouched(folder, manifest)

  await owner.transaction(async (tx) => {
    await tx.query('set local statement_timeout = 0')
    await tx.query(`truncate ${(await groundTables(tx)).map(({ name }) => name).join(', ')}`)
    for (const table of await parentsFirst(tx, manifest.tables))
      await fill(tx, { folder, table, progress })
    for (const { name, lastValue } of manifest.sequences)
      await tx.query('select setval($1::regclass, $2::bigint)', [name, lastValue])
    await passWhatWasGivenOut(tx)
  })
  progress({ name: 'read models', rows: 0 })
  await rebuild({ owner, projections: allProjections })
  await finish?.()

  progress({ name: 'invariants', rows: 0 })
  const contents = await contentsOf(owner)
  const differences = await headDifferences(owner, [...manifest.heads, ...headsKept])
  const report = await verify(owner)
  const isSound = differences.length === 0 && report.isSound
  return { manifest, differences, contents, report, isSound }
}

export const contentsOf = async (owner: Queryable): Promise<Contents> => ({
  heads: await logHeads(owner),
  digests: await digestReadModels(owner, allProjections),
})

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readText(join(folder, MANIFEST))
  if (text === null) throw new BackupRefused(`${folder} holds no ${MANIFEST}: it is no backup`)
  const manifest = manifestSchema.safeParse(JSON.parse(text))
  if (!manifest.success) throw new BackupRefused(`${folder}/${MANIFEST} is not one of ours`)
  return manifest.data
}

async function requireFresh(owner: Queryable, manifest: Manifest): Promise<void> {
  const { rows } = await owner.query('select from events limit 1')
  if (rows.length > 0) throw new BackupRefused('the database holds facts: restore into a new one')
  const here = await appliedMigrations(owner)
  const missing = manifest.migrations.filter((name) => !here.includes(name))
  const more = here.filter((name) => !manifest.migrations.includes(name))
  if (missing.length > 0 || more.length > 0)
    throw new BackupRefused(
      `the backup was made by another version (${[...missing, ...more].join(', ')}): ` +
        'restore it with that version, then start this one, which migrates',
    )
}

async function requireUntouched(folder: string, { tables }: Manifest): Promise<void> {
  const changed: string[] = []
  for (const { file, sha256 } of tables) {
    const bytes = await readBytes(join(folder, file))
    const found = bytes === null ? null : createHash('sha256').update(bytes).digest('hex')
    if (found !== sha256) changed.push(bytes === null ? `${file} is missing` : file)
  }
  if (changed.length > 0) throw new BackupRefused(`files were changed: ${changed.join(', ')}`)
}

type TableToFill = {
  folder: string
  table: Manifest['tables'][number]
  progress: RestoreProgress
}

const LINES_PER_CALL = 2_000

async function fill(tx: Queryable, { folder, table, progress }: TableToFill): Promise<void> {
  const bytes = await readBytes(join(folder, table.file))
  const text = Readable.from([bytes ?? Buffer.alloc(0)]).pipe(createGunzip())
  let lines: string[] = []
  let rows = 0
  const put = async () => {
    await putLines(tx, table, lines)
    rows += lines.length
    lines = []
    progress({ name: table.name, rows })
  }
  for await (const line of createInterface({ input: text, crlfDelay: Infinity })) {
    lines.push(line)
    if (lines.length === LINES_PER_CALL) await put()
  }
  if (lines.length > 0) await put()
  if (rows !== table.rows)
    throw new BackupRefused(`${table.file} has ${rows} rows, the manifest says ${table.rows}`)
}
