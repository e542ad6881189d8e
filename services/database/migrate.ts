// Brings a database to what `migrations/` says: numbered files once each, then every function of
// `functions/`, then the job queue's schema, then the roles. One migration at a time per database.
import { createHash } from 'node:crypto'
import { join } from 'node:path'

import { PgBoss } from 'pg-boss'

import { openDatabase } from '../io/database.ts'
import type { Queryable } from '../io/database.ts'
import { listFolder, readText } from '../io/files.ts'
import {
  compareLedger,
  createLedger,
  passingOthers,
  recordMigration,
  recordRepeated,
  REPEATED,
} from './migration-ledger.ts'
import type { SqlFile } from './migration-ledger.ts'

export type Environment = 'production' | 'demo' | 'test'

export type MigrateOptions = {
  /** Written once, into a database that does not say yet what it is. */
  environment: Environment
  /** Fixed at installation; ignored afterwards. */
  shopLogs?: number
  folder?: string
  /** Functions and roles that another program has replaced are put back, for who asks for it. */
  putsBack?: boolean
  /** For each statement of a file; five seconds unless told otherwise. */
  statementTimeoutMs?: number
  onProgress?: (step: { done: number; total: number; name: string }) => void
}

export type Installation = { environment: Environment; shopLogs: number; seededAt: Date | null }

/** `ahead`: what here is newer than this program, which then has changed nothing. */
export type Migrated = Installation & { applied: string[]; ahead: string | null }

export const migrationsFolder = join(import.meta.dirname, '../../migrations')

/** Any fixed number will do; it must only be ours. */
const MIGRATION_LOCK = 7_173_401

export async function migrate(ownerUrl: string, options: MigrateOptions): Promise<Migrated> {
  const files = await readMigrations(options.folder)
  const owner = openDatabase({
    url: ownerUrl,
    applicationName: 'qura migrate',
    poolMax: 1,
    statementTimeoutMs: 0,
    lockTimeoutMs: 0,
    idleInTransactionTimeoutMs: 0,
  })
  try {
    return await owner.withConnection(async (connection) => {
      await connection.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
      try {
        return await applyAll(connection, ownerUrl, files, options)
      } finally {
        await connection.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
      }
    })
  } finally {
    await owner.end()
  }
}

async function applyAll(
  connection: Queryable,
  ownerUrl: string,
  files: MigrationFiles,
  options: MigrateOptions,
): Promise<Migrated> {
  await createLedger(connection)
  const rest = [...files.functions, ...files.roles]
  const repeated = digestOf(rest)
  const { numbered } = files
  const { putsBack = false } = options
  const compared = await compareLedger(connection, { numbered, repeated, putsBack })
  const { pending, isRepeatedDue, ahead } = compared
  if (pending.length === 0 && !isRepeatedDue)
    return { applied: [], ahead, ...(await readInstallation(connection)) }

  const total = pending.length + rest.length + 1
  let done = 0
  const progress = (name: string) => options.onProgress?.({ done: done++, total, name })

  for (const file of pending) {
    progress(file.name)
    await applyOnce(connection, file, options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS)
  }
  await describeInstallation(connection, options)
  progress('pgboss')
  await installJobs(ownerUrl)
  for (const file of rest) {
    progress(file.name)
    await runFile(connection, file, file.text)
  }
  await recordRepeated(connection, repeated)
  options.onProgress?.({ done: total, total, name: 'done' })
  const applied = pending.map((file) => file.name)
  return { applied, ahead, ...(await readInstallation(connection)) }
}

export type Compared = { lacks: string[]; ahead: string | null }

/** What `migrate` would still have to do here; for a service that may not do it itself. */
export async function compareWithFiles(database: Queryable): Promise<Compared> {
  const { numbered, functions, roles } = await readMigrations()
  const repeated = digestOf([...functions, ...roles])
  const { pending, isRepeatedDue, ahead } = await compareLedger(database, { numbered, repeated })
  const lacks = [...pending.map((file) => file.name), ...(isRepeatedDue ? [REPEATED] : [])]
  return { lacks, ahead }
}

/** False: it has not even the table of what was applied, as one that was only just made. */
export async function wasEverMigrated(database: Queryable): Promise<boolean> {
  const { rows } = await database.query<{ isMade: boolean }>(
    `select to_regclass('public.migrations') is not null as "isMade"`,
  )
  return rows[0]?.isMade === true
}

