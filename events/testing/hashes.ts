// The hash functions that tests of the pure code hand in.
import { createHmac, hash } from 'node:crypto'

import { concat } from '../kernel/bytes.ts'
import type { HmacSha256, Sha256 } from '../kernel/hash.ts'

export const sha256: Sha256 = (bytes) => concat(hash('sha256', bytes, 'buffer'))

export const hmacSha256: HmacSha256 = (key, message) =>
  concat(createHmac('sha256', key).update(message).digest())
