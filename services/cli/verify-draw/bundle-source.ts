// Where a bundle comes from: a folder, a ZIP file, or an address. Nothing is unpacked to the disk.
import { lstat, open, readdir, readFile, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { inflateRawSync } from 'node:zlib'

import type { BundleFiles } from '#events/verify/needs.ts'
import { openZip } from '#events/verify/zip.ts'
import type { Inflate, RandomAccess } from '#events/verify/zip.ts'

export async function openBundle(where: string): Promise<BundleFiles> {
  if (/^https?:\/\//.test(where)) return openZip(inMemory(await download(where)), inflate)
  const found = await stat(where)
  return found.isDirectory() ? openFolder(where) : openZip(await onDisk(where, found.size), inflate)
}

export const inflate: Inflate = async (bytes, size) =>
  inflateRawSync(bytes, { maxOutputLength: Math.max(1, size) })

export const inMemory = (bytes: Uint8Array): RandomAccess => ({
  size: bytes.length,
  slice: async (start, end) => bytes.subarray(start, end),
})

async function openFolder(folder: string): Promise<BundleFiles> {
  // Without `withFileTypes`: its entries tell their folder since Node 20.12 only.
  const found = await readdir(folder, { recursive: true })
  const stats = await Promise.all(found.map((name) => lstat(join(folder, name))))
  const names = found
    .filter((_, index) => stats[index]?.isFile())
    .map((name) => name.split(sep).join('/'))
  return { names, read: (name) => readFile(join(folder, name)) }
}

/** The handle stays open for the life of the command. */
async function onDisk(path: string, size: number): Promise<RandomAccess> {
  const file = await open(path, 'r')
  return {
    size,
    async slice(start, end) {
      const length = Math.max(0, Math.min(end, size) - start)
      const buffer = Buffer.allocUnsafe(length)
      const { bytesRead } = await file.read(buffer, 0, length, start)
      return buffer.subarray(0, bytesRead)
    },
  }
}

/** The address of a log stands for the bundle that is published beside it. */
async function download(address: string): Promise<Uint8Array> {
  const url = /\.zip($|\?)|\/bundle$/.test(address)
    ? address
    : `${address.replace(/\/$/, '')}/bundle.zip`
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answers ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}
