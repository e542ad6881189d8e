// Once per test run: a PostgreSQL to test against, and the template every test file clones.
import { join } from 'node:path'

import type { TestProject } from 'vitest/node'

import { prepareTemplate } from './database.ts'
import { startTestServer } from './server.ts'

/** What Node has compiled, for all processes of this run and the next: each checks its source. */
const compiledFolder = join(import.meta.dirname, '../../node_modules/.cache/compiled')

export default async function setup(_project: TestProject) {
  process.env.NODE_COMPILE_CACHE ??= compiledFolder
  const server = await startTestServer()
  process.env.TEST_DATABASE_URL = server.url
  await prepareTemplate(server.url)
  return server.stop
}
