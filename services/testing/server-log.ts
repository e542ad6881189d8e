// The log that PostgreSQL itself keeps of the tests, where it is our own server.
import { dirname } from 'node:path'

import { logFileIn } from '../database/embedded.ts'
import type { Queryable } from '../io/database.ts'
import { readText } from '../io/files.ts'

/** Whole, of all tests that share the server; null: it is somebody else's, and out of reach. */
export async function readServerLog(owner: Queryable): Promise<string | null> {
  const { rows } = await owner.query<{ cluster: string }>(
    `select current_setting('data_directory') as cluster`,
  )
  return readText(logFileIn(dirname(rows[0]?.cluster ?? '')))
}
