// Somebody else's files while he writes them: what lies in a folder, copies with their fingerprint,
// what was added to a file, and whether what was compressed is whole.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chown, mkdir, open, readdir, readFile, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, gunzipSync } from 'node:zlib'

import { sizeOf } from './files.ts'
import { io } from './io.ts'

/** `path` is relative to the root, with slashes. */
export type Tree = { folders: string[]; files: { path: string; bytes: number }[] }

/** Links are left out. What goes while it is listed is not there. */
export async function treeOf(
  root: string,
  isWanted: (path: string) => boolean = () => true,
): Promise<Tree> {
  const tree: Tree = { folders: [], files: [] }
  async function walk(inside: string): Promise<void> {
    for (const entry of await entriesOf(join(root, inside))) {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`
      if (!isWanted(path)) continue
      if (entry.isDirectory()) {
        tree.folders.push(path)
        await walk(path)
      } else if (entry.isFile()) {
        const bytes = await sizeOf(join(root, path))
        if (bytes !== null) tree.files.push({ path, bytes })
      }
    }
  }
  await walk('')
  return tree
}

const entriesOf = (folder: string) =>
  io('file list', () =>
    readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    }),
  )

export type Owner = { uid: number; gid: number } | null

/** In the order given: whoever lies in another comes after it. `owner` null: ourselves. */
export async function makeFolders(root: string, folders: readonly string[], owner: Owner = null) {
  for (const path of ['', ...folders])
    await io('file make folder', async () => {
      await mkdir(join(root, path), { recursive: true, mode: 0o700 })
      if (owner !== null) await chown(join(root, path), owner.uid, owner.gid)
    })
}

export async function giveTo(path: string, owner: Owner): Promise<void> {
  if (owner !== null) await io('file give', () => chown(path, owner.uid, owner.gid))
}

const FLUSHES_AT_ONCE = 8

/** Files and folders, durable when it resolves. Several at once share a write of the journal. */
export async function flushAll(root: string, paths: readonly string[]): Promise<void> {
  const waiting = ['', ...paths]
  const flush = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const path = join(root, next)
      await io('file flush', async () => {
        const file = await open(path, 'r')
        await file.sync().finally(() => file.close())
      })
    }
  }
  await Promise.all(Array.from({ length: FLUSHES_AT_ONCE }, flush))
}

export type Copy = {
  from: string
  /** Must not be there. */
  to: string
  owner?: Owner
  copied?: (bytes: number) => void
}

export type Copied = { bytes: number; sha256: string }

const PIECE_BYTES = 262_144

/** Piece by piece, as far as the file goes at that moment, not flushed; null: there is none. */
export function copyHashed(copy: Copy): Promise<Copied | null> {
  return io('file copy', async () => {
    const source = await openIfThere(copy.from)
    if (source === null) return null
    try {
      const target = await open(copy.to, 'wx', 0o600)
      try {
        const copied = await pour(source, target, copy.copied)
        if (copy.owner) await target.chown(copy.owner.uid, copy.owner.gid)
        return copied
      } finally {
        await target.close()
      }
    } finally {
      await source.close()
    }
  })
}

async function openIfThere(path: string): Promise<FileHandle | null> {
  return open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}

async function pour(source: FileHandle, target: FileHandle, copied?: (bytes: number) => void) {
  const hash = createHash('sha256')
  const piece = Buffer.allocUnsafe(PIECE_BYTES)
  let bytes = 0
  for (;;) {
    const { bytesRead } = await source.read(piece, 0, PIECE_BYTES, null)
    if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') }
    const read = piece.subarray(0, bytesRead)
    hash.update(read)
    await target.writeFile(read)
    bytes += bytesRead
    copied?.(bytesRead)
  }
}

/** What stands behind the first `offset` bytes; empty when there is no such file. */
export async function readFrom(path: string, offset: number): Promise<string> {
  const size = (await sizeOf(path)) ?? 0
  if (size <= offset) return ''
  return io('file read', async () => {
    const file = await open(path, 'r')
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size - offset), {
        position: offset,
      })
      return buffer.toString('utf8', 0, bytesRead)
    } finally {
      await file.close()
    }
  })
}

/** How many bytes come out of a file compressed by gzip; null: it is not there, or damaged. */
export async function bytesInGzip(path: string): Promise<number | null> {
  let bytes = 0
  const count = new Writable({
    write(piece: Buffer, _encoding, done) {
      bytes += piece.length
      done()
    },
  })
  return io('file unzip', () =>
    pipeline(createReadStream(path), createGunzip(), count).then(
      () => bytes,
      () => null,
    ),
  )
}

/** Of a small file compressed by gzip. */
export async function readGzip(path: string): Promise<string> {
  return io('file unzip', async () => gunzipSync(await readFile(path)).toString('utf8'))
}

/** May somebody who is neither root nor in its group read it? */
export async function isReadableBy(path: string, { uid }: { uid: number }): Promise<boolean> {
  const found = await io('file stat', () => stat(path))
  return (found.mode & (found.uid === uid ? 0o400 : 0o004)) !== 0
}
