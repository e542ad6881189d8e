// The last pictures that were asked for, in memory: a bucket is a call away, and a page that many
// look at asks for the same few. A key names bytes that never change, so nothing has to be thrown
// away for being old; what is not there yet is asked for again.
import type { FileStore, StoredFile } from './port.ts'

/** At most so many bytes are kept; who was asked for longest ago goes first. */
export function keptFiles(files: FileStore, bytesMax: number): FileStore {
  const kept = new Map<string, StoredFile>()
  let size = 0

  function drop(key: string): void {
    size -= kept.get(key)?.bytes.length ?? 0
    kept.delete(key)
  }

  function keep(key: string, stored: StoredFile): void {
    drop(key)
    kept.set(key, stored)
    size += stored.bytes.length
    for (const oldest of kept.keys()) {
      if (size <= bytesMax) break
      drop(oldest)
    }
  }

  return {
    put: (key, bytes, contentType) => files.put(key, bytes, contentType),
    async get(key) {
      const stored = kept.get(key) ?? (await files.get(key))
      if (stored !== null) keep(key, stored)
      return stored
    },
    async remove(key) {
      await files.remove(key)
      drop(key)
    },
  }
}
