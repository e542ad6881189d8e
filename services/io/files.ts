// The only door to the disk. A file is replaced as a whole: written beside, flushed, renamed, so
// that a reader or a crash sees the old bytes or the new ones, never a part. What root writes in
// somebody's folder is theirs: an operator's command must not lock the service out of its own.
import { randomBytes } from 'node:crypto'
import { chown, link, mkdir, open, readFile, readdir } from 'node:fs/promises'
import { rename, rm, stat, statfs } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'

import { io } from './io.ts'

/** Null when there is no such file. */
export async function readBytes(path: string): Promise<Buffer | null> {
  return io('file read', () => readFile(path).catch(nullWhenAbsent))
}

export async function readText(path: string): Promise<string | null> {
  return (await readBytes(path))?.toString('utf8') ?? null
}

const PIECE_BYTES = 256 * 1024

/**
 * The same for what would not fit into memory: the next piece is read when it is asked for. Each is
 * the reader's own. Fails when there is no such file.
 */
export async function* readPieces(path: string): AsyncGenerator<Buffer> {
  const file = await io('file open', () => open(path, 'r'))
  try {
    for (;;) {
      const piece = Buffer.allocUnsafe(PIECE_BYTES)
      const { bytesRead } = await io('file read', () => file.read(piece, 0, PIECE_BYTES, null))
      if (bytesRead === 0) return
      yield piece.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

/** A file that is read here and there, and stays open for it. */
export type OpenFile = {
  sizeBytes: number
  /** Fewer bytes where the file ends before. Their reads may be under way together. */
  read: (position: number, bytesMax: number) => Promise<Buffer>
  close: () => Promise<void>
}

export async function openToRead(path: string): Promise<OpenFile> {
  const file = await io('file open', () => open(path, 'r'))
  const { size } = await io('file size', () => file.stat())
  return {
    sizeBytes: size,
    async read(position, bytesMax) {
      const bytes = Buffer.alloc(bytesMax)
      const { bytesRead } = await io('file read', () => file.read(bytes, 0, bytesMax, position))
      return bytes.subarray(0, bytesRead)
    },
    close: () => file.close(),
  }
}

/** Durable when it resolves: bytes and name are flushed. Never seen with another `mode`. */
export async function writeWhole(
  path: string,
  bytes: string | Uint8Array,
  { mode = 0o644 }: { mode?: number } = {},
): Promise<void> {
  const beside = await writeBeside(path, bytes, mode)
  await io('file rename', () => rename(beside, path))
  await io('file flush folder', () => flushFolder(dirname(path)))
}

/**
 * Durable when it resolves to true. False: somebody has taken that name, and of all who try at the
 * same time, in whatever process, one alone gets it.
 */
export async function writeNew(
  path: string,
  bytes: string | Uint8Array,
  { mode = 0o600 }: { mode?: number } = {},
): Promise<boolean> {
  const beside = await writeBeside(path, bytes, mode)
  const isNew = await io('file link', () => link(beside, path).then(() => true, falseWhenTaken))
  await io('file remove', () => rm(beside, { force: true }))
  if (isNew) await io('file flush folder', () => flushFolder(dirname(path)))
  return isNew
}

async function writeBeside(path: string, bytes: string | Uint8Array, mode: number) {
  const beside = nameBeside(path)
  await io('file write', async () => {
    const file = await openOfFolder(beside, mode)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
  })
  return beside
}

const nameBeside = (path: string) => `${path}.${randomBytes(6).toString('hex')}.part`

/** New, and whose the folder is. */
async function openOfFolder(path: string, mode: number): Promise<FileHandle> {
  const file = await open(path, 'wx', mode)
  const heir = await heirIn(dirname(path))
  if (heir !== null) await file.chown(heir.uid, heir.gid)
  return file
}

/** The same for what comes piece by piece and would not fit into memory. */
export async function writeStreamed(
  path: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<void> {
  const beside = nameBeside(path)
  const file = await io('file open', () => openOfFolder(beside, 0o644))
  try {
    for await (const piece of pieces) await io('file append', () => file.writeFile(piece))
    await io('file sync', () => file.sync())
  } catch (error) {
    await removePath(beside)
    throw error
  } finally {
    await file.close()
  }
  await io('file rename', () => rename(beside, path))
  await io('file flush folder', () => flushFolder(dirname(path)))
}

/** False when the file exists already: then nothing was written. */
export async function writeOnce(
  path: string,
  bytes: string | Uint8Array,
  { mode = 0o600 }: { mode?: number } = {},
): Promise<boolean> {
  if ((await sizeOf(path)) !== null) return false
  await writeWhole(path, bytes, { mode })
  return true
}

/** What may still be written on the volume of this folder, by who is not root. */
export async function freeBytesOf(path: string): Promise<number> {
  const { bavail, bsize } = await io('file volume', () => statfs(path))
  return bavail * bsize
}

export async function makeFolder(path: string, { mode = 0o755 } = {}): Promise<void> {
  await io('file make folder', async () => {
    const first = await mkdir(path, { recursive: true, mode })
    if (first === undefined) return
    const heir = await heirIn(dirname(first))
    if (heir === null) return
    const made = [path]
    while (made.at(-1)!.length > first.length) made.push(dirname(made.at(-1)!))
    for (const folder of made) await chown(folder, heir.uid, heir.gid)
  })
}

/** Whose it is, when we are root and they are not; else null, as it stays ours. */
async function heirIn(folder: string): Promise<{ uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null
  const { uid, gid } = await stat(folder)
  return uid === 0 ? null : { uid, gid }
}

/** Durable when it resolves. */
export async function renameFile(from: string, to: string): Promise<void> {
  await io('file rename', () => rename(from, to))
  await io('file flush folder', () => flushFolder(dirname(to)))
}

/** False where there is nothing of that name, or no more. */
export async function renameIfThere(from: string, to: string): Promise<boolean> {
  return io('file rename', () => rename(from, to).then(() => true, falseWhenAbsent))
}

/** Removing what is not there does nothing. */
export async function removePath(path: string): Promise<void> {
  await io('file remove', () => rm(path, { recursive: true, force: true }))
}

/** Names in a folder, sorted; none when there is no such folder. */
export async function listFolder(path: string): Promise<string[]> {
  const names = await io('file list', () => readdir(path).catch(nullWhenAbsent))
  return (names ?? []).toSorted()
}

/** In bytes; null when there is no such path. */
export async function sizeOf(path: string): Promise<number | null> {
  const found = await io('file size', () => stat(path).catch(nullWhenAbsent))
  return found?.size ?? null
}

/** How long ago it was written, by the clock of this machine; null when there is no such path. */
export async function ageMsOf(path: string): Promise<number | null> {
  const found = await io('file age', () => stat(path).catch(nullWhenAbsent))
  return found === null ? null : Date.now() - found.mtimeMs
}

function falseWhenTaken(error: NodeJS.ErrnoException): false {
  if (error.code === 'EEXIST') return false
  throw error
}

function falseWhenAbsent(error: NodeJS.ErrnoException): false {
  if (error.code === 'ENOENT') return false
  throw error
}

function nullWhenAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** A rename is durable only when its folder is; Windows cannot open a folder and needs no flush. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
