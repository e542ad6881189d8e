// A volume of a few dozen megabytes that can be filled to its last byte, made without anybody's
// help. In this order: memory mounted by root; memory mounted by anybody in a namespace of his own,
// which others reach through /proc; shared memory where it is small, as in a container.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const MEGABYTES = 96
/** Shared memory of a whole machine is neither small nor ours to fill. */
const SHARED_BYTES_MAX = 130 * 2 ** 20

export type SmallVolume = {
  /** Anybody may enter it. */
  folder: string
  /** Takes what room is left. */
  fill: () => Promise<void>
  makeRoom: () => Promise<void>
  remove: () => Promise<void>
}

/** A text where none can be made: why. */
export async function openSmallVolume(): Promise<SmallVolume | string> {
  const why: string[] = []
  for (const make of [mountAsRoot, mountInNamespace, useSharedMemory]) {
    const made = await make().catch((error: unknown) => why.push(`${make.name}: ${String(error)}`))
    if (typeof made !== 'number') return filling(made)
  }
  return why.join('; ')
}

type Made = Pick<SmallVolume, 'folder' | 'remove'>

const mounting = (folder: string) =>
  `-t tmpfs -o size=${MEGABYTES}m,mode=0711 tmpfs ${folder}`.split(' ')

async function mountAsRoot(): Promise<Made> {
  const folder = await newFolder(tmpdir())
  try {
    await run('mount', mounting(folder))
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  return {
    folder,
    async remove() {
      // Lazily: whoever still has a file open there keeps it until he ends.
      await run('umount', ['-l', folder])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The mount lives as long as the process that has made it, which ends with its input. */
async function mountInNamespace(): Promise<Made> {
  // PostgreSQL then runs as somebody else, who may not look into what is root's.
  if (process.getuid?.() === 0) throw new Error('root is not who runs PostgreSQL')
  const folder = await newFolder(tmpdir())
  const script = `mount ${mounting(folder).join(' ')} && echo mounted && exec cat`
  const holder = spawn('unshare', ['--user', '--map-root-user', '--mount', 'sh', '-c', script], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = once(holder, 'exit')
  const said = await Promise.race([
    once(holder.stdout, 'data').then(String),
    ended.then(([code]) => `unshare ended with ${code}`),
  ])
  async function remove() {
    holder.stdin.end()
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  if (said.trim() !== 'mounted') {
    await remove()
    throw new Error(said)
  }
  const inside = `/proc/${holder.pid}/root${folder}`
  await requireSmall(inside, remove)
  return { folder: inside, remove }
}

async function useSharedMemory(): Promise<Made> {
  await requireSmall('/dev/shm')
  const folder = await newFolder('/dev/shm')
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Also that it can be seen from here. */
async function requireSmall(folder: string, undo: () => Promise<void> = async () => {}) {
  const { blocks, bsize } = await statfs(folder)
  if (blocks * bsize <= SHARED_BYTES_MAX) return
  await undo()
  throw new Error(`${folder} has ${Math.round((blocks * bsize) / 2 ** 20)} MB`)
}

async function newFolder(inside: string): Promise<string> {
  const folder = await mkdtemp(join(inside, 'qura-small-'))
  await chmod(folder, 0o711)
  return folder
}

function filling({ folder, remove }: Made): SmallVolume {
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill: () => fill(ballast),
    makeRoom: () => rm(ballast),
    remove,
  }
}

/** In ever smaller pieces, down to the last block. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'a')
  try {
    for (const bytes of [2 ** 20, 2 ** 16, 2 ** 12])
      while ((await file.write(Buffer.alloc(bytes)).catch(noSpace)) !== null);
  } finally {
    await file.close()
  }
}

function noSpace(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOSPC') throw error
  return null
}
