// What a key may look like: it becomes a path of a disk and of an address as it stands.
import { assert } from '#events/kernel/assert.ts'

const KEY = /^[a-z0-9_-][a-z0-9._-]*(\/[a-z0-9_-][a-z0-9._-]*)*$/

export function requirePlainKey(key: string): void {
  assert(KEY.test(key) && !key.includes('..'), 'a file key has only plain parts')
}

const contentTypes: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  png: 'image/png',
  jpg: 'image/jpeg',
}

/** By the key alone: whatever a store says of its bytes, it cannot make a page of a picture. */
export const contentTypeOf = (key: string): string =>
  contentTypes[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
