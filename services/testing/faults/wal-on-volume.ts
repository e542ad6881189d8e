// Moves the log of a PostgreSQL that is stopped to another volume, as an operator does who gives it
// a disk of its own.
import { execFile } from 'node:child_process'
import { mkdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export async function moveWal(dataFolder: string, to: string): Promise<void> {
  const wal = join(dataFolder, 'postgres/cluster/pg_wal')
  await mkdir(to, { recursive: true, mode: 0o711 })
  // With its owners, who are not always us.
  await run('cp', ['--archive', wal, to])
  await rm(wal, { recursive: true })
  await symlink(join(to, 'pg_wal'), wal)
}
