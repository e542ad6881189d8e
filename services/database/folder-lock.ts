// One running service per data folder. The lock is a socket that only a living process can hold: it
// goes with the process, however that ends, and no process id can be mistaken for another's.
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { StartRefused } from './start-refused.ts'

export type FolderLock = { release: () => Promise<void> }

export class FolderInUse extends StartRefused {
  constructor(folder: string, holder: string, exception = '') {
    super(
      `${folder} is in use by another running service (process ${holder}). ` +
        `Stop it first, or give this one a DATA_DIR and a PORT of its own.${exception}`,
    )
    this.name = 'FolderInUse'
  }
}

/** Throws FolderInUse. The folder must exist. */
export const lockFolder = (folder: string): Promise<FolderLock> =>
  lockAt(folder, lockAddress(folder, join(folder, 'lock')))

/** At the end of a folder's name: the lock that stands beside it. */
export const LOCK_BESIDE = '.lock'
const besideOf = (folder: string) =>
  lockAddress(`${folder}${LOCK_BESIDE}`, `${folder}${LOCK_BESIDE}`)

/** The same for a folder that need not exist, nor exist any more; the one it lies in must. */
export const lockBeside = (folder: string): Promise<FolderLock> => lockAt(folder, besideOf(folder))

/** Does a living process hold what `lockBeside` gives? Throws where it may not ask. */
export async function isHeldBeside(folder: string): Promise<boolean> {
  const answer = await ask(besideOf(folder))
  // Reset: it was there to be asked, and is giving it up at this moment.
  if (!(answer instanceof Error) || answer.code === 'ECONNRESET') return true
  const { code } = answer
  // No name, or the name that a killed holder has left.
  if (code === 'ENOENT' || code === 'ECONNREFUSED') return false
  throw answer
}

async function lockAt(folder: string, address: string): Promise<FolderLock> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const server = await bind(address)
    if (server !== null) {
      server.unref()
      return { release: () => new Promise((resolve) => server.close(() => resolve())) }
    }
    const holder = await ask(address)
    if (!(holder instanceof Error)) throw new FolderInUse(folder, holder)
    // A lock that we may not ask says nothing about its holder.
    if (holder.code === 'EACCES')
      throw new FolderInUse(folder, 'of another user', ` Where none runs, remove ${address} once.`)
    // Nobody answers: the holder was killed, and its socket is only a name by now.
    await rm(address, { force: true })
  }
  throw new FolderInUse(folder, 'unknown')
}

const ATTEMPTS_MAX = 5
/** sun_path holds 104 bytes on macOS and 108 on Linux. */
const SOCKET_PATH_BYTES_MAX = 100

/** `path`, unless it is too long or names no socket here: then an address made of `name`. */
function lockAddress(name: string, path: string): string {
  const short = createHash('sha256').update(name).digest('hex').slice(0, 16)
  if (process.platform === 'win32') return `\\\\.\\pipe\\qura-${short}`
  const isShort = Buffer.byteLength(path) <= SOCKET_PATH_BYTES_MAX
  return isShort ? path : join(tmpdir(), `qura-${short}.lock`)
}

/** Null when the address is taken. */
function bind(address: string): Promise<net.Server | null> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((socket) => {
      socket.on('error', () => {})
      socket.end(String(process.pid))
    })
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    )
    // Everybody may ask who holds it: also whoever comes as another user.
    server.listen({ path: address, readableAll: true, writableAll: true }, () => resolve(server))
  })
}

/** The holder's process id; what stopped the question, where nobody answers. */
function ask(address: string): Promise<string | NodeJS.ErrnoException> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = net.connect(address)
    socket.setTimeout(2_000, () => socket.destroy())
    socket.on('data', (bytes) => (answer += bytes.toString('utf8')))
    socket.on('error', resolve)
    socket.on('close', () => resolve(answer === '' ? 'unknown' : answer))
  })
}
