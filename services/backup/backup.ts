// A backup of what cannot be made again: every row of every ground table in one frozen view, as
// compressed lines of JSON that any tool can read, and a manifest with their fingerprints. The shop
// goes on selling meanwhile. Images and SIGNER_DIR are folders: they are copied by other means, and
// SIGNER_DIR is kept apart.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'

import type { Database, Queryable } from '../io/database.ts'
import { makeFolder, writeOnce, writeStreamed } from '../io/files.ts'
import type { Manifest } from './manifest.ts'
import { appliedMigrations, groundTables, linesOf, logHeads, sequences } from './tables.ts'
import type { GroundTable } from './tables.ts'

export type BackupProgress = (step: { table: string; rows: number }) => void

export const MANIFEST = 'manifest.json'
const GZIP_LEVEL = 5

/** The folder must be new. Its manifest is written last: without one it is no backup. */
export async function takeBackup(
  owner: Database,
  folder: string,
  progress: BackupProgress = () => {},
): Promise<Manifest> {
  await makeFolder(join(folder, 'tables'), { mode: 0o700 })
  const manifest = await owner.withConnection(async (tx) => {
    await tx.query('begin transaction isolation level repeatable read read only')
    try {
      await tx.query('set local statement_timeout = 0')
      await tx.query('set local idle_in_transaction_session_timeout = 0')
      return await writeTables(tx, folder, progress)
    } finally {
      await tx.query('rollback')
    }
  })
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  if (!(await writeOnce(join(folder, MANIFEST), text, { mode: 0o600 })))
    throw new Error(`${folder} holds a backup already`)
  return manifest
}

async function writeTables(
  tx: Queryable,
  folder: string,
  progress: BackupProgress,
): Promise<Manifest> {
  const { rows } = await tx.query<{
    environment: Manifest['environment']
    shop_logs: number
    now: Date
  }>('select environment, shop_logs, clock_now() as now from installation')
  const [installation] = rows
  if (installation === undefined) throw new Error('this database was never set up')
  const { environment, shop_logs: shopLogs, now } = installation

  const tables: Manifest['tables'] = []
  for (const table of await groundTables(tx)) {
    progress({ table: table.name, rows: 0 })
    tables.push(await writeTable(tx, { folder, table, progress }))
  }
  return {
    format: 'qura-backup/v1',
    takenAt: now.toISOString(),
    environment,
    shopLogs,
    migrations: await appliedMigrations(tx),
    tables,
    sequences: await sequences(tx),
    heads: await logHeads(tx),
  }
}

type TableToWrite = { folder: string; table: GroundTable; progress: BackupProgress }

async function writeTable(
  tx: Queryable,
  { folder, table, progress }: TableToWrite,
): Promise<Manifest['tables'][number]> {
  const file = `tables/${table.name}.jsonl.gz`
  const hash = createHash('sha256')
  let rows = 0
  async function* text() {
    for await (const lines of linesOf(tx, table)) {
      rows += lines.length
      progress({ table: table.name, rows })
      yield `${lines.join('\n')}\n`
    }
  }
  async function* fingerprinted(pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of pieces) {
      hash.update(piece)
      yield piece
    }
  }
  const compressed = Readable.from(text()).pipe(createGzip({ level: GZIP_LEVEL }))
  await writeStreamed(join(folder, file), fingerprinted(compressed))
  return { name: table.name, columns: table.columns, rows, file, sha256: hash.digest('hex') }
}
