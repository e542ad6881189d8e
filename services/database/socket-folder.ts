// Where PostgreSQL of our own is reached: a socket file beside its cluster. What a client sends it
// goes from one process to the other, not through the machine's network, which costs both sides
// about half of the processor time; decision 29 has the figures.
import { existsSync } from 'node:fs'
import { chown, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { User } from './unprivileged.ts'

/** Of a socket file's path, in bytes: what the strictest of the systems takes. */
const PATH_BYTES_MAX = 103
const PORT_MAX = 65_535

/** Null where there is none to be had: on Windows, and where the path would be too long. */
export function socketFolderIn(home: string): string | null {
  const folder = join(home, 'socket')
  const isShort = Buffer.byteLength(socketFile(folder, PORT_MAX)) <= PATH_BYTES_MAX
  return process.platform !== 'win32' && isShort ? folder : null
}

/** As PostgreSQL names it. */
const socketFile = (folder: string, port: number) => join(folder, `.s.PGSQL.${port}`)

export const isSocketThere = (folder: string, port: number): boolean =>
  existsSync(socketFile(folder, port))

/**
 * Empty, and open to PostgreSQL's user alone. For when no postmaster of this home lives: the lock
 * file of one that was killed names a process whose number may be somebody else's by now.
 */
export async function makeSocketFolder(folder: string, user: User | null): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o700 })
  if (user !== null) await chown(folder, user.uid, user.gid)
}
