// Brings a database to what `migrations/` says: numbered files once each, then every function of
// `functions/`, then the job queue's schema, then the roles. One migration at a time per database.
import { createHash } from 'node:crypto'
import { join } from 'node:path'

import { PgBoss } from 'pg-boss'

import { openDatabase, sqlState } from '../io/database.ts'
import type { Queryable } from '../io/database.ts'
import { listFolder, readText } from '../io/files.ts'
import { sleep } from '../io/timers.ts'
import { StartRefused } from './start-refused.ts'

export type Environment = 'production' | 'demo' | 'test'

export type MigrateOptions = {
  /** Written once, into a database that does not say yet what it is. */
  environment: Environment
  /** Fixed at installation (`event-store.md`); ignored afterwards. */
  shopLogs?: number
  folder?: string
  /** For each statement of a file; five seconds unless told otherwise. */
  statementTimeoutMs?: number
  onProgress?: (step: { done: number; total: number; name: string }) => void
}

export type Installation = { environment: Environment; shopLogs: number; seededAt: Date | null }

export type Migrated = Installation & { applied: string[] }

export type SqlFile = { name: string; text: string; sha256: string }

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
  const pending = await findPending(connection, files.numbered)
  const rest = [...files.functions, ...files.roles]
  const isUpToDate = pending.length === 0 && (await repeatedDigest(connection)) === digestOf(rest)
  if (isUpToDate) return { applied: [], ...(await readInstallation(connection)) }

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
  await rememberRepeated(connection, digestOf(rest))
  options.onProgress?.({ done: total, total, name: 'done' })
  return { applied: pending.map((file) => file.name), ...(await readInstallation(connection)) }
}

/** The record of what was applied, and the role the service runs as: cluster-wide, so made once. */
async function createLedger(connection: Queryable): Promise<void> {
  await connection.query(`
    create table if not exists migrations (
      name        text        primary key,
      sha256      text        not null,
      applied_at  timestamptz not null default clock_timestamp()
    )`)
  await connection.query(`
    do $$ begin
      if not exists (select from pg_roles where rolname = 'qura_app') then
        create role qura_app login;
      end if;
    exception when duplicate_object or unique_violation then null;
    end $$`)
}

/** What `migrate` would still have to do here; for a service that may not do it itself. */
export async function pendingMigrations(database: Queryable): Promise<string[]> {
  const files = await readMigrations()
  const pending = await findPending(database, files.numbered)
  const isCurrent =
    (await repeatedDigest(database)) === digestOf([...files.functions, ...files.roles])
  return [...pending.map((file) => file.name), ...(isCurrent ? [] : [REPEATED])]
}

/** The names of this program's numbered files: what the database must have for it to work. */
export async function namesOfMigrations(folder = migrationsFolder): Promise<string[]> {
  return (await listFolder(folder)).filter(isNumbered)
}

const isNumbered = (name: string) => /^\d{4}_\w+\.sql$/.test(name)

export type Installed = { missing: string[]; isSeeded: boolean }

/**
 * Asked while the service runs: a database that came back older than this program, or without its
 * past. One that is newer lacks nothing: the next version migrates it while this one still serves.
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
             exists (select from installation where seeded_at is not null) as "isSeeded"`,
    values: [names],
  })
  return rows[0] ?? { missing: [...names], isSeeded: false }
}

async function findPending(connection: Queryable, files: SqlFile[]): Promise<SqlFile[]> {
  const { rows } = await connection.query<{ name: string; sha256: string }>(
    'select name, sha256 from migrations where name <> $1',
    [REPEATED],
  )
  const known = new Map(rows.map((row) => [row.name, row.sha256]))
  for (const file of files) {
    const sha256 = known.get(file.name)
    if (sha256 !== undefined && sha256 !== file.sha256)
      throw new StartRefused(
        `migration ${file.name} was changed after it was applied: write a new one instead`,
      )
  }
  const present = new Set(files.map((file) => file.name))
  const missing = rows.filter((row) => !present.has(row.name)).map((row) => row.name)
  if (missing.length > 0)
    throw new StartRefused(`this database is newer than this program: it has ${missing.join(', ')}`)
  return files.filter((file) => !known.has(file.name))
}

/**
 * A change of a table waits for whoever reads it, and everybody else waits behind the change: so it
 * gives up after a second, lets them pass, and comes again.
 */
const LOCK_TIMEOUT_MS = 1_000
const LOCK_TRIES_MAX = 30
const LOCK_PAUSE_MS = 500

/**
 * What takes longer holds its locks for longer, and everybody waits: a file that must, and knows
 * whom it stops, says `-- allowed: long: <reason>`. Older files build indexes within `do` blocks.
 */
const STATEMENT_TIMEOUT_MS = 5_000
const LAST_WITHOUT_LIMIT = 29

const isLimited = ({ name, text }: SqlFile) =>
  Number(name.slice(0, 4)) > LAST_WITHOUT_LIMIT && !/^-- allowed: long: /m.test(text)

async function applyOnce(connection: Queryable, file: SqlFile, limitMs: number): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      return await applyInOne(connection, file, limitMs)
    } catch (error) {
      const isLocked = error instanceof Error && sqlState(error.cause) === LOCK_NOT_AVAILABLE
      if (!isLocked || tries === LOCK_TRIES_MAX) throw error
      await sleep(LOCK_PAUSE_MS)
    }
}

const LOCK_NOT_AVAILABLE = '55P03'

/** File and record commit together: after a crash it is either applied and known, or neither. */
async function applyInOne(connection: Queryable, file: SqlFile, limitMs: number): Promise<void> {
  await connection.query('begin')
  try {
    await connection.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
    if (isLimited(file)) await connection.query(`set local statement_timeout = ${limitMs}`)
    await runFile(connection, file, file.text)
    await connection.query('insert into migrations (name, sha256) values ($1, $2)', [
      file.name,
      file.sha256,
    ])
    await connection.query('commit')
  } catch (error) {
    await connection.query('rollback')
    throw error
  }
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

/** Functions and roles are replaced as a whole, and only when one of their files has changed. */
const REPEATED = 'functions and roles'

async function repeatedDigest(connection: Queryable): Promise<string | undefined> {
  const { rows } = await connection.query<{ sha256: string }>(
    'select sha256 from migrations where name = $1',
    [REPEATED],
  )
  return rows[0]?.sha256
}

async function rememberRepeated(connection: Queryable, sha256: string): Promise<void> {
  await connection.query(
    `insert into migrations (name, sha256) values ($1, $2)
     on conflict (name) do update set sha256 = excluded.sha256, applied_at = clock_timestamp()`,
    [REPEATED, sha256],
  )
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
