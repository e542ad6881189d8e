// Ids that a retry must find again are derived, not drawn: the same namespace and name give the
// same UUID (version 4 in shape, so that it looks and validates like any other).
import { hexOf, utf8 } from './bytes.ts'
import type { Sha256 } from './hash.ts'

export function deriveId(sha256: Sha256, namespace: string, name: string): string {
  const hash = sha256(utf8(`${namespace}\n${name}`)).slice(0, 16)
  hash[6] = (hash[6]! & 0x0f) | 0x40
  hash[8] = (hash[8]! & 0x3f) | 0x80
  const hex = hexOf(hash)
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)]
  return [...parts, hex.slice(20)].join('-')
}
