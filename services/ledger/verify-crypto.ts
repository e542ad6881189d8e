// What the verifier wants handed in, on Node: its own OpenSSL, and a kept library for the beacon.
import * as crypto from 'node:crypto'

import { bytesOfHex, concat } from '#events/kernel/bytes.ts'
import type { Sha256, VerifyEd25519 } from '#events/kernel/hash.ts'
import type { Crypto } from '#events/verify/needs.ts'

import { verifyBls } from '../providers/beacon/bls.ts'

/** One call in one step, where this Node has it (20.12): a log is millions of small hashes. */
const oneShot = (crypto as { hash?: typeof crypto.hash }).hash

const sha256: Sha256 =
  oneShot === undefined
    ? (bytes) => crypto.createHash('sha256').update(bytes).digest()
    : (bytes) => oneShot('sha256', bytes, 'buffer')

/** An Ed25519 key is a fixed prefix and 32 bytes (RFC 8410). */
const publicPrefix = bytesOfHex('302a300506032b6570032100')

const verifyEd25519: VerifyEd25519 = (signature, message, publicKey) => {
  if (publicKey.length !== 32) return false
  const key = Buffer.from(concat(publicPrefix, publicKey))
  const opened = crypto.createPublicKey({ key, format: 'der', type: 'spki' })
  return crypto.verify(null, message, opened, signature)
}

export const nodeCrypto: Crypto = {
  sha256,
  hmac: (key, message) => crypto.createHmac('sha256', key).update(message).digest(),
  verifyEd25519,
  verifyBls,
}
