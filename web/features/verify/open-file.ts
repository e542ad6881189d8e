// A bundle that was dropped on the page: read piece by piece from where it lies, sent nowhere.
import type { BundleFiles } from '#events/verify/needs.ts'
import { openZip } from '#events/verify/zip.ts'
import type { Inflate } from '#events/verify/zip.ts'

export function openZipFile(file: Blob): Promise<BundleFiles> {
  return openZip(
    {
      size: file.size,
      slice: async (start, end) => new Uint8Array(await file.slice(start, end).arrayBuffer()),
    },
    inflate,
  )
}

const inflate: Inflate = async (bytes, size) => {
  const content = new Uint8Array(size)
  const packed = new Blob([bytes as Uint8Array<ArrayBuffer>]) // a slice of a file, never shared
  const reader = packed.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  let at = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    // More than the archive says is not unpacked at all.
    if (at + value.length > size) throw new Error('a file is larger than the archive says')
    content.set(value, at)
    at += value.length
  }
  return content.subarray(0, at)
}
