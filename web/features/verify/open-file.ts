// A bundle that was dropped on the page: read piece by piece from where it lies, sent nowhere.
import type { BundleFiles } from '#events/verify/needs.ts'
import { openZip } from '#events/verify/zip.ts'
import type { Inflate, RandomAccess } from '#events/verify/zip.ts'

export const openZipFile = (file: Blob): Promise<BundleFiles> => openZip(inWindows(file), inflate)

/** Asking a browser for a part of a file takes it milliseconds, however small the part is. */
const WINDOW_BYTES = 2 << 20
/** Entries and the tiles of each level lie in runs of their own, and are read side by side. */
const WINDOWS_MAX = 6

type Window = { from: number; bytes: Uint8Array }

/** An archive is read nearly from front to back: a window of it serves hundreds of questions. */
function inWindows(file: Blob): RandomAccess {
  /** The one that was used last comes first. */
  const windows: Window[] = []

  async function windowOf(start: number, end: number): Promise<Window> {
    const at = windows.findIndex(({ from, bytes }) => from <= start && end <= from + bytes.length)
    const [known] = at < 0 ? [] : windows.splice(at, 1)
    const until = Math.min(file.size, Math.max(end, start + WINDOW_BYTES))
    const read = async () => new Uint8Array(await file.slice(start, until).arrayBuffer())
    const window = known ?? { from: start, bytes: await read() }
    windows.unshift(window)
    windows.length = Math.min(windows.length, WINDOWS_MAX)
    return window
  }

  return {
    size: file.size,
    async slice(start, end) {
      const last = Math.min(end, file.size)
      const { from, bytes } = await windowOf(start, last)
      return bytes.subarray(start - from, last - from)
    },
  }
}

const inflate: Inflate = async (bytes, size) => {
  const content = new Uint8Array(size)
  const stream = new DecompressionStream('deflate-raw')
  const writer = stream.writable.getWriter()
  // What goes wrong in there comes out of the reader; the same failure needs no second witness.
  void writer.write(bytes as Uint8Array<ArrayBuffer>).catch(() => {})
  void writer.close().catch(() => {})
  const reader = stream.readable.getReader()
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
