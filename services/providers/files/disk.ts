// Files in a folder of this machine.
import { dirname, join } from 'node:path'

import { assert } from '#events/kernel/assert.ts'

import { makeFolder, readBytes, removePath, writeWhole } from '../../io/files.ts'
import type { FileStore } from './port.ts'

const KEY = /^[a-z0-9_-][a-z0-9._-]*(\/[a-z0-9_-][a-z0-9._-]*)*$/

const contentTypes: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  png: 'image/png',
  jpg: 'image/jpeg',
}

export function diskFiles(folder: string): FileStore {
  function pathOf(key: string): string {
    assert(KEY.test(key) && !key.includes('..'), 'a file key has only plain parts')
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
      const extension = key.slice(key.lastIndexOf('.') + 1)
      // A key names bytes that never change, so the key itself is their tag.
      return {
        bytes,
        contentType: contentTypes[extension] ?? 'application/octet-stream',
        etag: `"${key}"`,
      }
    },
    remove: (key) => removePath(pathOf(key)),
  }
}
