// A fresh database for each test file: a clone of one migrated template, which is made once for
// each state of `migrations/`. The server is TEST_DATABASE_URL, which the global set-up provides.
import { randomBytes } from 'node:crypto'

import { digestOf, migrate, readMigrations } from '../database/migrate.ts'
import { openDatabase, withRole } from '../io/database.ts'
import type { Database } from '../io/database.ts'

export type TestDatabase = {
  /** The running service's role: what the product may do. */
  url: string
  /** The owner's role: migrations, and tests that tamper. */
  ownerUrl: string
  database: Database
  owner: Database
  /** Ends both pools and removes the database. */
  drop: () => Promise<void>
}

/** One that whoever asked for it opens himself, and closes before it is dropped. */
export type UnopenedDatabase = { ownerUrl: string; drop: () => Promise<void> }

export async function testDatabase(options: { poolMax?: number } = {}): Promise<TestDatabase> {
  const { ownerUrl, drop } = await migratedDatabase()
  const url = withRole(ownerUrl, 'qura_app')
  const common = { applicationName: 'qura test', poolMax: options.poolMax ?? 10 }
  const database = openDatabase({ url, ...common })
  const owner = openDatabase({ url: ownerUrl, ...common, poolMax: 4 })
  return {
    url,
    ownerUrl,
    database,
    owner,
    async drop() {
      await Promise.all([database.end(), owner.end()])
      await drop()
    },
  }
}

/** With our schema and without a fact: what a restore takes as well as an empty one. */
export async function migratedDatabase(): Promise<UnopenedDatabase> {
  return createDatabase(await templateOnce(serverAddress()))
}

/** Another one with the same rows. Nobody may be connected to the one that is copied. */
export const copyOfDatabase = ({ ownerUrl }: UnopenedDatabase): Promise<UnopenedDatabase> =>
  createDatabase(new URL(ownerUrl).pathname.slice(1))

/** Without our schema, for tests of the migrations themselves. */
export const emptyDatabase = (): Promise<UnopenedDatabase> => createDatabase(null)

async function createDatabase(template: string | null): Promise<UnopenedDatabase> {
  const serverUrl = serverAddress()
  const name = `qura_test_${randomBytes(6).toString('hex')}`
  // Files copied as they are: half the time of writing each page through the log.
  const from = template === null ? '' : `template ${template} strategy file_copy`
  await onServer(serverUrl, async (server) => {
    await server.query(`create database ${name} ${from}`)
  })
  return {
    ownerUrl: withDatabase(serverUrl, name),
    drop: () =>
      onServer(serverUrl, async (server) => {
        await server.query(`drop database if exists ${name} with (force)`)
      }),
  }
}

export function serverAddress(): string {
  const url = process.env.TEST_DATABASE_URL
  if (url === undefined)
    throw new Error('TEST_DATABASE_URL is not set: run the tests through vitest')
  return url
}

const templates = new Map<string, Promise<string>>()

/** Migrations and the template made of them stay as they are while tests run: looked at once. */
function templateOnce(serverUrl: string): Promise<string> {
  const known = templates.get(serverUrl)
  if (known !== undefined) return known
  const prepared = prepareTemplate(serverUrl)
  templates.set(serverUrl, prepared)
  prepared.catch(() => templates.delete(serverUrl))
  return prepared
}

/** One lock for the whole server: the first file to come builds the template, the others wait. */
const TEMPLATE_LOCK = 7_173_402

export async function prepareTemplate(serverUrl: string): Promise<string> {
  const { numbered, functions, roles } = await readMigrations()
  const digest = digestOf([...numbered, ...functions, ...roles]).slice(0, 16)
  const template = `qura_template_${digest}`
  await onServer(serverUrl, async (server) => {
    if (await isReady(server, template)) return
    await server.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    try {
      if (!(await isReady(server, template))) await build(server, serverUrl, template)
    } finally {
      await server.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK])
    }
  })
  return template
}

type Server = Parameters<Parameters<Database['withConnection']>[0]>[0]

/** The flag is set after the last migration, so a half-built template is never cloned. */
async function isReady(server: Server, template: string): Promise<boolean> {
  const { rows } = await server.query(
    'select from pg_database where datname = $1 and datistemplate',
    [template],
  )
  return rows.length > 0
}

async function build(server: Server, serverUrl: string, template: string): Promise<void> {
  await server.query(`drop database if exists ${template} with (force)`)
  await server.query(`create database ${template}`)
  await migrate(withDatabase(serverUrl, template), { environment: 'test' })
  await server.query(`alter database ${template} is_template true`)
}

async function onServer(serverUrl: string, act: (server: Server) => Promise<void>): Promise<void> {
  const server = openDatabase({
    url: serverUrl,
    applicationName: 'qura test server',
    poolMax: 1,
    statementTimeoutMs: 60_000,
    lockTimeoutMs: 60_000,
  })
  try {
    await server.withConnection(act)
  } finally {
    await server.end()
  }
}

export function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.toString()
}
