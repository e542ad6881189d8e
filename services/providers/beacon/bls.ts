// BLS12-381 with signatures on G1, by a kept library: what `events/ledger/beacon.ts` wants handed
// in. A check takes some 20 ms, and a draw needs two.
import { bls12_381 } from '@noble/curves/bls12-381.js'

import type { VerifyBls } from '#events/kernel/hash.ts'

const { shortSignatures } = bls12_381

/** Malformed points are no signature; the library throws on them. */
export const verifyBls: VerifyBls = ({ signature, message, publicKey }) => {
  try {
    return shortSignatures.verify(signature, shortSignatures.hash(message), publicKey)
  } catch {
    return false
  }
}
