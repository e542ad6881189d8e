// The log that PostgreSQL itself keeps of the tests, where it is our own server.
import { dirname } from 'node:path'

import { accessFile, logFileIn } from '../database/embedded.ts'
import type { Queryable } from '../io/database.ts'
import { readText, sizeOf } from '../io/files.ts'

/**
 * Did the tests start it, or whoever runs several of them? Another's lies in a container, on
 * another machine or in a folder that is closed to us, and its log with it.
 */
export async function isOwnServer(owner: Queryable): Promise<boolean> {
  const file = accessFile(await homeOf(owner))
  return (await sizeOf(file).catch(() => null)) !== null
}

/** Whole, of all tests that share the server; null: there is none where our own would be. */
export async function readServerLog(owner: Queryable): Promise<string | null> {
  return readText(logFileIn(await homeOf(owner)))
}

async function homeOf(owner: Queryable): Promise<string> {
  const { rows } = await owner.query<{ cluster: string }>(
    `select current_setting('data_directory') as cluster`,
  )
  return dirname(rows[0]?.cluster ?? '')
}
