// PostgreSQL refuses to run as root. When we are root, it runs as a user that is already there:
// `postgres`, else `nobody`. No user is ever added to the machine.
import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

import { StartRefused } from './start-refused.ts'

export type User = { name: string; uid: number; gid: number }

const candidates = ['postgres', 'nobody']

/** Null when we are an ordinary user (or on Windows), who runs PostgreSQL himself. */
export async function unprivilegedUser(): Promise<User | null> {
  if (process.getuid?.() !== 0) return null
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n')
  for (const candidate of candidates) {
    const fields = lines.find((line) => line.startsWith(`${candidate}:`))?.split(':')
    if (fields === undefined) continue
    const [uid, gid] = [Number(fields[2]), Number(fields[3])]
    if (uid > 0) return { name: candidate, uid, gid }
  }
  throw new StartRefused(
    `PostgreSQL cannot run as root, and there is no user ${candidates.join(' or ')}`,
  )
}

/** May the user walk to this path? Every folder on the way must let him pass. */
export async function canReach(user: User, path: string): Promise<boolean> {
  for (let folder = path; ; folder = dirname(folder)) {
    const found = await stat(folder).catch(() => null)
    if (found !== null && found.isDirectory() && (found.mode & passBit(user, found)) === 0)
      return false
    if (dirname(folder) === folder) return true
  }
}

function passBit(user: User, owner: { uid: number; gid: number }): number {
  if (owner.uid === user.uid) return 0o100
  return owner.gid === user.gid ? 0o010 : 0o001
}
