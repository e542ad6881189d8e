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
  constructor(folder: string, holder: string) {
    super(
      `${folder} is in use by another running service (process ${holder}). ` +
        'Stop it first, or give this one a DATA_DIR and a PORT of its own.',
    )
    this.name = 'FolderInUse'
  }
}

/** Throws FolderInUse. The folder must exist. */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const address = lockAddress(folder)
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const server = await bind(address)
    if (server !== null) {
      server.unref()
      return { release: () => new Promise((resolve) => server.close(() => resolve())) }
    }
    const holder = await askHolder(address)
    if (holder !== null) throw new FolderInUse(folder, holder)
    // Nobody answers: the holder was killed, and its socket is only a name by now.
    await rm(address, { force: true })
  }
  throw new FolderInUse(folder, 'unknown')
}

const ATTEMPTS_MAX = 5
/** sun_path holds 104 bytes on macOS and 108 on Linux. */
const SOCKET_PATH_BYTES_MAX = 100

function lockAddress(folder: string): string {
  const short = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  if (process.platform === 'win32') return `\\\\.\\pipe\\qura-${short}`
  const inside = join(folder, 'lock')
  const isShort = Buffer.byteLength(inside) <= SOCKET_PATH_BYTES_MAX
  return isShort ? inside : join(tmpdir(), `qura-${short}.lock`)
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
    server.listen(address, () => resolve(server))
  })
}

/** The holder's process id; null when nobody holds it. */
function askHolder(address: string): Promise<string | null> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = net.connect(address)
    socket.setTimeout(2_000, () => socket.destroy())
    socket.on('data', (bytes) => (answer += bytes.toString('utf8')))
    socket.on('error', () => resolve(null))
    socket.on('close', () => resolve(answer === '' ? 'unknown' : answer))
  })
}