/** The names of this program's numbered files: what the database must have for it to work. */
export async function namesOfMigrations(folder = migrationsFolder): Promise<string[]> {
  return (await listFolder(folder)).filter(isNumbered)
}

export const isNumbered = (name: string) => /^\d{4}_\w+\.sql$/.test(name)

export type Installed = { missing: string[]; isSeeded: boolean; isReadOnly: boolean }

/**
 * Asked while the service runs: a database that came back older than this program, without its
 * past, or as a standby, which says of each transaction that it may only read. One that is newer
 * lacks nothing: the next version migrates it while this one still serves.
 */
export async function readInstalled(
  database: Queryable,
  names: readonly string[],
): Promise<Installed> {
  const { rows } = await database.query<Installed>({
    name: 'installed',
    text: `
      select array(select wanted from unnest($1::text[]) as wanted
                    where not exists (select from migrations where name = wanted)
                    order by wanted) as missing,
             exists (select from installation where seeded_at is not null) as "isSeeded",
             current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
    values: [names],
  })
  return rows[0] ?? { missing: [...names], isSeeded: false, isReadOnly: false }
}

/**
 * What takes longer holds its locks for longer, and everybody waits: a file that must, and knows
 * whom it stops, says `-- allowed: long: <reason>`. Older files build indexes within `do` blocks.
 */
const STATEMENT_TIMEOUT_MS = 5_000
const LAST_WITHOUT_LIMIT = 29

const isLimited = ({ name, text }: SqlFile) =>
  Number(name.slice(0, 4)) > LAST_WITHOUT_LIMIT && !/^-- allowed: long: /m.test(text)

/** File and record commit together: after a crash it is either applied and known, or neither. */
async function applyOnce(connection: Queryable, file: SqlFile, limitMs: number): Promise<void> {
  await passingOthers(connection, async () => {
    if (isLimited(file)) await connection.query(`set local statement_timeout = ${limitMs}`)
    await runFile(connection, file, file.text)
    await recordMigration(connection, file)
  })
}

/** Several statements in one message are one transaction: a file holds as a whole or not at all. */
async function runFile(connection: Queryable, { name }: SqlFile, text: string): Promise<void> {
  try {
    await connection.query(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`migrations/${name}: ${reason}`, { cause: error })
  }
}

async function installJobs(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    schema: 'pgboss',
    supervise: false,
    schedule: false,
    max: 1,
  })
  await boss.start()
  await boss.stop({ graceful: false })
}

async function describeInstallation(connection: Queryable, options: MigrateOptions): Promise<void> {
  await connection.query(
    `insert into installation (environment, shop_logs) values ($1, $2)
     on conflict do nothing`,
    [options.environment, options.shopLogs ?? 1],
  )
}

export async function readInstallation(database: Queryable): Promise<Installation> {
  const { rows } = await database.query<Installation>(
    'select environment, shop_logs as "shopLogs", seeded_at as "seededAt" from installation',
  )
  const [installation] = rows
  if (installation === undefined) throw new Error('this database has not been migrated')
  return installation
}

export type MigrationFiles = { numbered: SqlFile[]; functions: SqlFile[]; roles: SqlFile[] }

export async function readMigrations(folder = migrationsFolder): Promise<MigrationFiles> {
  const names = await listFolder(folder)
  const functions = await listFolder(join(folder, 'functions'))
  const read = (files: string[]) => Promise.all(files.map((file) => readSqlFile(folder, file)))
  return {
    numbered: await read(names.filter(isNumbered)),
    functions: await read(
      functions.filter((name) => name.endsWith('.sql')).map((name) => `functions/${name}`),
    ),
    roles: await read(names.filter((name) => name === 'roles.sql')),
  }
}

/** Names a set of migrations: the same digest, the same schema. */
export function digestOf(files: readonly SqlFile[]): string {
  const hash = createHash('sha256')
  for (const { name, sha256 } of files) hash.update(`${name} ${sha256}\n`)
  return hash.digest('hex')
}

async function readSqlFile(folder: string, name: string): Promise<SqlFile> {
  const text = await readText(join(folder, name))
  if (text === null) throw new Error(`migrations/${name} has gone`)
  return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
}
