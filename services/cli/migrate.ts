// npm run migrate: brings the database to this version, or writes its schema down.
import { join } from 'node:path'

import { readConfig } from '../config.ts'
import { prepareDatabase } from '../database/prepare.ts'
import { migrate, migrationsFolder } from '../database/migrate.ts'
import { dumpSchema } from '../database/schema-dump.ts'
import { openDatabase } from '../io/database.ts'
import { writeWhole } from '../io/files.ts'
import { emptyDatabase } from '../testing/database.ts'
import { startTestServer } from '../testing/server.ts'
import { bar, wantsHelp } from './terminal.ts'

const help = `npm run migrate [-- options]

Applies what is new in migrations/ to the database of this installation, then its functions and the
grants of the service's role. Needs the owner's login: DATABASE_OWNER_URL, or a DATABASE_URL that
owns the database. Running it again does nothing.

  --dump   instead: migrates an empty database and writes its schema to migrations/schema.sql
  --help   this text`

async function main(): Promise<void> {
  if (wantsHelp(help)) return
  if (process.argv.includes('--dump')) return dump()
  const shown = bar('migrating')
  const prepared = await prepareDatabase(readConfig(process.env), ({ name, done, total }) =>
    shown.update(done ?? 0, name, total),
  ).finally(shown.stop)
  await prepared.stop()
  process.stdout.write(`The database is up to date (${prepared.installation.environment}).\n`)
}

async function dump(): Promise<void> {
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

if (import.meta.main) await main()
