// What the verifier wants handed in, in the browser: plain JavaScript, so that it also works from a
// file on a stick, where the browser's own functions may be missing.
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { ed25519 } from '@noble/curves/ed25519.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 as kept } from '@noble/hashes/sha2.js'

import type { VerifyBls, VerifyEd25519 } from '#events/kernel/hash.ts'
import type { Crypto } from '#events/verify/needs.ts'

import { sha256 } from './sha256.ts'

const { shortSignatures } = bls12_381

/** Strict as RFC 8032 and FIPS 186-5 have it, like the server's OpenSSL. */
const verifyEd25519: VerifyEd25519 = (signature, message, publicKey) => {
  try {
    return ed25519.verify(signature, message, publicKey, { zip215: false })
  } catch {
    return false // not a point of the curve
  }
}

const verifyBls: VerifyBls = ({ signature, message, publicKey }) => {
  try {
    return shortSignatures.verify(signature, shortSignatures.hash(message), publicKey)
  } catch {
    return false // not a point of the curve
  }
}

/** Missing where a page came over plain http: then files are hashed like everything else. */
const subtle = (globalThis.crypto as Partial<typeof globalThis.crypto> | undefined)?.subtle

async function sha256OfFile(bytes: Uint8Array): Promise<Uint8Array> {
  if (subtle === undefined) return sha256(bytes)
  // A file that was just read: its memory is shared with nobody.
  return new Uint8Array(await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))
}

export const browserCrypto: Crypto = {
  sha256,
  sha256OfFile,
  hmac: (key, message) => hmac(kept, key, message),
  verifyEd25519,
  verifyBls,
}
