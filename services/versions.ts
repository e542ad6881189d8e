// What runs here: of the service, of Node, of PostgreSQL, and how far the database was changed.
import { join } from 'node:path'

import * as z from 'zod/mini'

import type { Queryable } from './io/database.ts'
import { readText } from './io/files.ts'

const packageFile = join(import.meta.dirname, '../package.json')
const manifest = z.object({ version: z.string() })

export type Versions = { service: string; node: string; postgresql: string; schema: string }

export async function readVersions(database: Queryable): Promise<Versions> {
  const { rows } = await database.query<{ postgresql: string; schema: string }>({
    name: 'versions',
    text: `select current_setting('server_version') as postgresql,
                  (select max(split_part(name, '.', 1)) from migrations where name ~ '^\\d{4}_')
                    as schema`,
  })
  const { version } = manifest.parse(JSON.parse((await readText(packageFile)) ?? 'null'))
  return {
    service: version,
    node: process.versions.node,
    postgresql: rows[0]?.postgresql ?? '',
    schema: rows[0]?.schema ?? '',
  }
}
