// npm run migrate: brings the database to this version, or writes its schema down.
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { readConfig } from '../config.ts'
import { prepareDatabase } from '../database/prepare.ts'
import type { PreparedDatabase, Progress } from '../database/prepare.ts'
import { migrate, migrationsFolder } from '../database/migrate.ts'
import { dumpSchema } from '../database/schema-dump.ts'
import { openDatabase } from '../io/database.ts'
import { writeWhole } from '../io/files.ts'
import { renewReadModels } from '../workers/renew-read-models.ts'
import { tellRefusal } from './refusals.ts'
import { bar, wantsHelp } from './terminal.ts'

const help = `npm run migrate [-- options]

Applies what is new in migrations/ to the database of this installation, then its functions and the
grants of the service's role. Needs the owner's login: DATABASE_OWNER_URL, or a DATABASE_URL that
owns the database. Running it again does nothing, and nothing is done to a database that a later
version has migrated.

  --read-models  afterwards builds read models of an earlier version anew. For a service that may
                 not do it at its start: the version before stops keeping them, so start at once
  --functions    puts this version's functions and grants back where a later one, without a
                 migration of its own, has replaced them
  --dump         instead: migrates an empty database and writes its schema to
                 migrations/schema.sql
  --help         this text

Exit status 0: done; 1: refused or failed.`

async function main(): Promise<void> {
  if (wantsHelp(help)) return
  const { values } = parseArgs({
    options: {
      'read-models': { type: 'boolean', default: false },
      functions: { type: 'boolean', default: false },
      dump: { type: 'boolean', default: false },
    },
  })
  if (values.dump) return dump()
  const shown = bar('migrating')
  const progress: Progress = ({ name, done, total }) => shown.update(done ?? 0, name, total)
  const putsBack = values.functions
  const prepared = await prepareDatabase(readConfig(process.env), progress, { putsBack }).finally(
    shown.stop,
  )
  try {
    if (values['read-models']) await renewWithBar(prepared.ownerUrl)
  } finally {
    await prepared.stop()
  }
  process.stdout.write(`${said(prepared)}\n`)
}

async function renewWithBar(ownerUrl: string): Promise<void> {
  const shown = bar('read models')
  await renewReadModels(ownerUrl, ({ phase, done, total }) =>
    shown.update(Math.round(done), phase, total),
  ).finally(shown.stop)
}

const said = ({ ahead, installation: { environment } }: PreparedDatabase) =>
  ahead === null
    ? `The database is up to date (${environment}).`
    : `The database (${environment}) is newer than this version, which leaves it so: ${ahead}.`

/** For who works on the shop: what it needs is not in the image of production. */
async function dump(): Promise<void> {
  const { emptyDatabase } = await import('../testing/database.ts')
  const { startTestServer } = await import('../testing/server.ts')
  const server = await startTestServer()
  process.env.TEST_DATABASE_URL = server.url
  const empty = await emptyDatabase()
  try {
    await migrate(empty.ownerUrl, { environment: 'test' })
    const owner = openDatabase({ url: empty.ownerUrl, applicationName: 'qura dump', poolMax: 1 })
    const path = join(migrationsFolder, 'schema.sql')
    await writeWhole(path, await dumpSchema(owner))
    await owner.end()
    process.stdout.write(`Wrote ${path}\n`)
  } finally {
    await empty.drop()
    await server.stop()
  }
}

if (import.meta.main) await main().catch((error: unknown) => tellRefusal(error))
