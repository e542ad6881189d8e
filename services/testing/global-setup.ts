// Once per test run: a PostgreSQL to test against, and the template every test file clones.
import type { TestProject } from 'vitest/node'

import { prepareTemplate } from './database.ts'
import { startTestServer } from './server.ts'

export default async function setup(_project: TestProject) {
  const server = await startTestServer()
  process.env.TEST_DATABASE_URL = server.url
  await prepareTemplate(server.url)
  return server.stop
}
