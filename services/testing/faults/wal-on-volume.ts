// Moves the log of a PostgreSQL that is stopped to another volume, as an operator does who gives it
// a disk of its own. Files of it that are done with are deleted there: PostgreSQL would keep as
// many as it has needed lately for the next ones, which on a small volume are all there is room
// for, and then nothing that anybody clears away lets it start again.
import { execFile } from 'node:child_process'
import { appendFile, mkdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export async function moveWal(dataFolder: string, to: string): Promise<void> {
  const cluster = join(dataFolder, 'postgres/cluster')
  const wal = join(cluster, 'pg_wal')
  await mkdir(to, { recursive: true, mode: 0o711 })
  // With its owners, who are not always us.
  await run('cp', ['--archive', wal, to])
  await rm(wal, { recursive: true })
  await symlink(join(to, 'pg_wal'), wal)
  await appendFile(join(cluster, 'postgresql.auto.conf'), 'wal_recycle = off\n')
}
