// What the verifier wants handed in, in the browser: plain JavaScript, so that it also works from a
// file on a stick, where the browser's own functions may be switched off.
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { ed25519 } from '@noble/curves/ed25519.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'

import type { VerifyBls, VerifyEd25519 } from '#events/kernel/hash.ts'
import type { Crypto } from '#events/verify/needs.ts'

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

export const browserCrypto: Crypto = {
  sha256,
  hmac: (key, message) => hmac(sha256, key, message),
  verifyEd25519,
  verifyBls,
}
