// Files in a folder of this machine.
import { dirname, join } from 'node:path'

import { makeFolder, readBytes, removePath, writeWhole } from '../../io/files.ts'
import { contentTypeOf, requirePlainKey } from './keys.ts'
import type { FileStore } from './port.ts'

export function diskFiles(folder: string): FileStore {
  function pathOf(key: string): string {
    requirePlainKey(key)
    return join(folder, key)
  }

  return {
    async put(key, bytes) {
      const path = pathOf(key)
      await makeFolder(dirname(path))
      await writeWhole(path, bytes)
    },
    async get(key) {
      const bytes = await readBytes(pathOf(key))
      if (bytes === null) return null
      // A key names bytes that never change, so the key itself is their tag.
      return { bytes, contentType: contentTypeOf(key), etag: `"${key}"` }
    },
    remove: (key) => removePath(pathOf(key)),
  }
}
